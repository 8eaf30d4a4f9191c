import type { BodyStore } from "../bodies.ts";

/** Pairs of slots that a broad phase finds: the first `count` of `a` and `b`. Finding may replace the arrays by longer ones. */
export interface PairList {
  a: Int32Array;
  b: Int32Array;
  count: number;
}

/** How many pairs a list holds before it first grows. */
const FIRST_CAPACITY = 1024;

export function createPairList(): PairList {
  return { a: new Int32Array(FIRST_CAPACITY), b: new Int32Array(FIRST_CAPACITY), count: 0 };
}

/** Drops the pairs whose boxes do not overlap in float64: for algorithms that find pairs by rounded boxes. */
export function keepExactPairs(pairs: PairList, bodies: BodyStore): void {
  const { x, y, radius } = bodies;
  const { a, b, count } = pairs;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const first = a[i];
    const second = b[i];
    if (
      x[first] - radius[first] <= x[second] + radius[second] &&
      x[second] - radius[second] <= x[first] + radius[first] &&
      y[first] - radius[first] <= y[second] + radius[second] &&
      y[second] - radius[second] <= y[first] + radius[first]
    ) {
      a[kept] = first;
      b[kept++] = second;
    }
  }
  pairs.count = kept;
}
