/** The phases of a tick, in their order (see the tick in server/README.md). */
export const PHASES = ["input", "move", "space", "rules", "encode", "interest", "send"] as const;

export type Phase = (typeof PHASES)[number];

/** Told where one phase ends; it owns the clock, so that the simulation itself reads none. */
export interface PhaseTimer {
  /** Everything since the last mark (or since the tick began) was `phase`; one may be marked more than once in a tick. */
  mark(phase: Phase): void;
}
