/**
 * Cuts the plane into regions that hold about as many bodies each, wherever those are: into strips along x, and each strip
 * along y. Cuts are made where boxes begin, so a crowd far out of all bounds is cut as well as one within. Where many boxes
 * begin at the same place there is no cut.
 *
 * A box is in each region that it meets; an edge between two regions belongs to the second. Two boxes that overlap share the
 * region of the corner (greater minX, greater minY) of the two.
 */
import type { Boxes } from "../../boxes.ts";
import { grownFloat64, grownInt32 } from "../../grow.ts";

interface PopulationCut {
  strips: number;
  /** By strip: where it begins on x, −Infinity for the first; +Infinity after the last. */
  stripMinX: Float64Array;
  /** By strip: its regions are those from the first to before the end. */
  firstRegion: Int32Array;
  endRegion: Int32Array;
  /** Region numbers are below this. Some are of no region. */
  regionLimit: number;
  /** By region: where it begins on y, −Infinity for the first of a strip. It ends where the next of its strip begins. */
  regionMinY: Float64Array;
  /** By region: its strip. */
  regionStrip: Int32Array;
  /** By strip, while rows are cut: bodies in its last region so far. */
  held: Int32Array;
}

export function createPopulationCut(): PopulationCut {
  return {
    strips: 0,
    stripMinX: new Float64Array(2),
    firstRegion: new Int32Array(2),
    endRegion: new Int32Array(1),
    regionLimit: 0,
    regionMinY: new Float64Array(1),
    regionStrip: new Int32Array(1),
    held: new Int32Array(1),
  };
}

/**
 * Cuts the strips.
 *
 * @param byX the slots of `count` bodies in the order of minX
 * @param share how many bodies a region is to hold
 */
export function cutStrips(cut: PopulationCut, byX: Int32Array, count: number, boxes: Boxes, share: number): void {
  const { minX } = boxes;
  const wanted = Math.max(1, Math.round(Math.sqrt(count / share)));
  const population = Math.max(share, Math.ceil(count / wanted));
  // Each strip but the last holds `population` bodies or more.
  const most = Math.floor(count / population) + 1;
  cut.stripMinX = grownFloat64(cut.stripMinX, most + 1);
  cut.firstRegion = grownInt32(cut.firstRegion, most + 1);
  cut.endRegion = grownInt32(cut.endRegion, most);
  cut.held = grownInt32(cut.held, most);
  const { stripMinX, firstRegion } = cut;
  stripMinX[0] = Number.NEGATIVE_INFINITY;
  firstRegion[0] = 0;
  let strip = 0;
  let held = 0;
  for (let i = 0; i < count; i++) {
    const at = minX[byX[i]];
    if (held >= population && at > minX[byX[i - 1]] && at > stripMinX[strip]) {
      firstRegion[strip + 1] = firstRegion[strip] + regionsFor(held, share);
      stripMinX[++strip] = at;
      held = 0;
    }
    held++;
  }
  cut.strips = strip + 1;
  stripMinX[strip + 1] = Number.POSITIVE_INFINITY;
  firstRegion[strip + 1] = firstRegion[strip] + regionsFor(held, share);
  cut.regionLimit = firstRegion[strip + 1];
}

/** How many regions a strip that holds so many bodies has room for. */
function regionsFor(held: number, share: number): number {
  return Math.floor(held / share) + 1;
}

/** Cuts the strips into regions. @param byY the slots of `count` bodies in the order of minY */
export function cutRows(cut: PopulationCut, byY: Int32Array, count: number, boxes: Boxes, share: number): void {
  const { minX, minY } = boxes;
  cut.regionMinY = grownFloat64(cut.regionMinY, cut.regionLimit);
  cut.regionStrip = grownInt32(cut.regionStrip, cut.regionLimit);
  const { strips, firstRegion, endRegion, regionMinY, regionStrip, held } = cut;
  for (let strip = 0; strip < strips; strip++) {
    regionMinY[firstRegion[strip]] = Number.NEGATIVE_INFINITY;
    regionStrip[firstRegion[strip]] = strip;
    endRegion[strip] = firstRegion[strip] + 1;
    held[strip] = 0;
  }
  for (let i = 0; i < count; i++) {
    const slot = byY[i];
    const strip = stripAt(cut, minX, slot);
    const region = endRegion[strip];
    // The room of a strip may be short by a few: the order of bodies is exact but for the last digit.
    if (held[strip] >= share && minY[slot] > regionMinY[region - 1] && region < firstRegion[strip + 1]) {
      regionMinY[region] = minY[slot];
      regionStrip[region] = strip;
      endRegion[strip] = region + 1;
      held[strip] = 0;
    }
    held[strip]++;
  }
}

/** The strip that holds `xs[at]`. (A float that is passed by itself would be allocated where the call is not inlined.) */
export function stripAt({ strips, stripMinX }: PopulationCut, xs: Float32Array | Float64Array, at: number): number {
  const x = xs[at];
  let low = 0;
  let high = strips - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stripMinX[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The region of a strip that holds `ys[at]`. */
export function regionAt(cut: PopulationCut, strip: number, ys: Float32Array | Float64Array, at: number): number {
  const { firstRegion, endRegion, regionMinY } = cut;
  const y = ys[at];
  let low = firstRegion[strip];
  let high = endRegion[strip] - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (regionMinY[middle] <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a region ends on y: +Infinity for the last of its strip. */
export function regionMaxY({ endRegion, regionMinY, regionStrip }: PopulationCut, region: number): number {
  return region + 1 === endRegion[regionStrip[region]] ? Number.POSITIVE_INFINITY : regionMinY[region + 1];
}

/** Whether the box of the body in `slot` meets a region. */
export function meetsRegion(
  cut: PopulationCut,
  region: number,
  { minX, minY, maxX, maxY }: Boxes,
  slot: number,
): boolean {
  const strip = cut.regionStrip[region];
  if (maxX[slot] < cut.stripMinX[strip] || minX[slot] >= cut.stripMinX[strip + 1]) return false;
  return maxY[slot] >= cut.regionMinY[region] && minY[slot] < regionMaxY(cut, region);
}

/** How many regions the boxes of `count` bodies meet, each counted for each. */
export function countMeetings(cut: PopulationCut, slots: Int32Array, count: number, boxes: Boxes): number {
  const { minX, minY, maxX, maxY } = boxes;
  let meetings = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const lastStrip = stripAt(cut, maxX, slot);
    for (let strip = stripAt(cut, minX, slot); strip <= lastStrip; strip++) {
      meetings += regionAt(cut, strip, maxY, slot) - regionAt(cut, strip, minY, slot) + 1;
    }
  }
  return meetings;
}
