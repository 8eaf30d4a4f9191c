/**
 * The fast look: of a viewer with one rectangle, and no rules, budget or walls.
 *
 * Idea: the grid gives the ids in the rectangle, and one byte a slot, shared by all viewers and so small that it stays in the
 * cache, tells which of them were seen before. Three passes, each over one list: mark what was seen, sort what is seen into
 * stayed and entered, take what is left over as left. Cost: O(seen before + seen now), besides the grid's.
 */
import { slotOf } from "../space/bodies.ts";
import { grownInt32 } from "../space/grow.ts";
import { append } from "../space/id-list.ts";
import { alwaysSeenCount, alwaysSeenId, isPresent } from "./always-seen.ts";
import { boundsOfArea } from "./area-tests.ts";
import type { RectangleArea } from "./areas.ts";
import { nextMark, type Sight } from "./sight.ts";
import { findInRectangle } from "./sight-grid.ts";
import { turnSeen, type ViewerState } from "./viewer.ts";

const asked = new Float64Array(4);

export function lookPlainly(viewer: ViewerState, area: RectangleArea, sight: Sight): void {
  const { bodies, grid, marks, known } = sight;
  const { seen, before, entered, left, stayed, due } = viewer;
  turnSeen(viewer);
  const beforeMark = nextMark(sight);
  const nowMark = beforeMark + 1;
  const { ids: idsBefore, count: countBefore } = before;
  left.slots = grownInt32(left.slots, countBefore + 1);
  const { slots: leftSlots } = left;
  let leftCount = 0;
  for (let i = 0; i < countBefore; i++) {
    const slot = slotOf(idsBefore[i]);
    // A slot that was given to another body has left, and may enter.
    const isSame = known[slot] === idsBefore[i] ? 1 : 0;
    if (isSame === 1) marks[slot] = beforeMark;
    leftSlots[leftCount] = slot;
    leftCount += 1 - isSame;
  }

  boundsOfArea(area, 0, asked);
  findInRectangle(grid, bodies, asked, seen);
  const own = alwaysSeenCount(viewer);
  const { ids, count } = seen;
  entered.slots = grownInt32(entered.slots, count + own + 1);
  stayed.slots = grownInt32(stayed.slots, count + own + 1);
  const { slots: enteredSlots } = entered;
  const { slots: stayedSlots } = stayed;
  let enteredCount = 0;
  let stayedCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = slotOf(ids[i]);
    // Written to both, since a branch would be guessed wrong where it matters.
    const wasSeen = marks[slot] === beforeMark ? 1 : 0;
    stayedSlots[stayedCount] = slot;
    enteredSlots[enteredCount] = slot;
    stayedCount += wasSeen;
    enteredCount += 1 - wasSeen;
    marks[slot] = nowMark;
  }
  for (let i = 0; i < own; i++) {
    const id = alwaysSeenId(viewer, i);
    const slot = slotOf(id);
    if (!isPresent(sight, id) || marks[slot] === nowMark) continue;
    append(seen, id);
    if (marks[slot] === beforeMark) stayedSlots[stayedCount++] = slot;
    else enteredSlots[enteredCount++] = slot;
    marks[slot] = nowMark;
  }
  entered.count = enteredCount;
  stayed.count = stayedCount;

  if (leftCount + stayedCount < countBefore) {
    for (let i = 0; i < countBefore; i++) {
      const slot = slotOf(idsBefore[i]);
      leftSlots[leftCount] = slot;
      leftCount += marks[slot] === beforeMark ? 1 : 0;
    }
  }
  left.count = leftCount;
  due.slots = stayedSlots;
  due.count = stayedCount;
  due.isFresh = true;
}
