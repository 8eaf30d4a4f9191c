import { requireFinite, requireRadius, SpaceError } from "./errors.ts";

/**
 * Names a body for as long as it lives: slot | generation << 20, a positive int32. The generation goes up each time that
 * the slot is given out, so an id kept past its body's removal is told from the id of the slot's next body. There are
 * GENERATIONS of them; only an id kept while its slot was given out that often again would be taken for another body's.
 */
export type BodyId = number;

/** Never the id of a body. */
export const NO_BODY = 0;

const SLOT_BITS = 20;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
/** Most slots that an id can tell apart. */
export const MAX_CAPACITY = 1 << SLOT_BITS;
/** Generations run from 1 to this, then begin again: what a positive int32 has left. */
export const GENERATIONS = 2047;
/** A slot is given out again only when more than this many are free, so that generations last long. */
export const MIN_FREE_SLOTS = 256;

/** The slot of a body: where its values stand in the columns. */
export function slotOf(id: BodyId): number {
  return id & SLOT_MASK;
}

/** The bodies as a struct of arrays by slot, for reading: write through the space. Positions and radii in u. */
export interface BodyStore {
  /** Most slots; every column has this length. */
  readonly capacity: number;
  /** Bodies that there are. */
  readonly count: number;
  /** No body is or ever was in a slot from this one on. */
  readonly slotLimit: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  /** 1 for a body that does not move by itself: two of them are never a pair. */
  readonly still: Uint8Array;
  /** The id of the body in a slot; NO_BODY where the slot is free. */
  readonly ids: Int32Array;
  /** The slots whose body was added, removed or altered since the last `settle`: the first `changedCount`, each once. */
  readonly changedSlots: Int32Array;
  readonly changedCount: number;
  /** 1 for a slot that is in `changedSlots`. */
  readonly isChanged: Uint8Array;
}

/** The store with what alters it. Every method throws a SpaceError for a stale id or a value that is not allowed. */
export interface WritableBodyStore extends BodyStore {
  /** Adds a body. Throws a SpaceError ("full") when no slot is free. */
  add(x: number, y: number, radius: number, still: boolean): BodyId;
  move(id: BodyId, x: number, y: number): void;
  resize(id: BodyId, radius: number): void;
  setStill(id: BodyId, still: boolean): void;
  /** Removes a body. Its slot is not given out again before the next `settle`. */
  remove(id: BodyId): void;
  /** Whether the body that `id` was given for is still there. */
  has(id: BodyId): boolean;
  /** Forgets what changed, and lets the slots freed until now be given out again. */
  settle(): void;
}

/** @param capacity most bodies at once, from 1 to MAX_CAPACITY; a SpaceError otherwise. */
export function createBodyStore(capacity: number): WritableBodyStore {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > MAX_CAPACITY) {
    throw new SpaceError("bad-capacity", "capacity", capacity, `give an integer from 1 to ${MAX_CAPACITY}.`);
  }
  const x = new Float64Array(capacity);
  const y = new Float64Array(capacity);
  const radius = new Float64Array(capacity);
  const still = new Uint8Array(capacity);
  const ids = new Int32Array(capacity);
  const generations = new Uint16Array(capacity);
  const changedSlots = new Int32Array(capacity);
  const isChanged = new Uint8Array(capacity);
  let count = 0;
  let slotLimit = 0;
  let changedCount = 0;
  // A ring of free slots, the longest free first; the first `reusable` of them were freed before the last settle.
  const free = new Int32Array(capacity);
  let freeStart = 0;
  let freeCount = 0;
  let reusable = 0;

  function has(id: BodyId): boolean {
    return id !== NO_BODY && ids[id & SLOT_MASK] === id;
  }

  function requireSlot(id: BodyId): number {
    if (!has(id)) throw new SpaceError("stale-id", "id", id, "no such body, or no longer; ask has(id) before.");
    return id & SLOT_MASK;
  }

  function markChanged(slot: number): void {
    if (isChanged[slot] === 1) return;
    isChanged[slot] = 1;
    changedSlots[changedCount++] = slot;
  }

  function takeSlot(): number {
    const isFresh = slotLimit < capacity;
    if (reusable > MIN_FREE_SLOTS || (reusable > 0 && !isFresh)) {
      const slot = free[freeStart];
      freeStart = (freeStart + 1) % capacity;
      freeCount--;
      reusable--;
      return slot;
    }
    if (isFresh) return slotLimit++;
    const remedy = "all slots are taken (one freed by remove() stays taken until step()); raise the capacity.";
    throw new SpaceError("full", "capacity", capacity, remedy);
  }

  return {
    capacity,
    get count() {
      return count;
    },
    get slotLimit() {
      return slotLimit;
    },
    x,
    y,
    radius,
    still,
    ids,
    changedSlots,
    get changedCount() {
      return changedCount;
    },
    isChanged,
    has,

    add(bodyX, bodyY, bodyRadius, isStill) {
      requireFinite("x", bodyX);
      requireFinite("y", bodyY);
      requireRadius(bodyRadius);
      const slot = takeSlot();
      const generation = generations[slot] === GENERATIONS ? 1 : generations[slot] + 1;
      const id = slot | (generation << SLOT_BITS);
      generations[slot] = generation;
      ids[slot] = id;
      x[slot] = bodyX;
      y[slot] = bodyY;
      radius[slot] = bodyRadius;
      still[slot] = isStill ? 1 : 0;
      count++;
      markChanged(slot);
      return id;
    },

    move(id, bodyX, bodyY) {
      const slot = requireSlot(id);
      requireFinite("x", bodyX);
      requireFinite("y", bodyY);
      x[slot] = bodyX;
      y[slot] = bodyY;
      markChanged(slot);
    },

    resize(id, bodyRadius) {
      const slot = requireSlot(id);
      requireRadius(bodyRadius);
      radius[slot] = bodyRadius;
      markChanged(slot);
    },

    setStill(id, isStill) {
      const slot = requireSlot(id);
      still[slot] = isStill ? 1 : 0;
      markChanged(slot);
    },

    remove(id) {
      const slot = requireSlot(id);
      ids[slot] = NO_BODY;
      free[(freeStart + freeCount) % capacity] = slot;
      freeCount++;
      count--;
      markChanged(slot);
    },

    settle() {
      for (let i = 0; i < changedCount; i++) isChanged[changedSlots[i]] = 0;
      changedCount = 0;
      reusable = freeCount;
    },
  };
}
