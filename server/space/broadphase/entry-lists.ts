import { grownInt32 } from "../grow.ts";
import { KEY_LIMIT } from "./order-key.ts";

/**
 * One memory for the lists of boxes that a tree's nodes hold. An entry is ENTRY_SIZE integers in a row; places are indices
 * into `values`. A list lies in one piece, ordered by minX, and is followed by one entry whose minX is KEY_LIMIT, at which a
 * sweep stops by itself. (An array for each field would do as well, but seven arrays in a sweep overtax the registers.)
 */
export interface EntryLists {
  values: Int32Array;
  /** Places taken. */
  length: number;
}

/** An entry: the box in order keys, and its tag. */
export const ENTRY_SIZE = 5;
export const MIN_X = 0;
export const MAX_X = 1;
export const MIN_Y = 2;
export const MAX_Y = 3;
/** The slot of the body, and above it the TAG_ bits. */
export const TAG = 4;

/** The bits of a tag that hold the slot; MAX_CAPACITY slots fit. */
export const TAG_SLOT = (1 << 20) - 1;
/** The body is still. */
export const TAG_STILL = 1 << 29;
/** The box begins above (at a smaller y than) the region of this list. */
export const TAG_ABOVE = 1 << 30;
/** The box begins left of (at a smaller x than) the region of this list. */
export const TAG_LEFT = 1 << 31;

export function createEntryLists(): EntryLists {
  return { values: new Int32Array(0), length: 0 };
}

/** Makes room for `entries` more entries, the ends of their lists included; `values` may be replaced. */
export function reserveEntries(lists: EntryLists, entries: number): void {
  lists.values = grownInt32(lists.values, lists.length + entries * ENTRY_SIZE);
}

/** Ends a list at `place`. @returns where the next list may begin */
export function endList(values: Int32Array, place: number): number {
  values[place + MIN_X] = KEY_LIMIT;
  return place + ENTRY_SIZE;
}
