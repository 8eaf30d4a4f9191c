import { type Block, createBlock, growBlock, type Kernel } from "./kernel/kernel.ts";

/**
 * One memory for the lists of boxes that a tree's nodes hold. An entry is a box and a tag at the same place of two arrays;
 * assembly/entry.ts says how a box is laid out. A list lies in one piece, ordered by minX, and is followed by END_PLACES
 * entries that nothing overlaps, of an infinite minX, at which a sweep stops by itself.
 */
export interface EntryLists {
  readonly boxes: Block;
  readonly tags: Block;
  /** Places taken. */
  length: number;
}

/** A box is four floats: minX, minY, −maxX and −maxY. */
export const BOX_FLOATS = 4;
const BOX_BYTES = 16;
const TAG_BYTES = 4;
/** Entries that end a list: as many as the kernel may read beyond it. */
export const END_PLACES = 4;

/** The bits of a tag that hold the slot of the body; MAX_CAPACITY slots fit. */
export const TAG_SLOT = (1 << 20) - 1;
/** The bits from here on hold a bit for the body's filter class; none for a body of no class (filter-classes.ts). */
const TAG_CLASS_SHIFT = 20;
/** The body is still. Of this bit and the next two, two bodies that are to be a pair in a list have none in common. */
export const TAG_STILL = 1 << 29;
/** The box begins above (at a smaller y than) the region of this list. */
export const TAG_ABOVE = 1 << 30;
/** The box begins left of (at a smaller x than) the region of this list. */
export const TAG_LEFT = 1 << 31;

export function createEntryLists(kernel: Kernel): EntryLists {
  return { boxes: createBlock(kernel, 0), tags: createBlock(kernel, 0), length: 0 };
}

/** The bits of a tag that tell a body's slot and its filter class. */
export function tagOf(slot: number, filterClass: number): number {
  return slot | (((1 << filterClass) >> 1) << TAG_CLASS_SHIFT);
}

/** Makes room for `entries` more entries, the ends of their lists included. */
export function reserveEntries(kernel: Kernel, lists: EntryLists, entries: number): void {
  growBlock(kernel, lists.boxes, (lists.length + entries) * BOX_BYTES);
  growBlock(kernel, lists.tags, (lists.length + entries) * TAG_BYTES);
}
