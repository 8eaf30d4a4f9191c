import type { BodyStore } from "../../bodies.ts";
import type { Rectangle } from "../../rectangle.ts";
import { TAG_SLOT } from "./entry-lists.ts";

/** What a sample of the movers says about them all; it decides how they are looked for, never what is found. */
export interface MoverSample {
  /** Mean width and height of their boxes, in u. */
  meanWidth: number;
  meanHeight: number;
  /** Where they begin, in u: all of the sample; but only those within the bounds, if any are. */
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  /** Whether they spread so much more along y than along x that the sweep should run along y. */
  isTall: boolean;
}

/** A sweep runs along y where the variance of y is more than this times that of x. */
const TALL = 4;
/** About how many are looked at. */
const SAMPLE_BITS = 9;

export function createMoverSample(): MoverSample {
  return { meanWidth: 0, meanHeight: 0, minX: 0, minY: 0, maxX: 0, maxY: 0, isTall: false };
}

/** Looks at some of the first `count` of `tags` (entry-lists.ts). */
export function sampleMovers(
  sample: MoverSample,
  { boxes }: BodyStore,
  tags: Int32Array,
  count: number,
  bounds: Rectangle,
): void {
  const { minX, minY, maxX, maxY } = boxes;
  const stride = (count >> SAMPLE_BITS) + 1;
  let sampled = 0;
  let width = 0;
  let height = 0;
  let sumX = 0;
  let sumY = 0;
  let squaresX = 0;
  let squaresY = 0;
  // From the first one, lest a crowd far from the origin drown in the squares' last digits.
  const originX = count === 0 ? 0 : minX[tags[0] & TAG_SLOT];
  const originY = count === 0 ? 0 : minY[tags[0] & TAG_SLOT];
  let left = originX;
  let right = originX;
  let top = originY;
  let bottom = originY;
  for (let i = 0; i < count; i += stride) {
    const slot = tags[i] & TAG_SLOT;
    left = Math.min(left, minX[slot]);
    right = Math.max(right, minX[slot]);
    top = Math.min(top, minY[slot]);
    bottom = Math.max(bottom, minY[slot]);
    const x = minX[slot] - originX;
    const y = minY[slot] - originY;
    width += maxX[slot] - minX[slot];
    height += maxY[slot] - minY[slot];
    sumX += x;
    sumY += y;
    squaresX += x * x;
    squaresY += y * y;
    sampled++;
  }
  const share = 1 / Math.max(1, sampled);
  sample.meanWidth = width * share;
  sample.meanHeight = height * share;
  const varianceX = (squaresX - sumX * sumX * share) * share;
  const varianceY = (squaresY - sumY * sumY * share) * share;
  sample.isTall = varianceY > TALL * varianceX;
  const isWithinX = left <= bounds.maxX && right >= bounds.minX;
  const isWithinY = top <= bounds.maxY && bottom >= bounds.minY;
  sample.minX = isWithinX ? Math.max(left, bounds.minX) : left;
  sample.maxX = isWithinX ? Math.min(right, bounds.maxX) : right;
  sample.minY = isWithinY ? Math.max(top, bounds.minY) : top;
  sample.maxY = isWithinY ? Math.min(bottom, bounds.maxY) : bottom;
}
