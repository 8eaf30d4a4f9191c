import type { BodyStore } from "../../bodies.ts";
import { BOX_FLOATS, TAG_SLOT, TAG_STILL } from "./entry-lists.ts";
import { type Block, createBlock, type Kernel } from "./kernel/kernel.ts";

/** The boxes of what is swept, in the tree's x and y and laid out as those of entries, and their tags: in the kernel's memory. */
export interface SweptBoxes {
  readonly boxes: Block;
  readonly tags: Block;
}

const BYTES = 4;

/** @param capacity most boxes */
export function createSweptBoxes(kernel: Kernel, capacity: number): SweptBoxes {
  return {
    boxes: createBlock(kernel, capacity * BOX_FLOATS * BYTES),
    tags: createBlock(kernel, capacity * BYTES),
  };
}

/**
 * Gathers the boxes of the bodies that the first `count` tags are of.
 * @param movers how many of them are of movers: those after them are of still bodies
 * @param isTransposed whether the tree's x is the world's y
 */
export function gatherBoxes(
  { ints, floats }: Kernel,
  swept: SweptBoxes,
  { boxes }: BodyStore,
  tags: Int32Array,
  count: number,
  movers: number,
  isTransposed: boolean,
): void {
  const left = isTransposed ? boxes.minY : boxes.minX;
  const top = isTransposed ? boxes.minX : boxes.minY;
  const right = isTransposed ? boxes.maxY : boxes.maxX;
  const bottom = isTransposed ? boxes.maxX : boxes.maxY;
  const slotBits = TAG_SLOT;
  const tagsAt = swept.tags.at >> 2;
  let box = swept.boxes.at >> 2;
  // With | 0, V8 need not look for an overflow.
  for (let i = 0; i < count; i = (i + 1) | 0) {
    const tag = tags[i];
    const slot = tag & slotBits;
    floats[box] = left[slot];
    floats[(box + 1) | 0] = top[slot];
    floats[(box + 2) | 0] = -right[slot];
    floats[(box + 3) | 0] = -bottom[slot];
    ints[(tagsAt + i) | 0] = tag;
    box = (box + BOX_FLOATS) | 0;
  }
  for (let i = movers; i < count; i++) ints[tagsAt + i] |= TAG_STILL;
}
