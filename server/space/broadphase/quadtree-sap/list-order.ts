/**
 * Puts a list of entries into the order of minX: by insertion where it is nearly in order. If it is not, a counting sort into
 * about as many slices of the list's own width as it has entries comes before. A list that proves to be far from sorted even
 * then, since most of its boxes begin in few of the slices, is sorted by radix instead: so no scene costs more than O(n).
 */
import { grownInt32 } from "../../grow.ts";
import { createSortMemory, type SortMemory, sortSlots } from "../radix-sort.ts";
import { KEY_LIMIT, keyOfBits } from "./box-key.ts";
import { type ENTRY_SIZE, type EntryLists, reserveEntries } from "./entry-lists.ts";

/** A constant of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
/** Places by which entries may be shifted, for each entry of the list, until the radix sort is cheaper. */
const MOST_SHIFTS = 4;
const MAX_SLICE_BITS = 14;

/** What sorting needs, kept from one list to the next. */
export interface ListOrderMemory {
  /** By slice: how many entries it has, then where the next one goes. */
  readonly sliceStarts: Int32Array;
  readonly sort: SortMemory;
  readonly order: Int32Array;
  readonly keys: Int32Array;
  copy: Int32Array;
}

/** @param capacity most entries of a list */
export function createListOrderMemory(capacity: number): ListOrderMemory {
  return {
    sliceStarts: new Int32Array(1 << MAX_SLICE_BITS),
    sort: createSortMemory(capacity),
    order: new Int32Array(capacity),
    keys: new Int32Array(capacity),
    copy: new Int32Array(0),
  };
}

/**
 * Sorts the entries from `start` up to `end`, whose minX are float32s, and replaces these by their keys. The memory behind the
 * lists is used for a copy.
 * @param isSliced whether they are nearly in order
 */
export function sortList(
  lists: EntryLists,
  start: number,
  end: number,
  isSliced: boolean,
  memory: ListOrderMemory,
): void {
  if (!isSliced) {
    const size = (end - start) / SIZE;
    reserveEntries(lists, size);
    const { values, floats, length: copy } = lists;
    values.copyWithin(copy, start, end);
    sortBySlice(values, floats, copy, copy + end - start, start, memory.sliceStarts, size);
  }
  finishOrder(lists.values, start, end, memory);
}

/** Writes the entries from `copy` up to `copyEnd` to the places from `start` on, by slice. */
function sortBySlice(
  values: Int32Array,
  floats: Float32Array,
  copy: number,
  copyEnd: number,
  start: number,
  sliceStarts: Int32Array,
  size: number,
): void {
  let least = floats[copy];
  let greatest = least;
  for (let i = copy + SIZE; i < copyEnd; i += SIZE) {
    const minX = floats[i];
    if (minX < least) least = minX;
    else if (minX > greatest) greatest = minX;
  }
  // Bits of the number of slices: a shift, since V8 keeps a power as a float, which would make floats of all indices.
  const slices = 1 << Math.min(MAX_SLICE_BITS, 32 - Math.clz32(size));
  const slicesPerUnit = greatest > least ? (slices - 1) / (greatest - least) : 0;
  sliceStarts.fill(0, 0, slices);
  for (let i = copy; i < copyEnd; i += SIZE) sliceStarts[((floats[i] - least) * slicesPerUnit) | 0]++;
  let next = start;
  for (let slice = 0; slice < slices; slice++) {
    const places = sliceStarts[slice] * SIZE;
    sliceStarts[slice] = next;
    next += places;
  }
  for (let i = copy; i < copyEnd; i += SIZE) {
    const slice = ((floats[i] - least) * slicesPerUnit) | 0;
    const to = sliceStarts[slice];
    sliceStarts[slice] = to + SIZE;
    values[to] = values[i];
    values[(to + 1) | 0] = values[(i + 1) | 0];
    values[(to + 2) | 0] = values[(i + 2) | 0];
    values[(to + 3) | 0] = values[(i + 3) | 0];
    values[(to + 4) | 0] = values[(i + 4) | 0];
  }
}

/** Orders entries that are nearly in order, and makes keys of their minX. */
function finishOrder(values: Int32Array, start: number, end: number, memory: ListOrderMemory): void {
  let shiftsLeft = (end - start) * MOST_SHIFTS;
  let previous = -KEY_LIMIT;
  // Read before the loop, since V8 would check an imported function anew at each call.
  const key = keyOfBits;
  for (let i = start | 0; i < end; i = (i + SIZE) | 0) {
    const minX = key(values[i]);
    if (minX >= previous) {
      values[i] = minX;
      previous = minX;
      continue;
    }
    const maxX = values[(i + 1) | 0];
    const minY = values[(i + 2) | 0];
    const maxY = values[(i + 3) | 0];
    const tag = values[(i + 4) | 0];
    let place = i;
    do {
      values[place] = values[place - SIZE];
      values[(place + 1) | 0] = values[place - SIZE + 1];
      values[(place + 2) | 0] = values[place - SIZE + 2];
      values[(place + 3) | 0] = values[place - SIZE + 3];
      values[(place + 4) | 0] = values[place - SIZE + 4];
      place -= SIZE;
    } while (place > start && values[place - SIZE] > minX);
    values[place] = minX;
    values[(place + 1) | 0] = maxX;
    values[(place + 2) | 0] = minY;
    values[(place + 3) | 0] = maxY;
    values[(place + 4) | 0] = tag;
    shiftsLeft -= i - place;
    if (shiftsLeft < 0) {
      for (let rest = i + SIZE; rest < end; rest += SIZE) values[rest] = keyOfBits(values[rest]);
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
