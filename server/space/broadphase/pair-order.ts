/**
 * Puts pairs into the order of (slot of a, slot of b), slot a < slot b, so that what follows from them is the same whichever
 * broad phase found them. Two counting sorts, by b and then by a, each stable. Cost: O(pairs + slots), no comparison.
 */
import { grownInt32 } from "../grow.ts";
import type { PairList } from "./pair-list.ts";

/** @returns a sorter of pairs of slots below `capacity`; it owns the memory that sorting takes. */
export function createPairSorter(capacity: number): (pairs: PairList, slotLimit: number) => void {
  const starts = new Int32Array(capacity + 1);
  let sortedA: Int32Array = new Int32Array(0);
  let sortedB: Int32Array = new Int32Array(0);

  /** Moves the first `count` pairs over, ordered by `key` (the one of their two slots that is given), stably. */
  function scatter(
    key: Int32Array,
    other: Int32Array,
    toKey: Int32Array,
    toOther: Int32Array,
    count: number,
    slots: number,
  ) {
    starts.fill(0, 0, slots + 1);
    for (let i = 0; i < count; i++) starts[key[i] + 1]++;
    for (let slot = 0; slot < slots; slot++) starts[slot + 1] += starts[slot];
    for (let i = 0; i < count; i++) {
      const at = starts[key[i]]++;
      toKey[at] = key[i];
      toOther[at] = other[i];
    }
  }

  return (pairs, slotLimit) => {
    const { a, b, count } = pairs;
    for (let i = 0; i < count; i++) {
      const first = a[i];
      const second = b[i];
      if (first < second) continue;
      a[i] = second;
      b[i] = first;
    }
    sortedA = grownInt32(sortedA, count);
    sortedB = grownInt32(sortedB, count);
    scatter(b, a, sortedB, sortedA, count, slotLimit);
    scatter(sortedA, sortedB, a, b, count, slotLimit);
  };
}
