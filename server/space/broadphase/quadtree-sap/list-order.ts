/**
 * Puts a list of entries into the order of minX: by insertion where it is nearly in order. If it is not, a counting sort into
 * about as many slices of the list's own width as it has entries comes before. A list that proves to be far from sorted even
 * then, since most of its boxes begin in few of the slices, is sorted by radix instead: so no scene costs more than O(n).
 */
import { createSortMemory, type SortMemory, sortSlots } from "../radix-sort.ts";
import { BOX_FLOATS, type EntryLists, reserveEntries } from "./entry-lists.ts";
import { type Block, createBlock, type Kernel } from "./kernel/kernel.ts";

/** Places by which entries may be shifted, for each entry of the list, until the radix sort is cheaper. */
const MOST_SHIFTS = 4;
const MAX_SLICE_BITS = 14;
const BYTES = 4;

/** What sorting needs, kept from one list to the next. */
export interface ListOrderMemory {
  /** By slice: how many entries it has, then where the next one goes. */
  readonly sliceStarts: Block;
  readonly sort: SortMemory;
  readonly order: Int32Array;
  readonly keys: Int32Array;
}

/** @param capacity most entries of a list */
export function createListOrderMemory(kernel: Kernel, capacity: number): ListOrderMemory {
  return {
    sliceStarts: createBlock(kernel, BYTES << MAX_SLICE_BITS),
    sort: createSortMemory(capacity),
    order: new Int32Array(capacity),
    keys: new Int32Array(capacity),
  };
}

/**
 * Sorts the entries from `start` up to `end`. The memory behind the lists is used for a copy.
 * @param isSliced whether they are nearly in order
 */
export function sortList(
  kernel: Kernel,
  lists: EntryLists,
  start: number,
  end: number,
  isSliced: boolean,
  memory: ListOrderMemory,
): void {
  if (!isSliced) {
    const copy = copyBehind(kernel, lists, start, end);
    // A shift, since V8 keeps a power as a float.
    const slices = 1 << Math.min(MAX_SLICE_BITS, 32 - Math.clz32(end - start));
    const slicesAt = memory.sliceStarts.at;
    const copyEnd = copy + end - start;
    kernel.calls.sortBySlice(lists.boxes.at, lists.tags.at, copy, copyEnd, start, slicesAt, slices);
  }
  const most = (end - start) * MOST_SHIFTS;
  if (kernel.calls.insertInOrder(lists.boxes.at, lists.tags.at, start, end, most) === 1) return;
  sortByRadix(kernel, lists, start, end, memory);
}

/** Copies a list to the places behind all lists. @returns the first of them */
function copyBehind(kernel: Kernel, lists: EntryLists, start: number, end: number): number {
  reserveEntries(kernel, lists, end - start);
  const { ints } = kernel;
  const boxes = lists.boxes.at >> 2;
  const tags = lists.tags.at >> 2;
  const copy = lists.length;
  ints.copyWithin(boxes + copy * BOX_FLOATS, boxes + start * BOX_FLOATS, boxes + end * BOX_FLOATS);
  ints.copyWithin(tags + copy, tags + start, tags + end);
  return copy;
}

/**
 * A float32 read as an integer is in order when positive, and in reverse when negative, where flipping all bits but the sign puts
 * it right (order-key.ts). The radix sort takes keys of 31 bits and is stable, so the last bit is sorted before.
 */
function sortByRadix(kernel: Kernel, lists: EntryLists, start: number, end: number, memory: ListOrderMemory): void {
  const { order, keys, sort } = memory;
  const size = end - start;
  const copy = copyBehind(kernel, lists, start, end);
  const { ints } = kernel;
  const boxes = lists.boxes.at >> 2;
  const tags = lists.tags.at >> 2;
  let ordered = 0;
  for (let lastBit = 0; lastBit < 2; lastBit++) {
    for (let i = 0; i < size; i++) {
      const word = ints[boxes + (copy + i) * BOX_FLOATS];
      const key = word ^ ((word >> 31) & 0x7fffffff);
      if ((key & 1) !== lastBit) continue;
      order[ordered++] = i;
      keys[i] = key >> 1;
    }
  }
  sortSlots(order, size, keys, sort);
  for (let i = 0; i < size; i++) {
    const from = boxes + (copy + order[i]) * BOX_FLOATS;
    const to = boxes + (start + i) * BOX_FLOATS;
    for (let lane = 0; lane < BOX_FLOATS; lane++) ints[to + lane] = ints[from + lane];
    ints[tags + start + i] = ints[tags + copy + order[i]];
  }
}
