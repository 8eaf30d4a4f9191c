/**
 * Sort and sweep (Baraff and Witkin): begin and end markers on one axis are sorted anew each step, and a pass over them keeps
 * the set of bodies that it is within; a body that begins is tested against that set alone (marker-sweep.ts). The axis is the
 * one along which the bodies' middles vary the more. directional-sweep.ts does the same along any direction.
 *
 * Cost: a sort, O(n) by radix, and a box test for each two bodies that overlap on the axis, one of them a mover: about n^1.5
 * at constant density in the plane, n² where no axis separates. A query looks at the bodies that begin before the rectangle
 * ends, from the first one whose end, or that of one before it, reaches the rectangle.
 *
 * Choose it for up to some thousand bodies that move anyhow, or where they lie along a line.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs } from "./pair-list.ts";
import { type Axis, createAxes, widerAxis } from "./sweeps/axis.ts";
import { createAxisSort, sortByValue } from "./sweeps/axis-sort.ts";
import { createMarkerSweep, sweepMarkers } from "./sweeps/marker-sweep.ts";
import { fillReach, querySorted } from "./sweeps/sorted-query.ts";

export function createSortAndSweep(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  const { capacity } = bodies;
  const axes = createAxes(bodies.boxes);
  const sort = createAxisSort(capacity);
  const sweep = createMarkerSweep(capacity);
  const reach = new Float32Array(capacity);
  let axis: Axis = axes.x;
  let count = 0;

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      const { begins, ends } = sweep;
      count = 0;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY) continue;
        begins[count] = slot;
        ends[count++] = slot;
      }
      axis = widerAxis(axes, undefined, begins, count);
      sortByValue(begins, count, axis.min, axis.minBits, sort);
      sortByValue(ends, count, axis.max, axis.maxBits, sort);
      fillReach(reach, begins, count, axis);
      counters.regions = 1;
      counters.entries = count;
    },

    findPairs(into) {
      sweepMarkers(sweep, count, axis.min, axis.max, bodies, into, counters);
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      into.slots = grownInt32(into.slots, into.count + count);
      if (axis === axes.x) querySorted(sweep.begins, count, reach, axis, minX, maxX, minY, maxY, into);
      else querySorted(sweep.begins, count, reach, axis, minY, maxY, minX, maxX, into);
    },

    inspect() {
      const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
      return { regions: [{ ...everywhere, depth: 0, slots: [...sweep.begins.subarray(0, count)] }] };
    },
  };
}
