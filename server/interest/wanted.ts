/**
 * Which bodies a viewer with rules, walls or several areas is to see.
 *
 * A body is *wanted* if it is in an area, or was seen before and is still within its kind's margin or least stay, and no wall
 * hides it; of a capped kind, the nearest alone are. What is always seen is wanted without asking further, and in no cap.
 */
import { slotOf } from "../space/bodies.ts";
import { ROUNDING } from "../space/candidates.ts";
import { grownFloat64, grownInt32 } from "../space/grow.ts";
import { append } from "../space/id-list.ts";
import { distanceTo } from "../space/narrowphase/overlap.ts";
import { createIdList } from "../space/space.ts";
import { alwaysSeenCount, alwaysSeenId, isPresent } from "./always-seen.ts";
import { boundsOfArea, overlapsArea } from "./area-tests.ts";
import type { Area } from "./areas.ts";
import { NO_LIMIT } from "./kind-rules.ts";
import { hidingWall } from "./line-of-sight.ts";
import { sortByKey } from "./order.ts";
import { nextMark, rowOf, type Sight } from "./sight.ts";
import { findInRectangle } from "./sight-grid.ts";
import { NOT_WAITING, Refusal, sourceOf, type ViewerState } from "./viewer.ts";

interface Ranking {
  slots: Int32Array;
  /** From the focus to the body's edge, in u. */
  distances: Float64Array;
}

interface Wanted extends Ranking {
  count: number;
  always: number;
  /** What the bodies that are wanted are marked with; those refused, with one more. */
  mark: number;
}

/** What is wanted now: the first `count` of the columns, of which the first `always` are always seen. One serves all viewers. */
export const wanted: Wanted = {
  slots: new Int32Array(0),
  distances: new Float64Array(0),
  count: 0,
  always: 0,
  mark: 0,
};

const asked = new Float64Array(4);
const found = createIdList();
const ranked: Ranking = { slots: new Int32Array(0), distances: new Float64Array(0) };

/** Fills `wanted`, and the viewer's list of what it is refused. The sight has to know the places in `before` (`placeOf`). */
export function findWanted(viewer: ViewerState, sight: Sight): void {
  const { areas } = sourceOf(viewer);
  const { kinds } = sight;
  const { before } = viewer;
  wanted.mark = nextMark(sight);
  wanted.count = 0;
  findFocus(viewer, viewer.eye);
  wantAlwaysSeen(viewer, sight);
  for (let a = 0; a < areas.length; a++) {
    boundsOfArea(areas[a], kinds.widestMargin, asked);
    growByRounding(asked);
    findInRectangle(sight.grid, sight.bodies, asked, found);
    for (let i = 0; i < found.count; i++) {
      const slot = slotOf(found.ids[i]);
      if (!isJudged(sight, slot) && isWithin(viewer, sight, slot, areas[a])) judge(viewer, sight, slot);
    }
  }
  for (let i = 0; i < before.count; i++) {
    const slot = slotOf(before.ids[i]);
    if (!isJudged(sight, slot) && placeBefore(viewer, sight, slot) === i && mustStay(viewer, sight, slot, i)) {
      judge(viewer, sight, slot);
    }
  }
  if (kinds.hasMost) keepNearest(viewer, sight);
}

/** Lets no body be missed, by the last digits of a rectangle that was computed, that the exact test would find. */
function growByRounding(rectangle: Float64Array): void {
  const minX = rectangle[0];
  const minY = rectangle[1];
  const maxX = rectangle[2];
  const maxY = rectangle[3];
  const rounding = ROUNDING * Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
  rectangle[0] = minX - rounding;
  rectangle[1] = minY - rounding;
  rectangle[2] = maxX + rounding;
  rectangle[3] = maxY + rounding;
}

/** Writes where distances are measured from. */
export function findFocus(viewer: ViewerState, into: Float64Array): void {
  const { focus, areas } = sourceOf(viewer);
  into[0] = focus?.x ?? areas[0]?.centerX ?? 0;
  into[1] = focus?.y ?? areas[0]?.centerY ?? 0;
}

/** The place in `before` of the body that is now in `slot`; −1 if it was not seen. */
export function placeBefore({ before }: ViewerState, { placeOf, known }: Sight, slot: number): number {
  // The place may be another viewer's: then it does not lead to this id.
  const place = placeOf[slot];
  return place < before.count && before.ids[place] === known[slot] ? place : -1;
}

/** Whether the body is in the area, or was seen and is within its kind's margin of it. */
export function isWithin(viewer: ViewerState, sight: Sight, slot: number, area: Area): boolean {
  if (overlapsArea(sight.bodies, slot, area, 0)) return true;
  const margin = sight.kinds.leaveMargin[rowOf(sight, slot)];
  return margin > 0 && placeBefore(viewer, sight, slot) >= 0 && overlapsArea(sight.bodies, slot, area, margin);
}

function mustStay(viewer: ViewerState, sight: Sight, slot: number, place: number): boolean {
  return sight.tick - viewer.enteredAtBefore[place] < sight.kinds.leastStay[rowOf(sight, slot)];
}

/** Wanted or refused by this look. */
function isJudged({ marks }: Sight, slot: number): boolean {
  return marks[slot] >= wanted.mark;
}

function judge(viewer: ViewerState, sight: Sight, slot: number): void {
  const wall = viewer.lineOfSight ? hidingWall(sight.walls, sight.bodies, slot, viewer.eye) : -1;
  if (wall < 0) want(sight, slot, viewer.eye);
  else refuse(viewer, sight, slot, Refusal.firstWall + wall);
}

function want({ marks, bodies }: Sight, slot: number, eye: Float64Array): void {
  const { count } = wanted;
  wanted.slots = grownInt32(wanted.slots, count + 1);
  wanted.distances = grownFloat64(wanted.distances, count + 1);
  wanted.slots[count] = slot;
  wanted.distances[count] = distanceTo(bodies, slot, eye[0], eye[1]);
  wanted.count = count + 1;
  marks[slot] = wanted.mark;
}

/** Notes that the viewer does not see a body, and why; `since` when, if it waits for the budget. */
export function refuse(
  viewer: ViewerState,
  { known, marks }: Sight,
  slot: number,
  why: number,
  since = NOT_WAITING,
): void {
  const { refused } = viewer;
  append(refused, known[slot]);
  viewer.refusedWhy = grownInt32(viewer.refusedWhy, refused.count);
  viewer.refusedSince = grownInt32(viewer.refusedSince, refused.count);
  viewer.refusedWhy[refused.count - 1] = why;
  viewer.refusedSince[refused.count - 1] = since;
  marks[slot] = wanted.mark + 1;
}

function wantAlwaysSeen(viewer: ViewerState, sight: Sight): void {
  const listed = alwaysSeenCount(viewer);
  for (let i = 0; i < listed; i++) {
    const id = alwaysSeenId(viewer, i);
    const slot = slotOf(id);
    if (!isPresent(sight, id) || isJudged(sight, slot)) continue;
    want(sight, slot, viewer.eye);
  }
  wanted.always = wanted.count;
}

/** Of each kind with a cap, drops all but the nearest of what is wanted. */
function keepNearest(viewer: ViewerState, sight: Sight): void {
  const { kinds } = sight;
  for (let row = 0; row <= kinds.plainRow; row++) {
    const most = kinds.most[row];
    if (most === NO_LIMIT) continue;
    let count = 0;
    let kept = wanted.always;
    ranked.slots = grownInt32(ranked.slots, wanted.count);
    ranked.distances = grownFloat64(ranked.distances, wanted.count);
    for (let i = wanted.always; i < wanted.count; i++) {
      const slot = wanted.slots[i];
      if (rowOf(sight, slot) === row) {
        ranked.slots[count] = slot;
        ranked.distances[count++] = wanted.distances[i];
      } else {
        wanted.slots[kept] = slot;
        wanted.distances[kept++] = wanted.distances[i];
      }
    }
    wanted.count = kept;
    sortByKey(ranked.distances, ranked.slots, count);
    for (let i = 0; i < count; i++) {
      if (i < most) want(sight, ranked.slots[i], viewer.eye);
      else refuse(viewer, sight, ranked.slots[i], Refusal.cap);
    }
  }
}
