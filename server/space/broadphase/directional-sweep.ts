/**
 * Sort and sweep along any direction v: a body's interval is its projection on v. Which direction it is changes how many
 * intervals overlap, so how many boxes are tested; it never changes what overlaps in the end, as the projections of two that
 * do overlap on any v.
 *
 * `createDirectionalSweep` projects the boxes, and gives the pairs that every broad phase gives. `createPolygonSweep` projects
 * the shapes themselves, convex polygons and all others. Their intervals are shorter: slanted bodies beside each other are
 * told apart though their boxes overlap. So it leaves out pairs, and none that makes a contact.
 *
 * Cost: as sort and sweep, and a dot product for each body, or for each vertex. A query looks at the bodies that begin before
 * the rectangle's projection ends, from the first one whose end, or that of one before it, reaches it. Choose it, with v
 * along that line, for bodies spread on a slanted line; the second one for walls and other long shapes side by side, with v
 * across them.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { requireCoordinate, SpaceError } from "../errors.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs } from "./pair-list.ts";
import { createAxisSort, sortByValue } from "./sweeps/axis-sort.ts";
import { createMarkerSweep, sweepMarkers } from "./sweeps/marker-sweep.ts";
import { greatestPlace, leastPlace, PROJECTION_SLACK, projectBox, projectShape } from "./sweeps/projection.ts";
import { fillReach, firstReaching } from "./sweeps/sorted-query.ts";

/**
 * Sweeps the projections of the boxes. Throws a SpaceError for a direction of no length.
 *
 * @param directionX of any length, with directionY, in u
 */
export function createDirectionalSweep(bodies: BodyStore, directionX: number, directionY: number): BroadPhase {
  return createSweepAlong(bodies, directionX, directionY, false);
}

/**
 * Sweeps the projections of the shapes, over the way that they moved: pairs that are apart on the direction are left out,
 * though their boxes overlap. Otherwise as `createDirectionalSweep`.
 */
export function createPolygonSweep(bodies: BodyStore, directionX: number, directionY: number): BroadPhase {
  return createSweepAlong(bodies, directionX, directionY, true);
}

function createSweepAlong(bodies: BodyStore, directionX: number, directionY: number, isOfShapes: boolean): BroadPhase {
  requireCoordinate("directionX", directionX);
  requireCoordinate("directionY", directionY);
  const length = Math.hypot(directionX, directionY);
  if (length === 0) throw new SpaceError("bad-option", "direction", "0, 0", "give one of some length.");
  const x = directionX / length;
  const y = directionY / length;
  const counters = createBroadPhaseCounters();
  const { capacity } = bodies;
  const sort = createAxisSort(capacity);
  const sweep = createMarkerSweep(capacity);
  const min = new Float32Array(capacity);
  const max = new Float32Array(capacity);
  const intervals = { min, max };
  const minBits = new Int32Array(min.buffer);
  const maxBits = new Int32Array(max.buffer);
  const reach = new Float32Array(capacity);
  let count = 0;
  /** By how much the projection of a body's box goes beyond its interval, on either side, at most. */
  let boxMargin = 0;

  /** Projects the shape of a body; its box, which queries are about, may reach further. */
  function projectAsShape(slot: number): void {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    projectShape(bodies, slot, x, y, intervals);
    const least = leastPlace(x, y, minX[slot], minY[slot], maxX[slot], maxY[slot]);
    const greatest = greatestPlace(x, y, minX[slot], minY[slot], maxX[slot], maxY[slot]);
    boxMargin = Math.max(boxMargin, min[slot] - least, greatest - max[slot]);
  }

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      const { begins, ends } = sweep;
      count = 0;
      boxMargin = 0;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY) continue;
        if (isOfShapes) projectAsShape(slot);
        else projectBox(bodies, slot, x, y, intervals);
        begins[count] = slot;
        ends[count++] = slot;
      }
      sortByValue(begins, count, min, minBits, sort);
      sortByValue(ends, count, max, maxBits, sort);
      fillReach(reach, begins, count, intervals);
      counters.regions = 1;
      counters.entries = count;
    },

    findPairs(into) {
      sweepMarkers(sweep, count, min, max, bodies, into, counters);
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },

    queryRect(left, top, right, bottom, into) {
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { begins } = sweep;
      const least = leastPlace(x, y, left, top, right, bottom);
      const greatest = greatestPlace(x, y, left, top, right, bottom);
      // Rounded as the intervals of boxes are, or as they are where those of shapes are less by the margin; and further out by
      // more than the margin's sums err by.
      const from = Math.min(least, Math.fround(least)) - boxMargin - PROJECTION_SLACK * (Math.abs(least) + boxMargin);
      const to =
        Math.max(greatest, Math.fround(greatest)) + boxMargin + PROJECTION_SLACK * (Math.abs(greatest) + boxMargin);
      const slots = grownInt32(into.slots, into.count + count);
      let found = into.count;
      for (let i = firstReaching(reach, count, from); i < count; i++) {
        const slot = begins[i];
        if (min[slot] > to) break;
        if (minX[slot] > right || maxX[slot] < left || minY[slot] > bottom || maxY[slot] < top) continue;
        slots[found++] = slot;
      }
      into.slots = slots;
      into.count = found;
    },

    inspect() {
      const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
      return { regions: [{ ...everywhere, depth: 0, slots: [...sweep.begins.subarray(0, count)] }] };
    },
  };
}
