/**
 * Ids of bodies, and the slots that they stand for: which slot a new body gets, and when one that was freed is given out again.
 * An id is slot | generation << 20, a positive int32.
 */
import { SpaceError } from "./errors.ts";

/**
 * Names a body for as long as it lives. The generation goes up each time that the slot is given out, so an id kept past its
 * body's removal is told from the id of the slot's next body. There are GENERATIONS of them; only an id kept while its slot
 * was given out that often again would be taken for another body's.
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

interface BodyIds {
  /** By slot: the id of the body there; NO_BODY where the slot is free. */
  readonly ids: Int32Array;
  /** Gives out an id, in a slot never used where few are free. Throws a SpaceError ("full") when no slot is. */
  take(): BodyId;
  /** Frees a slot, which is not given out again before `settle`. */
  giveBack(slot: number): void;
  /** Lets the slots freed until now be given out again. */
  settle(): void;
}

/** @param capacity most slots, up to MAX_CAPACITY */
export function createBodyIds(capacity: number): BodyIds {
  const ids = new Int32Array(capacity);
  const generations = new Uint16Array(capacity);
  /** Slots from this one on were never given out. */
  let fresh = 0;
  /** A ring of free slots, the longest free first; the first `reusable` of them were freed before the last settle. */
  const free = new Int32Array(capacity);
  let freeStart = 0;
  let freeCount = 0;
  let reusable = 0;

  function takeSlot(): number {
    const isFresh = fresh < capacity;
    if (reusable > MIN_FREE_SLOTS || (reusable > 0 && !isFresh)) {
      const slot = free[freeStart];
      freeStart = (freeStart + 1) % capacity;
      freeCount--;
      reusable--;
      return slot;
    }
    if (isFresh) return fresh++;
    const remedy = "all slots are taken (one freed by remove() stays taken until step()); raise the capacity.";
    throw new SpaceError("full", "capacity", capacity, remedy);
  }

  return {
    ids,

    take() {
      const slot = takeSlot();
      const generation = generations[slot] === GENERATIONS ? 1 : generations[slot] + 1;
      generations[slot] = generation;
      ids[slot] = slot | (generation << SLOT_BITS);
      return ids[slot];
    },

    giveBack(slot) {
      ids[slot] = NO_BODY;
      free[(freeStart + freeCount) % capacity] = slot;
      freeCount++;
    },

    settle() {
      reusable = freeCount;
    },
  };
}
