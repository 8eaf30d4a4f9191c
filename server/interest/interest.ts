/**
 * Who sees what: the front door. A viewer has areas (rectangles, circles, cones; their union) and bodies that it always sees;
 * once a tick `update` says for each viewer what entered, stayed and left, and whose changes are to be sent. It knows neither
 * a network nor a game: bodies come from a space, and kinds are numbers with rules.
 *
 * Cost: one grid of all bodies a tick (sight-grid.ts), then for a viewer with one rectangle and no rules a copy of what is in
 * it (plain-look.ts), with rates by distance a look at each of those besides (rated-look.ts), for others what they ask
 * (full-look.ts). Once the lists have grown, the first two allocate nothing, and the full one a few numbers.
 */
import type { Explanation } from "../../shared/explanation.ts";
import { type BodyId, type Space, slotOf } from "../space/space.ts";
import { isRectangle, requireArea } from "./areas.ts";
import { InterestError, requireFinite, requireNotNegative } from "./errors.ts";
import { explain } from "./explain.ts";
import { lookFully } from "./full-look.ts";
import { createKindTable, type KindRule } from "./kind-rules.ts";
import { lookPlainly } from "./plain-look.ts";
import { lookAtRates } from "./rated-look.ts";
import { type BodyBytes, createSight, noteBodies } from "./sight.ts";
import { buildSightGrid } from "./sight-grid.ts";
import { createViewerState, sourceOf, type Viewer, type ViewerOptions, type ViewerState } from "./viewer.ts";

export type { Explanation } from "../../shared/explanation.ts";
export type { Area, CircleArea, ConeArea, RectangleArea } from "./areas.ts";
export { InterestError } from "./errors.ts";
export type { KindRate, KindRule } from "./kind-rules.ts";
export type { BodyBytes } from "./sight.ts";
export type { Due, Viewer, ViewerOptions } from "./viewer.ts";

export interface InterestOptions {
  /** By slot: each body's kind, read at each update. Default: all of kind 0. */
  readonly kindOf?: ArrayLike<number>;
  /** By kind. A kind that has none is seen in the areas, and nothing else. */
  readonly kinds?: readonly (KindRule | undefined)[];
  /** What it costs to send bodies; needed for budgets. */
  readonly bytes?: BodyBytes;
  /** What hides bodies from viewers with `lineOfSight`: x1, y1, x2, y2 of each wall, in u. */
  readonly walls?: ArrayLike<number>;
}

/** Calls with a viewer throw an InterestError ("unknown-viewer") once it is removed. */
export interface Interest {
  /** Throws an InterestError for a budget too small for a single body, or options that lack `bytes` or `walls`. */
  addViewer(options?: ViewerOptions): Viewer;
  removeViewer(viewer: Viewer): void;
  /**
   * Looks for every viewer. Once a tick. Throws an InterestError for an area that is none, a focus that is no point, or a rate
   * unit that is no length, and has then changed nothing.
   */
  update(): void;
  /**
   * Makes it as if the viewer had seen nothing before, and looks: all that it sees, of what there was at the last update, is in
   * `entered`, whatever the budget. Throws as `update` does.
   */
  restart(viewer: Viewer): void;
  /** Why the viewer sees the body, or does not; see `Explanation`. */
  explain(viewer: Viewer, id: BodyId): Explanation;
}

export function createInterest(space: Space, options: InterestOptions = {}): Interest {
  const { bodies } = space;
  const walls = options.walls ?? [];
  if (walls.length % 4 !== 0) {
    throw new InterestError("bad-walls", "walls.length", walls.length, "give four numbers for each wall.");
  }
  for (let i = 0; i < walls.length; i++) requireFinite(`walls[${i}]`, walls[i]);
  const sight = createSight(bodies, createKindTable(options.kinds ?? []), options.kindOf, options.bytes, walls);
  const viewers = new Set<ViewerState>();
  let isReporting = false;

  function known(viewer: Viewer): ViewerState {
    const state = viewer as ViewerState;
    if (!viewers.has(state)) {
      throw new InterestError("unknown-viewer", "viewer", "removed", "give a viewer that was added and not removed.");
    }
    return state;
  }

  function requireOutsideCallbacks(call: string): void {
    if (!isReporting) return;
    throw new InterestError("in-callback", call, "called in onEnter or onLeave", "call it when the update is done.");
  }

  function follow(self: ViewerState, other?: Viewer): void {
    known(self);
    const followed = other === undefined ? undefined : known(other);
    if (followed !== undefined && follows(followed, self)) {
      const value = followed === self ? "this viewer itself" : "a follower of this viewer";
      throw new InterestError("follow-cycle", "other", value, "give one that does not follow it.");
    }
    self.following = followed;
  }

  function look(viewer: ViewerState, isRestart: boolean): void {
    const { areas } = sourceOf(viewer);
    const only = areas.length === 1 ? areas[0] : undefined;
    viewer.hasLooked = true;
    const { changesSight, hasRates } = sight.kinds;
    const isPlain = !changesSight && viewer.budget === Infinity && !viewer.lineOfSight;
    if (!isPlain || only === undefined || !isRectangle(only)) lookFully(viewer, sight, isRestart);
    else if (hasRates) lookAtRates(viewer, only, sight);
    else lookPlainly(viewer, only, sight);
  }

  /** Tells the callbacks how what is seen differs from the first `countBefore` of what was seen before. */
  function report({ onEnter, onLeave, seen, before }: ViewerState, countBefore: number): void {
    isReporting = true;
    try {
      if (onLeave !== undefined) tellOfMissing(before.ids, countBefore, seen.ids, seen.count, sight.placeOf, onLeave);
      if (onEnter !== undefined) tellOfMissing(seen.ids, seen.count, before.ids, countBefore, sight.placeOf, onEnter);
    } finally {
      isReporting = false;
    }
  }

  return {
    addViewer(viewerOptions = {}) {
      requireViewerOptions(viewerOptions, options);
      const viewer = createViewerState(viewerOptions, follow);
      viewers.add(viewer);
      return viewer;
    },
    removeViewer(viewer) {
      const state = known(viewer);
      viewers.delete(state);
      // Those who followed it see by their own areas again.
      for (const each of viewers) if (each.following === state) each.following = undefined;
    },
    update() {
      requireOutsideCallbacks("update");
      for (const viewer of viewers) requireView(viewer);
      noteBodies(sight);
      sight.tick++;
      buildSightGrid(sight.grid, bodies, sight.known);
      for (const viewer of viewers) look(viewer, false);
      for (const viewer of viewers) report(viewer, viewer.before.count);
    },
    restart(viewer) {
      requireOutsideCallbacks("restart");
      const state = known(viewer);
      requireView(sourceOf(state));
      buildSightGrid(sight.grid, bodies, sight.known);
      const countBefore = state.seen.count;
      state.seen.count = 0;
      look(state, true);
      // The ids are there still, though the look took none of them as seen before.
      report(state, countBefore);
    },
    explain: (viewer, id) => explain(known(viewer), sight, id),
  };
}

/** Whether `viewer` is `other`, or follows it, directly or not. */
function follows(viewer: ViewerState, other: ViewerState): boolean {
  let each: ViewerState | undefined = viewer;
  while (each !== undefined && each !== other) each = each.following;
  return each === other;
}

/** Calls `tell` for each of the first `count` of `ids` that is not among the first `countAmong` of `among`. */
function tellOfMissing(
  ids: Int32Array,
  count: number,
  among: Int32Array,
  countAmong: number,
  placeOf: Int32Array,
  tell: (id: BodyId) => void,
): void {
  for (let i = 0; i < countAmong; i++) placeOf[slotOf(among[i])] = i;
  for (let i = 0; i < count; i++) {
    const place = placeOf[slotOf(ids[i])];
    if (place >= countAmong || among[place] !== ids[i]) tell(ids[i]);
  }
}

function requireView({ areas, focus, rateUnit }: ViewerState): void {
  for (let i = 0; i < areas.length; i++) requireArea(areas[i]);
  requireNotNegative("rateUnit", rateUnit);
  if (focus === undefined) return;
  requireFinite("focus.x", focus.x);
  requireFinite("focus.y", focus.y);
}

function requireViewerOptions({ budget, lineOfSight }: ViewerOptions, { bytes, walls }: InterestOptions): void {
  if (lineOfSight === true && walls === undefined) {
    throw new InterestError("needs-walls", "lineOfSight", true, "give createInterest the walls.");
  }
  if (budget === undefined) return;
  if (bytes === undefined) {
    throw new InterestError("needs-bytes", "budget", budget, "give createInterest what bodies cost, as `bytes`.");
  }
  const least = Math.max(bytes.entry, bytes.whole);
  if (!(budget >= least)) {
    throw new InterestError("bad-budget", "budget", budget, `give at least ${least}: what one body may take.`);
  }
}
