import { type BodyId, NO_BODY, slotOf } from "./bodies.ts";
import { grownFloat64, grownInt32 } from "./grow.ts";
import type { CastHit } from "./narrowphase/cast.ts";

/** What a cast met first. One object can be given to any number of casts. */
export interface Hit extends CastHit {
  /** The body; NO_BODY when nothing was met, and then the rest says nothing. */
  id: BodyId;
}

export function createHit(): Hit {
  return { id: NO_BODY, fraction: 0, pointX: 0, pointY: 0, normalX: 0, normalY: 0 };
}

/** All that a cast met: the first `count` of each column. A cast may replace the columns by longer ones. */
export interface HitList {
  count: number;
  ids: Int32Array;
  /** As in `Hit`. */
  fraction: Float64Array;
  pointX: Float64Array;
  pointY: Float64Array;
  normalX: Float64Array;
  normalY: Float64Array;
}

/** How many hits a list holds before it first grows. */
const FIRST_CAPACITY = 64;

export function createHitList(): HitList {
  const column = () => new Float64Array(FIRST_CAPACITY);
  return {
    count: 0,
    ids: new Int32Array(FIRST_CAPACITY),
    fraction: column(),
    pointX: column(),
    pointY: column(),
    normalX: column(),
    normalY: column(),
  };
}

export function pushHit(hits: HitList, id: BodyId, hit: CastHit): void {
  const at = hits.count++;
  growHits(hits, hits.count);
  hits.ids[at] = id;
  hits.fraction[at] = hit.fraction;
  hits.pointX[at] = hit.pointX;
  hits.pointY[at] = hit.pointY;
  hits.normalX[at] = hit.normalX;
  hits.normalY[at] = hit.normalY;
}

function growHits(hits: HitList, length: number): void {
  if (hits.ids.length >= length) return;
  hits.ids = grownInt32(hits.ids, length);
  hits.fraction = grownFloat64(hits.fraction, length);
  hits.pointX = grownFloat64(hits.pointX, length);
  hits.pointY = grownFloat64(hits.pointY, length);
  hits.normalX = grownFloat64(hits.normalX, length);
  hits.normalY = grownFloat64(hits.normalY, length);
}

/** Sorts by fraction, and by slot where those are the same. A heap sort: in place, in O(n log n) whatever the order. */
export function sortHits(hits: HitList): void {
  const { count } = hits;
  for (let i = (count >> 1) - 1; i >= 0; i--) siftDown(hits, i, count);
  for (let end = count - 1; end > 0; end--) {
    swap(hits, 0, end);
    siftDown(hits, 0, end);
  }
}

/** Moves the hit at `at` down until no child of it comes after it; the heap is the first `end` hits, the last on top. */
function siftDown(hits: HitList, at: number, end: number): void {
  for (let parent = at; ; ) {
    let child = 2 * parent + 1;
    if (child >= end) return;
    if (child + 1 < end && comesAfter(hits, child + 1, child)) child++;
    if (!comesAfter(hits, child, parent)) return;
    swap(hits, child, parent);
    parent = child;
  }
}

function comesAfter({ fraction, ids }: HitList, i: number, j: number): boolean {
  return fraction[i] === fraction[j] ? slotOf(ids[i]) > slotOf(ids[j]) : fraction[i] > fraction[j];
}

function swap(hits: HitList, i: number, j: number): void {
  const id = hits.ids[i];
  hits.ids[i] = hits.ids[j];
  hits.ids[j] = id;
  swapFloats(hits.fraction, i, j);
  swapFloats(hits.pointX, i, j);
  swapFloats(hits.pointY, i, j);
  swapFloats(hits.normalX, i, j);
  swapFloats(hits.normalY, i, j);
}

function swapFloats(column: Float64Array, i: number, j: number): void {
  const value = column[i];
  column[i] = column[j];
  column[j] = value;
}
