/**
 * Puts pairs into the order of (slot of a, slot of b), slot a < slot b, so that what follows from them is the same whichever
 * broad phase found them. Two counting sorts, by b and then by a, each stable. Cost: O(pairs + slots), no comparison.
 */
import { grownInt32 } from "../grow.ts";
import type { PairList } from "./pair-list.ts";

/** What ordering needs, kept from one to the next so that it allocates nothing once warm. */
export interface PairOrderMemory {
  a: Int32Array;
  b: Int32Array;
  /** By slot: where its next pair goes. */
  readonly next: Int32Array;
}

/** @param capacity slots are below this */
export function createPairOrderMemory(capacity: number): PairOrderMemory {
  return { a: new Int32Array(0), b: new Int32Array(0), next: new Int32Array(capacity + 1) };
}

/** Orders `pairs`, of slots below `slotLimit`, in place. */
export function orderPairs(pairs: PairList, slotLimit: number, memory: PairOrderMemory): void {
  const { a, b, count } = pairs;
  for (let i = 0; i < count; i++) {
    const first = a[i];
    const second = b[i];
    if (first < second) continue;
    a[i] = second;
    b[i] = first;
  }
  memory.a = grownInt32(memory.a, count);
  memory.b = grownInt32(memory.b, count);
  scatter(b, a, memory.b, memory.a, count, memory.next, slotLimit);
  scatter(memory.a, memory.b, a, b, count, memory.next, slotLimit);
}

/** Copies the first `count` pairs (keys[i], others[i]) over, ordered by key, those of one key in the order they had. */
function scatter(
  keys: Int32Array,
  others: Int32Array,
  sortedKeys: Int32Array,
  sortedOthers: Int32Array,
  count: number,
  next: Int32Array,
  slotLimit: number,
): void {
  next.fill(0, 0, slotLimit + 1);
  for (let i = 0; i < count; i++) next[keys[i] + 1]++;
  for (let slot = 0; slot < slotLimit; slot++) next[slot + 1] += next[slot];
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    const place = next[key]++;
    sortedKeys[place] = key;
    sortedOthers[place] = others[i];
  }
}
