/**
 * Puts pairs into the order of (slot of a, slot of b), slot a < slot b, so that what follows from them is the same whichever
 * broad phase found them.
 *
 * A counting sort by a, and an insertion sort by b of those of one a, which are few. Where one body is in many pairs, it is a
 * counting sort by b before the one by a, both stable, instead. Cost: O(pairs + slots) either way.
 */
import { grownInt32 } from "../grow.ts";
import type { PairList } from "./pair-list.ts";

/** What ordering needs, kept from one to the next so that it allocates nothing once warm. */
interface PairOrderMemory {
  a: Int32Array;
  b: Int32Array;
  /** By slot: how many pairs it has, then where its next one goes. */
  readonly next: Int32Array;
}

/** Most pairs of one a that are sorted by insertion. */
const MAX_INSERTION = 16;

/** @param capacity slots are below this */
export function createPairOrderMemory(capacity: number): PairOrderMemory {
  return { a: new Int32Array(0), b: new Int32Array(0), next: new Int32Array(capacity) };
}

/** Orders `pairs`, of slots below `slotLimit`, in place. */
export function orderPairs(pairs: PairList, slotLimit: number, memory: PairOrderMemory): void {
  const { a, b, count } = pairs;
  const { next } = memory;
  memory.a = grownInt32(memory.a, count);
  memory.b = grownInt32(memory.b, count);
  next.fill(0, 0, slotLimit);
  for (let i = 0; i < count; i++) {
    const first = a[i];
    const second = b[i];
    const lesser = Math.min(first, second);
    a[i] = lesser;
    b[i] = first ^ second ^ lesser;
    next[lesser]++;
  }
  const most = countsToStarts(next, slotLimit);
  if (most <= MAX_INSERTION) {
    scatter(a, b, memory.a, memory.b, count, next);
    insert(memory.a, memory.b, a, b, count);
    return;
  }
  countKeys(b, count, next, slotLimit);
  scatter(b, a, memory.b, memory.a, count, next);
  countKeys(memory.a, count, next, slotLimit);
  scatter(memory.a, memory.b, a, b, count, next);
}

/** Makes `next` say, by slot, where its first pair goes when ordered by the first `count` of `keys`. */
function countKeys(keys: Int32Array, count: number, next: Int32Array, slotLimit: number): void {
  next.fill(0, 0, slotLimit);
  for (let i = 0; i < count; i++) next[keys[i]]++;
  countsToStarts(next, slotLimit);
}

/** Turns how many pairs each slot has into where its first one goes. @returns the most that one has */
function countsToStarts(next: Int32Array, slotLimit: number): number {
  let start = 0;
  let most = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    const count = next[slot];
    if (count > most) most = count;
    next[slot] = start;
    start += count;
  }
  return most;
}

/** Copies the first `count` pairs (keys[i], others[i]) over, ordered by key, those of one key in the order they had. */
function scatter(
  keys: Int32Array,
  others: Int32Array,
  sortedKeys: Int32Array,
  sortedOthers: Int32Array,
  count: number,
  next: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    const place = next[key]++;
    sortedKeys[place] = key;
    sortedOthers[place] = others[i];
  }
}

/** Copies pairs that are ordered by a over, each to its place by b among those of its a. */
function insert(fromA: Int32Array, fromB: Int32Array, a: Int32Array, b: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const first = fromA[i];
    const second = fromB[i];
    a[i] = first;
    let place = i;
    while (place > 0 && a[place - 1] === first && b[place - 1] > second) {
      b[place] = b[place - 1];
      place--;
    }
    b[place] = second;
  }
}
