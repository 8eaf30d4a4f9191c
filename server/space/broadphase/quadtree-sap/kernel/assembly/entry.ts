/**
 * An entry stands for a box in a list: four float32 in a row, minX, minY, −maxX and −maxY in the tree's x and y, and a tag in
 * another array, at the same place. With the greatest edges negated, one comparison of four lanes tells whether two boxes
 * overlap: each lane of one must be at most what `reachOf` makes of the other.
 */
export const BOX_SHIFT: usize = 4;
export const TAG_SHIFT: usize = 2;

/** The tags' bits (entry-lists.ts). */
export const SLOT: i32 = (1 << 20) - 1;
export const CLASS_SHIFT: i32 = 20;
export const CLASSES: i32 = (1 << 9) - 1;
export const FLAGS: i32 = -1 << 29;
export const ABOVE: i32 = 1 << 30;
export const LEFT: i32 = 1 << 31;

/** The tag of the end of a list, and of each place that a loop may read beyond it. */
const NO_TAG: i32 = -1;
/** Places after a list: the sweep's loop reads boxes in fours. END_PLACES of entry-lists.ts. */
const PADDING: i32 = 4;

/** What no lane of a box that overlaps this one is greater than: maxX, maxY, −minX, −minY. */
export function reachOf(box: v128): v128 {
  return f32x4.neg(v128.shuffle<f32>(box, box, 2, 3, 0, 1));
}

/**
 * Writes a pair: its two slots. It is written always, and kept by counting it, as the processor would guess a branch here wrong
 * too often. Touching is overlapping.
 * @param reach of the first one's box
 * @param refused the bits of which the second one's tag must have none
 * @returns where the next pair goes: four bytes further if the boxes overlap and the tag is not refused
 */
export function putPair(
  pair: usize,
  secondFromFirst: usize,
  slot: i32,
  tag: i32,
  box: v128,
  reach: v128,
  refused: i32,
): usize {
  store<i32>(pair, slot);
  store<i32>(pair + secondFromFirst, tag & SLOT);
  const apart = i32x4.bitmask(f32x4.gt(box, reach));
  return pair + ((<usize>((apart | (tag & refused)) === 0)) << 2);
}

/** The bits of which the tag of another must have none: our flags, and the classes that ours does not meet. */
export function refusedBy(tag: i32, refusedAt: usize): i32 {
  const filterClass = 32 - clz((tag >>> CLASS_SHIFT) & CLASSES);
  return (tag & FLAGS) | (load<i32>(refusedAt + ((<usize>filterClass) << 2)) << CLASS_SHIFT);
}

/** Ends a list with boxes that nothing overlaps. @returns where the next list may begin */
export function endList(boxesAt: usize, tagsAt: usize, place: i32): i32 {
  for (let i = 0; i < PADDING; i++) {
    v128.store(boxesAt + ((<usize>place) << BOX_SHIFT), f32x4.splat(Infinity));
    store<i32>(tagsAt + ((<usize>place) << TAG_SHIFT), NO_TAG);
    place++;
  }
  return place;
}

/** Copies an entry to another place. */
export function copyEntry(boxesAt: usize, tagsAt: usize, from: i32, to: i32): void {
  v128.store(boxesAt + ((<usize>to) << BOX_SHIFT), v128.load(boxesAt + ((<usize>from) << BOX_SHIFT)));
  store<i32>(tagsAt + ((<usize>to) << TAG_SHIFT), load<i32>(tagsAt + ((<usize>from) << TAG_SHIFT)));
}
