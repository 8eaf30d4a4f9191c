/**
 * Puts a list of entries that are nearly in the order of minX into that order, by insertion. A list that proves to be far
 * from it, since most of its boxes begin in few of the slices, is sorted by radix instead: so no scene costs more than O(n).
 */
import { grownInt32 } from "../../grow.ts";
import { createSortMemory, type SortMemory, sortSlots } from "../radix-sort.ts";
import type { ENTRY_SIZE } from "./entry-lists.ts";

/** A constant of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
/** Places by which entries may be shifted, for each entry of the list, until the radix sort is cheaper. */
const MOST_SHIFTS = 4;

/** What sorting needs, kept from one list to the next. */
export interface ListOrderMemory {
  readonly sort: SortMemory;
  readonly order: Int32Array;
  readonly keys: Int32Array;
  copy: Int32Array;
}

/** @param capacity most entries of a list */
export function createListOrderMemory(capacity: number): ListOrderMemory {
  return {
    sort: createSortMemory(capacity),
    order: new Int32Array(capacity),
    keys: new Int32Array(capacity),
    copy: new Int32Array(0),
  };
}

/** Sorts the entries from `start` up to `end`. */
export function sortList(values: Int32Array, start: number, end: number, memory: ListOrderMemory): void {
  let shiftsLeft = (end - start) * MOST_SHIFTS;
  let previous = start === end ? 0 : values[start];
  for (let i = start + SIZE; i < end; i += SIZE) {
    const minX = values[i];
    if (minX >= previous) {
      previous = minX;
      continue;
    }
    const maxX = values[i + 1];
    const minY = values[i + 2];
    const maxY = values[i + 3];
    const tag = values[i + 4];
    let place = i;
    do {
      values[place] = values[place - SIZE];
      values[place + 1] = values[place - SIZE + 1];
      values[place + 2] = values[place - SIZE + 2];
      values[place + 3] = values[place - SIZE + 3];
      values[place + 4] = values[place - SIZE + 4];
      place -= SIZE;
    } while (place > start && values[place - SIZE] > minX);
    values[place] = minX;
    values[place + 1] = maxX;
    values[place + 2] = minY;
    values[place + 3] = maxY;
    values[place + 4] = tag;
    shiftsLeft -= i - place;
    if (shiftsLeft < 0) {
      sortByRadix(values, start, end, memory);
      return;
    }
  }
}

function sortByRadix(values: Int32Array, start: number, end: number, memory: ListOrderMemory): void {
  const { order, keys, sort } = memory;
  const size = (end - start) / SIZE;
  memory.copy = grownInt32(memory.copy, end - start);
  const { copy } = memory;
  for (let i = 0; i < end - start; i++) copy[i] = values[start + i];
  for (let i = 0; i < size; i++) {
    order[i] = i;
    keys[i] = copy[i * SIZE];
  }
  sortSlots(order, size, keys, sort);
  let place = start;
  for (let i = 0; i < size; i++) {
    const from = order[i] * SIZE;
    for (let field = 0; field < SIZE; field++) values[place + field] = copy[from + field];
    place += SIZE;
  }
}
