import { type BodyStore, NO_BODY } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import type { SlotList } from "./broadphase/slot-list.ts";
import { grownInt32 } from "./grow.ts";

/**
 * Replaces what `into` holds by every slot whose body may overlap the rectangle as the bodies are *now*: what the broad phase
 * knows from the last step, and every body that has changed since. Each slot once; the exact test is the caller's.
 *
 * Cost: the broad phase's query, and a look at each body changed since the step.
 */
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
  const { ids, isChanged, changedSlots, changedCount } = bodies;
  let { slots } = into;
  // What changed since the build is given by itself, and the broad phase's word on it is not taken.
  let kept = 0;
  for (let i = 0; i < into.count; i++) {
    const slot = slots[i];
    slots[kept] = slot;
    kept += 1 - isChanged[slot];
  }
  slots = grownInt32(slots, kept + changedCount);
  for (let i = 0; i < changedCount; i++) {
    const slot = changedSlots[i];
    if (ids[slot] !== NO_BODY) slots[kept++] = slot;
  }
  into.slots = slots;
  into.count = kept;
}
