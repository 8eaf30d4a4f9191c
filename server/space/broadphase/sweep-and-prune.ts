/**
 * Sweep and prune, persistent, on one axis: the list of bodies by where their boxes begin is kept from step to step and
 * repaired by insertion sort (sweep-list.ts), then swept: for each box those that follow, until one begins beyond its end.
 * The axis is the one along which the bodies' middles vary the more; the other one has to be much better to be changed to,
 * since all are sorted anew then.
 *
 * Cost: O(n + shifts) to repair, no shifts on a still scene and few on one that moves little; after a shuffle the O(n) of the
 * radix sort. Then a look at each two bodies that overlap on the axis, about n^1.5 at constant density in the plane. A query
 * is a binary search and a look at the bodies that overlap the rectangle on the axis, and few more.
 *
 * Choose it for bodies that move little and lie along a line, or for a few hundred.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs } from "./pair-list.ts";
import { type Axis, createAxes, widerAxis } from "./sweeps/axis.ts";
import { querySorted } from "./sweeps/sorted-query.ts";
import { addToSweepList, createSweepList, createSweepMemory, repairSweepList, sweepList } from "./sweeps/sweep-list.ts";

export function createSweepAndPrune(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  const axes = createAxes(bodies.boxes);
  const memory = createSweepMemory(bodies.capacity);
  const list = createSweepList(bodies.capacity);
  const isListed = new Uint8Array(bodies.capacity);
  let axis: Axis | undefined;

  function dropRemoved(): void {
    const { ids } = bodies;
    const { slots, count } = list;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      if (ids[slot] === NO_BODY) isListed[slot] = 0;
      else slots[kept++] = slot;
    }
    list.count = kept;
    list.sortedCount = kept;
  }

  function addIfNew(slot: number): void {
    if (isListed[slot] === 1 || bodies.ids[slot] === NO_BODY) return;
    isListed[slot] = 1;
    addToSweepList(list, slot);
  }

  return {
    counters,

    build() {
      const { changedSlots, changedCount, slotLimit } = bodies;
      dropRemoved();
      // Before the first build nobody has kept account of what changed.
      if (axis === undefined) for (let slot = 0; slot < slotLimit; slot++) addIfNew(slot);
      else for (let i = 0; i < changedCount; i++) addIfNew(changedSlots[i]);
      const wider = widerAxis(axes, axis, list.slots, list.count);
      if (wider !== axis) list.sortedCount = 0;
      axis = wider;
      counters.swaps = repairSweepList(list, axis, memory);
      counters.regions = 1;
      counters.entries = list.count;
    },

    findPairs(into) {
      into.count = 0;
      counters.axisOverlaps = 0;
      counters.boxTests = 0;
      if (axis !== undefined) sweepList(list, axis, bodies.still, memory, into, counters);
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      if (axis === undefined) return;
      const { slots, count, reach } = list;
      into.slots = grownInt32(into.slots, into.count + count);
      if (axis === axes.x) querySorted(slots, count, reach, axis, minX, maxX, minY, maxY, into);
      else querySorted(slots, count, reach, axis, minY, maxY, minX, maxX, into);
    },

    inspect() {
      const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
      return { regions: [{ ...everywhere, depth: 0, slots: [...list.slots.subarray(0, list.count)] }] };
    },
  };
}
