import type { MoverSample } from "./sweep-axis.ts";

/**
 * The top of the tree: the plane in equal strips along the axis that is swept, which is the tree's x; it is the world's y if
 * `isTransposed`. What lies beyond the strips belongs to the first and the last one, and a larger y never has a smaller
 * strip: so boxes that overlap always share one, wherever they are.
 *
 * All numbers here are float32s, and strips are found in float32, as the kernel does it.
 *
 * Each strip is cut into equal slices along x likewise. They are no regions of the tree: a box is in the slice in which it
 * begins, and that alone, so that a strip's boxes taken slice by slice are nearly in the order of minX.
 */
export interface Strips {
  isTransposed: boolean;
  count: number;
  /** The tree's y, in u, at which they begin. */
  minY: number;
  stripsPerUnit: number;
  /** Slices of a strip are two to the power of this. */
  sliceBits: number;
  /** The tree's x, in u, at which slices begin. */
  minX: number;
  slicesPerUnit: number;
}

/**
 * Height of a strip in mean heights of the boxes. In higher strips fewer boxes are in two at once, and more meet on x alone;
 * 4 to 8 differ little.
 */
const STRIP_HEIGHT = 6;
/** Fewest bodies to a strip, in the mean. */
const MIN_BODIES = 3;
const MAX_STRIPS = 1 << 15;
/** Fewest slices to a body, in the mean; there are up to twice as many. */
const SLICES_PER_BODY = 1;
/** More bodies than this are not put into slices: their lists do not fit in the cache together. */
const MOST_SLICED = 1 << 15;

export function createStrips(): Strips {
  return { isTransposed: false, count: 1, minY: 0, stripsPerUnit: 0, sliceBits: 0, minX: 0, slicesPerUnit: 0 };
}

/** Chooses the axis, strips and slices that suit `count` bodies like those of the sample. */
export function fitStrips(strips: Strips, sample: MoverSample, count: number): void {
  const { isTall, minX, maxX, minY, maxY } = sample;
  const width = isTall ? maxY - minY : maxX - minX;
  const height = isTall ? maxX - minX : maxY - minY;
  const meanHeight = isTall ? sample.meanWidth : sample.meanHeight;
  const suitable = height > 0 ? Math.min(count / MIN_BODIES, height / (meanHeight * STRIP_HEIGHT)) : 1;
  strips.isTransposed = isTall;
  strips.minX = Math.fround(isTall ? minY : minX);
  strips.minY = Math.fround(isTall ? minX : minY);
  strips.count = Math.floor(Math.min(MAX_STRIPS, Math.max(1, suitable)));
  strips.stripsPerUnit = height > 0 ? Math.fround(strips.count / height) : 0;
  fitSlices(strips, width, count);
}

/** Makes it one strip, for bodies that strips do not separate. */
export function joinStrips(strips: Strips, sample: MoverSample, count: number): void {
  strips.count = 1;
  fitSlices(strips, sample.isTall ? sample.maxY - sample.minY : sample.maxX - sample.minX, count);
}

function fitSlices(strips: Strips, width: number, count: number): void {
  const bits = 32 - Math.clz32((SLICES_PER_BODY * count) / strips.count);
  strips.sliceBits = count > MOST_SLICED ? 0 : bits;
  strips.slicesPerUnit = width > 0 ? Math.fround((1 << strips.sliceBits) / width) : 0;
}

/** The strip of a coordinate. */
export function stripOf(coordinate: number, { minY, stripsPerUnit, count }: Strips): number {
  const position = Math.fround(Math.fround(Math.fround(coordinate) - minY) * stripsPerUnit);
  if (position >= count) return count - 1;
  return position > 0 ? position | 0 : 0;
}

/** The column or row of a coordinate, of `count` in all that begin at `origin`. */
export function cellOf(coordinate: number, origin: number, cellsPerUnit: number, count: number): number {
  const position = (coordinate - origin) * cellsPerUnit;
  if (position >= count) return count - 1;
  // Also where 0 times infinity is NaN, in bounds of next to no size.
  return position > 0 ? position | 0 : 0;
}
