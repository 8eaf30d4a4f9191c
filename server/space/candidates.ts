/**
 * Which bodies may be in an area as they are *now*: what the broad phase knows from the last step, without the bodies that
 * changed since, and all of those. Each slot once; the exact test is the caller's.
 *
 * Cost: the broad phase's query, and a look at each body changed since the step.
 */
import { type BodyStore, NO_BODY } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import type { SlotList } from "./broadphase/slot-list.ts";
import { grownInt32 } from "./grow.ts";
import type { Rectangle } from "./rectangle.ts";

/**
 * By which part of the lengths in hand an area that was computed is made larger, so that a body which the exact test would
 * find is never missed by the last digits of the area's edges.
 */
export const ROUNDING = 2 ** -40;

/** Replaces what `into` holds by the slots whose body may overlap the rectangle. */
export function findCandidates(
  bodies: BodyStore,
  broadPhase: BroadPhase,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  into.count = 0;
  broadPhase.queryRect(minX, minY, maxX, maxY, into);
  const { isChanged } = bodies;
  const { slots, count } = into;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    slots[kept] = slot;
    kept += 1 - isChanged[slot];
  }
  into.count = kept;
  appendChanged(bodies, into);
}

/** Appends the slots of the bodies that changed since the last step. */
export function appendChanged({ ids, changedSlots, changedCount }: BodyStore, into: SlotList): void {
  const slots = grownInt32(into.slots, into.count + changedCount);
  let { count } = into;
  for (let i = 0; i < changedCount; i++) {
    const slot = changedSlots[i];
    if (ids[slot] !== NO_BODY) slots[count++] = slot;
  }
  into.slots = slots;
  into.count = count;
}

/**
 * Replaces what `into` holds by the slots, of bodies that have not changed since the last step, whose box overlaps `area` and
 * does not overlap `before`.
 *
 * So a search that goes on from area to area meets each body once, without a mark on it: in the first of the areas that its
 * box overlaps, provided that those are consecutive.
 */
export function findNewcomers(
  bodies: BodyStore,
  broadPhase: BroadPhase,
  area: Readonly<Rectangle>,
  before: Readonly<Rectangle>,
  into: SlotList,
): void {
  const { minX: left, minY: top, maxX: right, maxY: bottom } = area;
  const { minX: leftBefore, minY: topBefore, maxX: rightBefore, maxY: bottomBefore } = before;
  into.count = 0;
  broadPhase.queryRect(left, top, right, bottom, into);
  const { isChanged } = bodies;
  const { minX, minY, maxX, maxY } = bodies.boxes;
  const { slots, count } = into;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    if (isChanged[slot] === 1) continue;
    if (minX[slot] > right || maxX[slot] < left || minY[slot] > bottom || maxY[slot] < top) continue;
    const wasMet =
      minX[slot] <= rightBefore && maxX[slot] >= leftBefore && minY[slot] <= bottomBefore && maxY[slot] >= topBefore;
    if (!wasMet) slots[kept++] = slot;
  }
  into.count = kept;
}
