/**
 * Lists of bodies by cell, for the algorithms that put a body into each cell that its box meets and compare all bodies of a
 * cell. An entry is an integer: the slot, and bits on how the body stands to the cell.
 *
 * A pair that meets in several cells is given in one only, without a set of pairs: in the cell with the corner (greater minX,
 * greater minY) of the two boxes. It is the only one in which not both begin left of the cell, and not both above it. Two
 * still bodies have a bit in common as well, so one test of the bits passes over all that is not a pair.
 */
import type { Boxes } from "../../boxes.ts";
import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import type { SlotList } from "../slot-list.ts";

const SLOT_BITS = 20;
/** The slot of an entry. */
export const ENTRY_SLOT = (1 << SLOT_BITS) - 1;
/** The body's box begins left of the cell. */
export const ENTRY_LEFT = 1 << SLOT_BITS;
/** It begins above the cell. */
export const ENTRY_ABOVE = 1 << (SLOT_BITS + 1);
export const ENTRY_STILL = 1 << (SLOT_BITS + 2);

/**
 * Appends to `into` the pairs among the entries from `start` up to `end` whose boxes overlap, and that are to be given here.
 * @returns how many boxes it compared
 */
export function pairEntries(entries: Int32Array, start: number, end: number, boxes: Boxes, into: PairList): number {
  const { minX, minY, maxX, maxY } = boxes;
  let { a, b, count } = into;
  let tests = 0;
  for (let i = start; i < end - 1; i++) {
    const entry = entries[i];
    const slot = entry & ENTRY_SLOT;
    const left = minX[slot];
    const top = minY[slot];
    const right = maxX[slot];
    const bottom = maxY[slot];
    a = grownInt32(a, count + end - i);
    b = grownInt32(b, count + end - i);
    for (let j = i + 1; j < end; j++) {
      const otherEntry = entries[j];
      if ((entry & otherEntry) > ENTRY_SLOT) continue;
      tests++;
      const other = otherEntry & ENTRY_SLOT;
      if (minX[other] > right || maxX[other] < left || minY[other] > bottom || maxY[other] < top) continue;
      a[count] = slot;
      b[count++] = other;
    }
  }
  into.a = a;
  into.b = b;
  into.count = count;
  return tests;
}

/**
 * Appends to `into` the slots among the entries from `start` up to `end` whose boxes overlap a rectangle, and that are to be
 * given in this cell.
 *
 * @param standing how the rectangle stands to the cell, as bits of an entry
 */
export function queryEntries(
  entries: Int32Array,
  start: number,
  end: number,
  standing: number,
  { minX, minY, maxX, maxY }: Boxes,
  left: number,
  top: number,
  right: number,
  bottom: number,
  into: SlotList,
): void {
  const slots = grownInt32(into.slots, into.count + end - start);
  let count = into.count;
  for (let i = start; i < end; i++) {
    const entry = entries[i];
    if ((entry & standing) !== 0) continue;
    const slot = entry & ENTRY_SLOT;
    if (minX[slot] > right || maxX[slot] < left || minY[slot] > bottom || maxY[slot] < top) continue;
    slots[count++] = slot;
  }
  into.slots = slots;
  into.count = count;
}

/** The slots of the entries from `start` up to `end`, for `inspect`. */
export function slotsOfEntries(entries: Int32Array, start: number, end: number): number[] {
  return Array.from(entries.subarray(start, end), (entry) => entry & ENTRY_SLOT);
}
