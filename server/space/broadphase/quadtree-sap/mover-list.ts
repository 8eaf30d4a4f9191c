/** The slots that hold a mover: the first `count` of `slots`, in no particular order. Adding and removing cost O(1). */
export interface MoverList {
  readonly slots: Int32Array;
  count: number;
  /** By slot: where in `slots` it stands, or −1. */
  readonly places: Int32Array;
}

/** @param capacity slots are below this */
export function createMoverList(capacity: number): MoverList {
  return { slots: new Int32Array(capacity), count: 0, places: new Int32Array(capacity).fill(-1) };
}

/** Adds a slot, unless it is there. */
export function addMover(movers: MoverList, slot: number): void {
  if (movers.places[slot] >= 0) return;
  movers.places[slot] = movers.count;
  movers.slots[movers.count++] = slot;
}

/** Removes a slot, if it is there; the last one takes its place. */
export function removeMover(movers: MoverList, slot: number): void {
  const { slots, places } = movers;
  const place = places[slot];
  if (place < 0) return;
  const last = slots[--movers.count];
  slots[place] = last;
  places[last] = place;
  places[slot] = -1;
}
