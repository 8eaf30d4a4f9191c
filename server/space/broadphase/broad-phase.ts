import type { PairList } from "./pair-list.ts";
import type { SlotList } from "./slot-list.ts";

/**
 * Finds pairs of bodies whose boxes overlap, and the bodies in an area, without looking at all pairs or all bodies. A body's
 * box is [x − radius, x + radius] by [y − radius, y + radius], computed in float64 and including its edges: boxes that only
 * touch overlap. Every implementation gives the same pairs, whatever the scene; they differ in time and in counters alone.
 *
 * An implementation reads the BodyStore that it was created with. Each tick: `build` once, then `findPairs` before any body
 * changes, then any number of queries.
 */
export interface BroadPhase {
  readonly counters: Readonly<BroadPhaseCounters>;
  /** Takes in the bodies as they are. Afterwards the store is settled: its changes are always those since the last build. */
  build(): void;
  /** Replaces what `into` holds by each pair with overlapping boxes, once, in any order. Two still bodies are no pair. */
  findPairs(into: PairList): void;
  /**
   * Appends to `into` every slot whose box overlapped the rectangle when built, and possibly some that only nearly did; each
   * once, in any order. Slots that changed since the build may be given or not: the caller looks at those by itself.
   */
  queryRect(minX: number, minY: number, maxX: number, maxY: number, into: SlotList): void;
}

/** What the last build and findPairs did: how one sees that an algorithm does what its name says. */
export interface BroadPhaseCounters {
  /** Pairs of boxes that were compared on both axes. */
  boxTests: number;
  /** Pairs that were found to overlap on the swept axis; 0 where none is swept. */
  axisOverlaps: number;
  /** Lists within which pairs are looked for. */
  leaves: number;
  /** Bodies in those lists, one in several lists counted in each. */
  entries: number;
  /** Pairs given. */
  pairs: number;
}

export function createBroadPhaseCounters(): BroadPhaseCounters {
  return { boxTests: 0, axisOverlaps: 0, leaves: 0, entries: 0, pairs: 0 };
}
