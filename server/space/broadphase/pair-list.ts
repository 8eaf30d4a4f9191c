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

/** Whether the bodies in two slots may meet: each one's mask has a bit of the other's category. */
export function maskAllows({ category, mask }: BodyStore, slotA: number, slotB: number): boolean {
  return (category[slotA] & mask[slotB]) !== 0 && (category[slotB] & mask[slotA]) !== 0;
}

/**
 * Drops the pairs whose categories and masks do not let them meet. For algorithms whose lists have no room for filters: pairs
 * that overlap are so much fewer than boxes that are compared that this costs little.
 */
export function keepAllowedPairs(pairs: PairList, { category, mask }: BodyStore): void {
  const { a, b, count } = pairs;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const first = a[i];
    const second = b[i];
    const common = category[first] & mask[second];
    const commonBack = category[second] & mask[first];
    a[kept] = first;
    b[kept] = second;
    // The sign of x | −x is set but where x is 0. Without a branch, which the processor would guess wrong too often.
    kept -= ((common | -common) & (commonBack | -commonBack)) >> 31;
  }
  pairs.count = kept;
}
