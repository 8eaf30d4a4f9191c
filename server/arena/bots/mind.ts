import type { Hash } from "../hash.ts";

/** What a bot keeps in mind from one decision to the next. */
export interface Mind {
  /** The number of the player whom it follows; 0 for none. */
  master: number;
  /** Where it wanders to (u), and the tick in which it chooses another place at the latest. */
  courseX: number;
  courseY: number;
  courseUntil: number;
  /** The tick from which it cares for food again: while it goes away from a place where it found none that it could get. */
  hungryAt: number;
  /** The tick until which it cares for no virus: one that is hemmed in by them dares to burst. */
  boldUntil: number;
  /** The tick in which it looks back at how it fared, 0 until it has begun to; and what was when it last did (u). */
  reviewAt: number;
  reviewedMass: number;
  reviewedX: number;
  reviewedY: number;
}

/** @param master the number of the player whom the bot follows; 0 for none. */
export function createMind(master = 0): Mind {
  return {
    master,
    courseX: 0,
    courseY: 0,
    courseUntil: 0,
    hungryAt: 0,
    boldUntil: 0,
    reviewAt: 0,
    reviewedMass: 0,
    reviewedX: 0,
    reviewedY: 0,
  };
}

/** A new life: whom it follows is all that stays. */
export function clearMind(mind: Mind): void {
  mind.courseUntil = 0;
  mind.hungryAt = 0;
  mind.boldUntil = 0;
  mind.reviewAt = 0;
}

/** Adds all of a mind to a hash of the state. */
export function hashMind(hash: Hash, mind: Mind): void {
  hash.add(mind.master);
  hash.add(mind.courseX);
  hash.add(mind.courseY);
  hash.add(mind.courseUntil);
  hash.add(mind.hungryAt);
  hash.add(mind.boldUntil);
  hash.add(mind.reviewAt);
  hash.add(mind.reviewedMass);
  hash.add(mind.reviewedX);
  hash.add(mind.reviewedY);
}
