/**
 * One viewer: where it looks, what it has been told of, and what is to be sent to it. The first part is what others see of it,
 * the second what the looks keep.
 */
import type { SlotList } from "../space/broadphase/slot-list.ts";
import { createSlotList } from "../space/broadphase/slot-list.ts";
import { grownInt32 } from "../space/grow.ts";
import type { BodyId, IdList } from "../space/space.ts";
import { createIdList } from "../space/space.ts";
import type { Area } from "./areas.ts";

export interface ViewerOptions {
  /**
   * Most bytes of bodies per update (see budget.ts). Exits and always-seen bodies are sent at any price, and counted first.
   * Default: no limit.
   */
  readonly budget?: number;
  /** Whether walls hide bodies from it. Default false. */
  readonly lineOfSight?: boolean;
  /**
   * Told of each body that enters what is seen, and of each that leaves, once all viewers are up to date; those that leave
   * first. A restart tells only what differs from what was seen before it. They may alter anything but look: `update` and
   * `restart` throw an InterestError ("in-callback"). What they throw is thrown on, and the rest is not told.
   */
  readonly onEnter?: (id: BodyId) => void;
  readonly onLeave?: (id: BodyId) => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Those of the bodies that stayed whose changes are to be sent now. */
export interface Due {
  /** The first `count` of each. */
  slots: Int32Array;
  /** Updates since each was last sent: 1 for one that was up to date at the last update. Not filled when `isFresh`. */
  ages: Int32Array;
  count: number;
  /** All ages are 1. */
  isFresh: boolean;
}

/**
 * `areas`, `focus`, `rateUnit` and `alwaysSeen` are the caller's, to alter or replace between updates. The lists are as of the last update
 * or restart; `seen` is what the client has been told of, so a body that a cap, a budget or a wall keeps out is not in it.
 */
export interface Viewer {
  /** It sees their union. Empty at first. */
  areas: readonly Area[];
  /** What distances are measured from (u). Default: the centre of the first area. */
  focus: Point | undefined;
  /** What the distances of rates are counted in (u): with half the height of what is seen, they grow with it. Default 1. */
  rateUnit: number;
  /** Ids of bodies that are seen wherever they are; lists may be shared between viewers; ids that are gone are skipped. */
  alwaysSeen: readonly Readonly<IdList>[];
  /** Ids. */
  readonly seen: Readonly<IdList>;
  /** Slots. A slot that was freed and given to another body is in `left` and in `entered`. */
  readonly entered: Readonly<SlotList>;
  readonly left: Readonly<SlotList>;
  readonly stayed: Readonly<SlotList>;
  readonly due: Readonly<Due>;
  /** Whose areas, focus and rate unit it uses, and whose always-seen bodies besides its own; that one's own source, in turn. */
  readonly following: Viewer | undefined;
  /**
   * Sees by the areas, the focus and the rate unit of `other` from now on, or by its own again. Throws an InterestError ("follow-cycle") for
   * itself, or one that follows it, be it by way of others.
   */
  follow(other: Viewer | undefined): void;
}

/** Why a body in the areas of a viewer is not seen. From `firstWall` on: the number of the wall that hides it, and that. */
export const Refusal = { cap: 0, budget: 1, firstWall: 2 } as const;

/** In the place of the update since which a body waits for the budget, for one that is refused for another reason. */
export const NOT_WAITING = -1;

/** A viewer with what the looks keep of it from update to update. Lists are swapped by their arrays, never by themselves. */
export interface ViewerState extends Viewer {
  readonly seen: IdList;
  readonly entered: SlotList;
  readonly left: SlotList;
  readonly stayed: SlotList;
  readonly due: Due;
  following: ViewerState | undefined;
  /** Bytes; Infinity without a budget. */
  readonly budget: number;
  readonly lineOfSight: boolean;
  readonly onEnter: ((id: BodyId) => void) | undefined;
  readonly onLeave: ((id: BodyId) => void) | undefined;
  /** What it saw before the last update. */
  readonly before: IdList;
  /** Bodies in its areas that it does not see, and why (`Refusal`); the update since when it waits for the budget. */
  readonly refused: IdList;
  refusedWhy: Int32Array;
  refusedSince: Int32Array;
  readonly refusedBefore: IdList;
  refusedSinceBefore: Int32Array;
  /** By place in `seen`: the update in which it entered, that up to which its client knows it, bytes of changes since then. */
  enteredAt: Int32Array;
  knownAt: Int32Array;
  pending: Int32Array;
  enteredAtBefore: Int32Array;
  knownAtBefore: Int32Array;
  pendingBefore: Int32Array;
  /** Whether it has looked at all. */
  hasLooked: boolean;
  /** Where it looked from last: x and y, in u. */
  readonly eye: Float64Array;
}

export function createViewerState(options: ViewerOptions, follow: (self: ViewerState, other?: Viewer) => void) {
  const none = new Int32Array(0);
  const state: ViewerState = {
    areas: [],
    focus: undefined,
    rateUnit: 1,
    alwaysSeen: [],
    seen: createIdList(),
    entered: createSlotList(),
    left: createSlotList(),
    stayed: createSlotList(),
    due: { slots: none, ages: none, count: 0, isFresh: true },
    following: undefined,
    follow: (other) => follow(state, other),
    budget: options.budget ?? Infinity,
    lineOfSight: options.lineOfSight ?? false,
    onEnter: options.onEnter,
    onLeave: options.onLeave,
    before: createIdList(),
    refused: createIdList(),
    refusedWhy: none,
    refusedSince: none,
    refusedBefore: createIdList(),
    refusedSinceBefore: none,
    enteredAt: none,
    knownAt: none,
    pending: none,
    enteredAtBefore: none,
    knownAtBefore: none,
    pendingBefore: none,
    hasLooked: false,
    eye: new Float64Array(2),
  };
  return state;
}

/** Makes the times of what is seen those of what was seen before. */
export function turnTimes(state: ViewerState): void {
  const { enteredAt, knownAt, pending } = state;
  state.enteredAt = state.enteredAtBefore;
  state.knownAt = state.knownAtBefore;
  state.pending = state.pendingBefore;
  state.enteredAtBefore = enteredAt;
  state.knownAtBefore = knownAt;
  state.pendingBefore = pending;
}

/** Makes room for the times of so many bodies. */
export function reserveTimes(state: ViewerState, count: number): void {
  state.enteredAt = grownInt32(state.enteredAt, count);
  state.knownAt = grownInt32(state.knownAt, count);
  state.pending = grownInt32(state.pending, count);
}

/** Makes the list empty that a full look fills next to what it filled before. */
export function turnRefused(state: ViewerState): void {
  const { refused, refusedBefore, refusedSince } = state;
  const { ids } = refusedBefore;
  refusedBefore.ids = refused.ids;
  refusedBefore.count = refused.count;
  refused.ids = ids;
  refused.count = 0;
  state.refusedSince = state.refusedSinceBefore;
  state.refusedSinceBefore = refusedSince;
}

/** The viewer whose areas, focus and rate unit count: itself, or the one at the end of those that it follows. */
export function sourceOf(viewer: ViewerState): ViewerState {
  let source = viewer;
  while (source.following !== undefined) source = source.following;
  return source;
}

/** Makes what is seen now what was seen before, and leaves room for what is seen next. */
export function turnSeen({ seen, before }: ViewerState): void {
  const { ids } = before;
  before.ids = seen.ids;
  before.count = seen.count;
  seen.ids = ids;
  seen.count = 0;
}
