import type { Rectangle } from "../../rectangle.ts";
import type { MoverSample } from "./sweep-axis.ts";

/**
 * The top of the tree: the plane in equal strips along the axis that is swept, which is the tree's x; it is the world's y if
 * `isTransposed`. What lies beyond the bounds belongs to the first and the last strip, and a larger y never has a smaller
 * strip: so boxes that overlap always share one, wherever they are.
 */
export interface Strips {
  isTransposed: boolean;
  count: number;
  /** The tree's y, in u, at which they begin. */
  minY: number;
  stripsPerUnit: number;
}

/**
 * Height of a strip in mean heights of the boxes. In higher strips fewer boxes are in two at once, and more meet on x alone;
 * 4 to 8 differ little.
 */
const STRIP_HEIGHT = 6;
/** Fewest bodies to a strip, in the mean. */
const MIN_BODIES = 3;
/** Strips have numbers of 15 bits. */
const MAX_STRIPS = 1 << 15;

export function createStrips(): Strips {
  return { isTransposed: false, count: 1, minY: 0, stripsPerUnit: 0 };
}

/** Chooses the axis and the strips that suit `count` bodies like those of the sample. */
export function fitStrips(strips: Strips, bounds: Rectangle, sample: MoverSample, count: number): void {
  const isTransposed = sample.isTall;
  const height = isTransposed ? bounds.maxX - bounds.minX : bounds.maxY - bounds.minY;
  const meanHeight = isTransposed ? sample.meanWidth : sample.meanHeight;
  strips.isTransposed = isTransposed;
  strips.minY = isTransposed ? bounds.minX : bounds.minY;
  const suitable = Math.min(count / MIN_BODIES, height / (meanHeight * STRIP_HEIGHT));
  strips.count = Math.floor(Math.min(MAX_STRIPS, Math.max(1, suitable)));
  strips.stripsPerUnit = strips.count / height;
}

/** Makes it one strip, for bodies that strips do not separate. */
export function joinStrips(strips: Strips): void {
  strips.stripsPerUnit /= strips.count;
  strips.count = 1;
}

/** The strip (column, row) of a coordinate, of `count` in all that begin at `origin`. */
export function cellOf(coordinate: number, origin: number, cellsPerUnit: number, count: number): number {
  const position = (coordinate - origin) * cellsPerUnit;
  if (position >= count) return count - 1;
  // Also where 0 times infinity is NaN, in bounds of next to no size.
  return position > 0 ? position | 0 : 0;
}
