import type { BodyStore } from "../../../server/space/bodies.ts";
import type { PairList } from "../../../server/space/broadphase/pair-list.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";

/** Who is measured: an algorithm of ours, or a peer. */
export interface Identity {
  readonly name: string;
  readonly isOurs: boolean;
  /** Whether it is the algorithm that a space uses when none is named. */
  readonly isDefault: boolean;
}

export function ours(name: string, isDefault: boolean): Identity {
  return { name, isOurs: true, isDefault };
}

export function peer(name: string): Identity {
  return { name, isOurs: false, isDefault: false };
}

/** Something that finds all pairs of a store's bodies. */
export interface Competitor extends Identity {
  /** Why it is not run in a scene with so many bodies; undefined where it is. */
  readonly reasonAgainst?: (scene: string, bodies: number) => string | undefined;
  create(bodies: BodyStore, bounds: Rectangle): PairFinder;
}

/** A competitor at work on one store. */
export interface PairFinder {
  /** The pairs of slots that the last `step` found, each once, either slot first. */
  readonly pairs: PairList;
  /**
   * All that is timed: from the positions in the store, through the boxes, to the pairs that may meet. `changedSlots` holds
   * what changed since the step before. Still bodies are added and removed in a run, and nothing else is done to them.
   */
  step(): void;
  /** Frees what the garbage collector does not. */
  close?(): void | Promise<void>;
}
