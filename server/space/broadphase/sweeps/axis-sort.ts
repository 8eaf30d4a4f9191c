/**
 * Sorts slots by a float32 column, exactly: the radix sort by order key (order-key.ts), which leaves out a float's last bit,
 * after a pass by that bit. Cost: O(n), whatever the order was.
 */
import { orderKey } from "../order-key.ts";
import { createSortMemory, type SortMemory, sortSlots } from "../radix-sort.ts";

/** What sorting needs, kept from one to the next. */
export interface AxisSort {
  /** By slot. */
  readonly keys: Int32Array;
  readonly odd: Int32Array;
  readonly memory: SortMemory;
}

/** Lists up to this length are sorted by insertion: less than what the radix sort does before it looks at the first slot. */
const SHORT = 48;

/** @param capacity slots are below this */
export function createAxisSort(capacity: number): AxisSort {
  return { keys: new Int32Array(capacity), odd: new Int32Array(capacity), memory: createSortMemory(capacity) };
}

/**
 * Sorts the first `count` of `slots`, in place, by `values[slot]`; equal ones stay as they were.
 *
 * @param bits the same memory as `values`, read as integers
 */
export function sortByValue(
  slots: Int32Array,
  count: number,
  values: Float32Array,
  bits: Int32Array,
  { keys, odd, memory }: AxisSort,
): void {
  if (count <= SHORT) {
    repairOrder(slots, count, values, Infinity);
    return;
  }
  let even = 0;
  let odds = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const word = bits[slot];
    keys[slot] = orderKey(values[slot]);
    // Of two floats that share a key the one with the last bit set is the greater, or the smaller when they are negative.
    if (((word ^ (word >> 31)) & 1) === 1) odd[odds++] = slot;
    else slots[even++] = slot;
  }
  for (let i = 0; i < odds; i++) slots[even + i] = odd[i];
  sortSlots(slots, count, keys, memory);
}

/**
 * Sorts the first `count` of `slots`, in place, by `values[slot]`, by insertion: each is shifted forward past those that are
 * greater. Cost: O(n + shifts). Gives up, with the slots in some order, soon after `mostShifts`.
 *
 * @returns how many places the slots were shifted by in all
 */
export function repairOrder(slots: Int32Array, count: number, values: Float32Array, mostShifts: number): number {
  let shifts = 0;
  for (let i = 1; i < count; i++) {
    const slot = slots[i];
    const value = values[slot];
    let j = i;
    while (j > 0 && values[slots[j - 1]] > value) {
      slots[j] = slots[j - 1];
      j--;
    }
    slots[j] = slot;
    shifts += i - j;
    if (shifts > mostShifts) return shifts;
  }
  return shifts;
}
