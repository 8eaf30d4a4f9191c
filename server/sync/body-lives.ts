/**
 * Which body has a slot, since when, and by which reference id.
 *
 * A body's refId goes with its slot, so that ids stay short and never run out. A client takes an object that it is told of by a
 * refId which it already knows for the one that it holds: the new body would be the old one, changed in place. So a refId is
 * used again only by whoever cannot hold the old body any more:
 *
 * - A viewer that gets every tick's frame was told of the removal in an earlier frame. Where a slot passes from one body to
 *   another within a tick there was no such frame: the slot then takes its other refId (it has two), and keeps it.
 * - A viewer that has missed frames, or may have lost some, is first told without the bodies that it might take for others
 *   (`canBeTold`), which removes what it held in their place, and of them in the frame after.
 */
export interface BodyLives {
  /** By slot: the refId of the body. */
  readonly refIds: Int32Array;
  /** The slots whose body is new at this tick. */
  readonly born: { readonly slots: Int32Array; count: number };
  /** Slots have the refIds `first` to `first + refIdCount(capacity) - 1`. */
  useRefIds(first: number): void;
  update(ids: Int32Array, slotLimit: number, tick: number): void;
  /**
   * Whether a client that was last up to date at tick `since` can be told of the body in `slot` at once: it holds no other one
   * by the same refId, and the body was there at the last tick already.
   */
  canBeTold(slot: number, since: number): boolean;
}

/** How many refIds so many slots take. */
export function refIdCount(capacity: number): number {
  return 2 * capacity;
}

export function createBodyLives(capacity: number): BodyLives {
  const knownIds = new Int32Array(capacity);
  const bornAt = new Int32Array(capacity);
  const lives = new Uint8Array(capacity);
  const usesOther = new Uint8Array(capacity);
  const refIds = new Int32Array(capacity);
  const born = { slots: new Int32Array(capacity), count: 0 };
  /** As of the last update; the game may have altered it since. */
  let latestIds: Int32Array = knownIds;
  let firstRefId = 0;
  let lastLimit = 0;

  function nameSlot(slot: number): void {
    refIds[slot] = firstRefId + slot + usesOther[slot] * capacity;
  }

  return {
    refIds,
    born,
    useRefIds(first) {
      firstRefId = first;
      for (let slot = 0; slot < capacity; slot++) nameSlot(slot);
    },
    update(ids, slotLimit, tick) {
      born.count = 0;
      latestIds = ids;
      const limit = Math.max(slotLimit, lastLimit);
      lastLimit = slotLimit;
      for (let slot = 0; slot < limit; slot++) {
        const id = ids[slot];
        const known = knownIds[slot];
        if (id === known) continue;
        knownIds[slot] = id;
        if (id === 0) continue;
        born.slots[born.count++] = slot;
        bornAt[slot] = tick;
        if (lives[slot] < 2) lives[slot]++;
        if (known === 0) continue;
        usesOther[slot] ^= 1;
        nameSlot(slot);
      }
    },
    canBeTold(slot, since) {
      const isKnown = knownIds[slot] !== 0 && knownIds[slot] === latestIds[slot];
      return isKnown && (lives[slot] === 1 || bornAt[slot] <= since);
    },
  };
}
