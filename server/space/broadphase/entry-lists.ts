import { grownInt32 } from "../grow.ts";
import { KEY_LIMIT } from "./order-key.ts";

/**
 * One memory for the lists of boxes that a tree's nodes hold, as columns. A list lies in one piece, ordered by minX, and is
 * followed by one place whose minX is KEY_LIMIT, at which a sweep stops by itself. Boxes are in order keys.
 */
export interface EntryLists {
  minX: Int32Array;
  maxX: Int32Array;
  minY: Int32Array;
  maxY: Int32Array;
  /** The slot of the body, and above it the TAG_ bits. */
  tag: Int32Array;
  /** Places taken. */
  length: number;
}

/** The bits of a tag that hold the slot; MAX_CAPACITY slots fit. */
export const TAG_SLOT = (1 << 20) - 1;
/** The body is still. */
export const TAG_STILL = 1 << 29;
/** The box begins above (at a smaller y than) the region of this list. */
export const TAG_ABOVE = 1 << 30;
/** The box begins left of (at a smaller x than) the region of this list. */
export const TAG_LEFT = 1 << 31;

/** How many entries the lists hold before they first grow. */
const FIRST_CAPACITY = 1024;

export function createEntryLists(): EntryLists {
  return {
    minX: new Int32Array(FIRST_CAPACITY),
    maxX: new Int32Array(FIRST_CAPACITY),
    minY: new Int32Array(FIRST_CAPACITY),
    maxY: new Int32Array(FIRST_CAPACITY),
    tag: new Int32Array(FIRST_CAPACITY),
    length: 0,
  };
}

/** Takes places for `count` entries and the end of their list; the columns may be replaced. @returns the first place */
export function takeList(lists: EntryLists, count: number): number {
  const start = lists.length;
  const length = start + count + 1;
  lists.minX = grownInt32(lists.minX, length);
  lists.maxX = grownInt32(lists.maxX, length);
  lists.minY = grownInt32(lists.minY, length);
  lists.maxY = grownInt32(lists.maxY, length);
  lists.tag = grownInt32(lists.tag, length);
  lists.minX[length - 1] = KEY_LIMIT;
  lists.length = length;
  return start;
}
