import { TAG_SLOT } from "./entry-lists.ts";

/**
 * The slots that hold a mover, in no particular order: in the first `count` of `tags`, each with its body's filter class
 * (entry-lists.ts). Adding and removing cost O(1).
 */
export interface MoverList {
  readonly tags: Int32Array;
  count: number;
  /** By slot: where in `tags` it stands, or −1. */
  readonly places: Int32Array;
}

/** @param capacity slots are below this */
export function createMoverList(capacity: number): MoverList {
  return { tags: new Int32Array(capacity), count: 0, places: new Int32Array(capacity).fill(-1) };
}

/** Adds the slot of a tag, or gives it that tag if it is there. */
export function putMover(movers: MoverList, tag: number): void {
  const slot = tag & TAG_SLOT;
  if (movers.places[slot] < 0) movers.places[slot] = movers.count++;
  movers.tags[movers.places[slot]] = tag;
}

/** Removes a slot, if it is there; the last one takes its place. */
export function removeMover(movers: MoverList, slot: number): void {
  const { tags, places } = movers;
  const place = places[slot];
  if (place < 0) return;
  const last = tags[--movers.count];
  tags[place] = last;
  places[last & TAG_SLOT] = place;
  places[slot] = -1;
}
