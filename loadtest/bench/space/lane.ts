import type { Identity } from "./competitor.ts";

/** One competitor in one scene, at work on a world of its own; all worlds of a scene go the same way. */
export interface Lane {
  /** The world's next tick. Not timed. */
  advance(): void;
  /** What is timed. */
  run(): void;
  /** Judges what `run` found, before the next `advance`. Not timed. */
  check(): Verdict;
  close?(): void | Promise<void>;
}

export interface Verdict {
  /** How many pairs, bodies seen, or hits. */
  readonly found: number;
  /** Whether they are the oracle's. */
  readonly isExact: boolean;
}

/** A competitor in a scene that is yet to be set up. */
export interface Entry extends Identity {
  open(): Lane;
}
