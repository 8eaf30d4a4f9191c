/**
 * The look of a viewer with one rectangle that asks for nothing but rates by distance: the plain look, and one more pass over
 * what is seen, which says what of it is due. Cost: that of the plain look, and a distance for each body.
 */
import { slotOf } from "../space/bodies.ts";
import { grownInt32 } from "../space/grow.ts";
import { distanceTo } from "../space/narrowphase/overlap.ts";
import { alwaysSeenCount, alwaysSeenId, isPresent } from "./always-seen.ts";
import type { RectangleArea } from "./areas.ts";
import { lookPlainly } from "./plain-look.ts";
import { isDue } from "./rates.ts";
import { nextMark, type Sight } from "./sight.ts";
import { reserveTimes, sourceOf, turnTimes, type ViewerState } from "./viewer.ts";
import { findFocus } from "./wanted.ts";

export function lookAtRates(viewer: ViewerState, area: RectangleArea, sight: Sight): void {
  const { due, stayed, seen, before, eye } = viewer;
  // The plain look makes one list of what stayed and what is due.
  const { slots: dueSlots } = due;
  lookPlainly(viewer, area, sight);
  due.slots = grownInt32(dueSlots, stayed.count + 1);
  due.ages = grownInt32(due.ages, stayed.count + 1);
  due.isFresh = false;
  turnTimes(viewer);
  reserveTimes(viewer, seen.count + 1);
  findFocus(viewer, eye);
  const ownMark = markAlwaysSeen(viewer, sight);
  const { bodies, placeOf, marks, tick } = sight;
  const { ids: idsBefore, count: countBefore } = before;
  for (let i = 0; i < countBefore; i++) placeOf[slotOf(idsBefore[i])] = i;
  const { rateUnit } = sourceOf(viewer);
  const { ids, count } = seen;
  const { knownAt, knownAtBefore } = viewer;
  const { slots, ages } = due;
  let dueCount = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    const place = placeOf[slot];
    knownAt[i] = tick;
    // The place may be another viewer's: then it does not lead to this id, and the body has entered.
    if (place >= countBefore || idsBefore[place] !== id) continue;
    const age = tick - knownAtBefore[place];
    if (marks[slot] === ownMark || isDue(sight, slot, distanceTo(bodies, slot, eye[0], eye[1]), age, rateUnit)) {
      slots[dueCount] = slot;
      ages[dueCount++] = age;
    } else knownAt[i] = tick - age;
  }
  due.count = dueCount;
}

/** @returns the mark of the slots of bodies that are always seen, which are due in each update. */
function markAlwaysSeen(viewer: ViewerState, sight: Sight): number {
  const mark = nextMark(sight);
  const count = alwaysSeenCount(viewer);
  for (let i = 0; i < count; i++) {
    const id = alwaysSeenId(viewer, i);
    if (isPresent(sight, id)) sight.marks[slotOf(id)] = mark;
  }
  return mark;
}
