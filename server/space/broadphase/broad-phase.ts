import type { BodyStore } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";
import type { PairList } from "./pair-list.ts";
import type { SlotList } from "./slot-list.ts";

/**
 * Makes a broad phase that reads `bodies`.
 *
 * @param bounds where most bodies are, in u
 */
export type BroadPhaseFactory = (bodies: BodyStore, bounds: Rectangle) => BroadPhase;

/**
 * Finds pairs of bodies whose boxes (boxes.ts) overlap, and the bodies in an area, without looking at all pairs or all
 * bodies. Boxes include their edges: boxes that only touch overlap. Every implementation gives the same pairs, whatever the
 * scene; they differ in time and in counters alone.
 *
 * An implementation reads the BodyStore that it was created with. Each step: `build` once, with the boxes up to date and the
 * store not yet settled, so that `changedSlots` holds every body that was added, removed or altered since the build before;
 * then `findPairs` before any body changes; then any number of queries.
 */
export interface BroadPhase {
  readonly counters: Readonly<BroadPhaseCounters>;
  /** Takes in the bodies as they are. */
  build(): void;
  /**
   * Replaces what `into` holds by each pair of slots, once, in any order, either slot first: pairs whose boxes overlap, of
   * which one at least is a mover, and whose categories and masks let them meet (`maskAllows` in pair-list.ts). None of the
   * catalog leaves any out; one that knows more than the boxes may leave out pairs whose shapes are apart all the way.
   */
  findPairs(into: PairList): void;
  /**
   * Appends to `into` every slot whose box overlapped the rectangle when built, and possibly some that only nearly did; each
   * once, in any order. Slots that changed since the build may be given or not: the caller looks at those by itself.
   */
  queryRect(minX: number, minY: number, maxX: number, maxY: number, into: SlotList): void;
  /** What it is made of now, for an overlay and for tests; allocates as it likes. */
  inspect(): BroadPhaseInspection;
  /** Only where there is something to end, such as threads: ends it; resolves when it has ended. It is not built again then. */
  dispose?(): Promise<void>;
}

/** What the last build and findPairs did: how one sees that an algorithm does what its name says. */
export interface BroadPhaseCounters {
  /** Pairs of boxes that were compared on both axes. */
  boxTests: number;
  /** Pairs that were found to overlap on the swept axis; 0 where none is swept. */
  axisOverlaps: number;
  /** Places by which entries moved in a sorted list that is kept from step to step, or swaps of neighbours in it. */
  swaps: number;
  /** Lists within which pairs are looked for: leaves, cells that hold anything, regions; 1 for a single list. */
  regions: number;
  /** Bodies in those lists, one in several lists counted in each. */
  entries: number;
  /** Pairs given. */
  pairs: number;
}

/** A list within which pairs are looked for. */
export interface InspectedRegion {
  /** What it covers, as far as it has bounds: infinite edges where it has none. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** 0 for the topmost level, or the coarsest layer. */
  readonly depth: number;
  /** The slots in its list, in the list's order. */
  readonly slots: readonly number[];
}

export interface BroadPhaseInspection {
  readonly regions: readonly InspectedRegion[];
}

export function createBroadPhaseCounters(): BroadPhaseCounters {
  return { boxTests: 0, axisOverlaps: 0, swaps: 0, regions: 0, entries: 0, pairs: 0 };
}
