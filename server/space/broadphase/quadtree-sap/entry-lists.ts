import { grownInt32 } from "../../grow.ts";
import { KEY_LIMIT } from "./box-key.ts";

/**
 * One memory for the lists of boxes that a tree's nodes hold. An entry is ENTRY_SIZE integers in a row; places are indices
 * into `values`. A list lies in one piece, ordered by minX, and is followed by one entry whose minX is KEY_LIMIT, at which a
 * sweep stops by itself. (An array for each field would do as well, but seven arrays in a sweep overtax the registers, and
 * filling many lists at once is what memory is slow at.)
 */
export interface EntryLists {
  values: Int32Array;
  /** The same memory, read as float32. */
  floats: Float32Array;
  /** Places taken. */
  length: number;
}

/**
 * An entry: the keys of minX, maxX, minY and maxY, and its tag. The loops over entries write these five places as numbers,
 * and ENTRY_SIZE as a constant of their own: V8 folds a module's own constants into the code, but not those of others.
 */
export const ENTRY_SIZE = 5;
/** The bits of a tag that hold the slot of the body; MAX_CAPACITY slots fit. */
export const TAG_SLOT = (1 << 20) - 1;
/** The bits from here on hold a bit for the body's filter class; none for a body of no class (filter-classes.ts). */
export const TAG_CLASS_SHIFT = 20;
/** From this bit of a tag on: three bits of which two bodies that are to be a pair in this list have none in common. */
export const TAG_FLAGS_SHIFT = 29;
/** The body is still. */
export const TAG_STILL = 1 << 29;
/** The box begins above (at a smaller y than) the region of this list. */
export const TAG_ABOVE = 1 << 30;
/** The box begins left of (at a smaller x than) the region of this list. */
export const TAG_LEFT = 1 << 31;
/** The tag of the end of a list. */
const NO_TAG = -1;

export function createEntryLists(): EntryLists {
  return { values: new Int32Array(0), floats: new Float32Array(0), length: 0 };
}

/** The bits of a tag that tell a body's slot and its filter class. */
export function tagOf(slot: number, filterClass: number): number {
  return slot | (((1 << filterClass) >> 1) << TAG_CLASS_SHIFT);
}

/** Makes room for `entries` more entries, the ends of their lists included; `values` may be replaced. */
export function reserveEntries(lists: EntryLists, entries: number): void {
  const values = grownInt32(lists.values, lists.length + entries * ENTRY_SIZE);
  if (values === lists.values) return;
  lists.values = values;
  lists.floats = new Float32Array(values.buffer);
}

/** Ends a list at `place`. @returns where the next list may begin */
export function endList(values: Int32Array, place: number): number {
  values[place] = KEY_LIMIT;
  values[place + 4] = NO_TAG;
  return place + ENTRY_SIZE;
}
