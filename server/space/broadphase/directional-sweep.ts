/**
 * Sort and sweep along any direction v: a body's interval is the projection of its shape on v, so that convex polygons need
 * no boxes to be sorted by. Which direction it is changes how many intervals overlap, so how many boxes are tested; it never
 * changes which shapes overlap in the end, as the projections of two that do overlap on any v.
 *
 * Cost: as sort and sweep, and a dot product for each vertex. Choose v along the line that the bodies are spread on.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { roundDown, roundUp } from "../boxes.ts";
import { requireCoordinate, SpaceError } from "../errors.ts";
import { MAX_VERTICES, ShapeKind } from "../shapes.ts";
import { type BroadPhaseCounters, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs, type PairList } from "./pair-list.ts";
import { createAxisSort, sortByValue } from "./sweeps/axis-sort.ts";
import { createMarkerSweep, sweepMarkers } from "./sweeps/marker-sweep.ts";

export interface DirectionalSweep {
  readonly counters: Readonly<BroadPhaseCounters>;
  /** Takes in the shapes where they are; a motion that led there is left out. The store's boxes have to be up to date. */
  build(): void;
  /**
   * Replaces what `into` holds by each pair of slots, once: pairs whose projections and whose boxes overlap, of which one at
   * least is a mover, and that may meet. All pairs whose shapes overlap are among them.
   */
  findPairs(into: PairList): void;
}

/** More than the sum of a projection errs by, as a part of what is summed. */
const SLACK = 2 ** -49;

/** Throws a SpaceError for a direction of no length. */
export function createDirectionalSweep(bodies: BodyStore, directionX: number, directionY: number): DirectionalSweep {
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
  const minBits = new Int32Array(min.buffer);
  const maxBits = new Int32Array(max.buffer);
  let count = 0;

  function project(slot: number): void {
    const { shape, radius, extentX, extentY, vertices, vertexCount } = bodies;
    const middle = bodies.x[slot] * x + bodies.y[slot] * y;
    let least = 0;
    let greatest = 0;
    if (shape[slot] === ShapeKind.polygon) {
      least = Infinity;
      greatest = -Infinity;
      const start = slot * MAX_VERTICES * 2;
      for (let i = start; i < start + vertexCount[slot] * 2; i += 2) {
        const along = vertices[i] * x + vertices[i + 1] * y;
        if (along < least) least = along;
        if (along > greatest) greatest = along;
      }
    } else {
      const alongX = extentX[slot] * x;
      const alongY = extentY[slot] * y;
      const reach = shape[slot] === ShapeKind.box ? Math.abs(alongX) + Math.abs(alongY) : Math.abs(alongX + alongY);
      greatest = reach + radius[slot];
      least = -greatest;
    }
    const { boxes } = bodies;
    // No term of the sums above is greater than the furthest that the shape is from the origin, or than its size.
    const furthestX = Math.max(Math.abs(boxes.minX[slot]), Math.abs(boxes.maxX[slot]));
    const furthestY = Math.max(Math.abs(boxes.minY[slot]), Math.abs(boxes.maxY[slot]));
    const slack = (furthestX + furthestY) * SLACK;
    min[slot] = roundDown(middle + least - slack);
    max[slot] = roundUp(middle + greatest + slack);
  }

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      const { begins, ends } = sweep;
      count = 0;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY) continue;
        project(slot);
        begins[count] = slot;
        ends[count++] = slot;
      }
      sortByValue(begins, count, min, minBits, sort);
      sortByValue(ends, count, max, maxBits, sort);
      counters.regions = 1;
      counters.entries = count;
    },

    findPairs(into) {
      sweepMarkers(sweep, count, min, max, bodies, into, counters);
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },
  };
}
