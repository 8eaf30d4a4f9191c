/**
 * Sorts slots by an order key. Least significant digit first, three digits, each pass a stable counting sort. Cost: O(n)
 * with the same work for any order, so nothing is gained by bodies that keep their order and nothing lost by those that do
 * not.
 */
const LOW_BITS = 11;
const HIGH_BITS = 10;
const LOW_MASK = (1 << LOW_BITS) - 1;
const HIGH_MASK = (1 << HIGH_BITS) - 1;
const HIGH_SHIFT = LOW_BITS + HIGH_BITS;
/** Added to a key, of 31 bits with its sign, to make it positive. */
const KEY_OFFSET = 1 << 30;

/** What a sort needs, kept from one to the next so that sorting allocates nothing. */
export interface SortMemory {
  readonly scratch: Int32Array;
  readonly sorted: Int32Array;
  readonly lowStarts: Int32Array;
  readonly middleStarts: Int32Array;
  readonly highStarts: Int32Array;
}

/** @param capacity most slots to sort */
export function createSortMemory(capacity: number): SortMemory {
  return {
    scratch: new Int32Array(capacity),
    sorted: new Int32Array(capacity),
    lowStarts: new Int32Array(1 << LOW_BITS),
    middleStarts: new Int32Array(1 << HIGH_BITS),
    highStarts: new Int32Array(1 << HIGH_BITS),
  };
}

/** Sorts the first `count` of `slots`, in place, by `keys[slot]`. */
export function sortSlots(slots: Int32Array, count: number, keys: Int32Array, memory: SortMemory): void {
  const { scratch, sorted, lowStarts, middleStarts, highStarts } = memory;
  lowStarts.fill(0);
  middleStarts.fill(0);
  highStarts.fill(0);
  for (let i = 0; i < count; i++) {
    const key = keys[slots[i]] + KEY_OFFSET;
    lowStarts[key & LOW_MASK]++;
    middleStarts[(key >> LOW_BITS) & HIGH_MASK]++;
    highStarts[key >> HIGH_SHIFT]++;
  }
  countsToStarts(lowStarts);
  countsToStarts(middleStarts);
  countsToStarts(highStarts);
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    scratch[lowStarts[(keys[slot] + KEY_OFFSET) & LOW_MASK]++] = slot;
  }
  for (let i = 0; i < count; i++) {
    const slot = scratch[i];
    sorted[middleStarts[((keys[slot] + KEY_OFFSET) >> LOW_BITS) & HIGH_MASK]++] = slot;
  }
  for (let i = 0; i < count; i++) {
    const slot = sorted[i];
    slots[highStarts[(keys[slot] + KEY_OFFSET) >> HIGH_SHIFT]++] = slot;
  }
}

/** Turns how many there are of each digit into where the first of each goes. */
function countsToStarts(counts: Int32Array): void {
  let start = 0;
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit];
    counts[digit] = start;
    start += count;
  }
}
