/** The bodies with the least keys among those offered, least first; of equal keys the lesser slot first. */
export interface Ranking {
  readonly slots: Int32Array;
  readonly keys: Float64Array;
  count: number;
}

/** @param capacity how many are kept. */
export function createRanking(capacity: number): Ranking {
  return { slots: new Int32Array(capacity), keys: new Float64Array(capacity), count: 0 };
}

/** Puts a body in its place, if it belongs among those kept. What is kept does not depend on the order of the offers. */
export function rank(ranking: Ranking, slot: number, key: number): void {
  const { slots, keys } = ranking;
  const isFull = ranking.count === slots.length;
  let place = isFull ? ranking.count - 1 : ranking.count;
  if (isFull && !comesBefore(slot, key, slots[place], keys[place])) return;
  while (place > 0 && comesBefore(slot, key, slots[place - 1], keys[place - 1])) {
    slots[place] = slots[place - 1];
    keys[place] = keys[place - 1];
    place--;
  }
  slots[place] = slot;
  keys[place] = key;
  if (!isFull) ranking.count++;
}

function comesBefore(slot: number, key: number, otherSlot: number, otherKey: number): boolean {
  return key < otherKey || (key === otherKey && slot < otherSlot);
}
