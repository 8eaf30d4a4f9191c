/**
 * Which bodies overlap an area, as they are now. Each query asks the broad phase for candidates, keeps those whose shape
 * overlaps, and then those that pass the filter. The last comes after all else, since a predicate may ask the space in turn.
 */
import type { BodyStore } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import type { SlotList } from "./broadphase/slot-list.ts";
import { findCandidates, ROUNDING } from "./candidates.ts";
import { requireCoordinate, requireSize } from "./errors.ts";
import { passes, type QueryFilter, requireQueryFilter } from "./filter.ts";
import { grownInt32 } from "./grow.ts";
import type { IdList } from "./id-list.ts";
import { overlapsCircle, overlapsPolygon, overlapsRectangle } from "./narrowphase/overlap.ts";
import { requireRectangle } from "./rectangle.ts";
import type { ScratchStack } from "./scratch.ts";
import { MAX_VERTICES, readPolygon } from "./shapes.ts";

/**
 * Each finds the bodies that overlap or touch an area, as they are now, changes since the step included; it replaces what
 * `into` holds by their ids, in no particular order, and returns how many there are. None builds anything.
 */
export interface OverlapQueries {
  overlapRect(minX: number, minY: number, maxX: number, maxY: number, into: IdList, filter?: QueryFilter): number;
  overlapCircle(x: number, y: number, radius: number, into: IdList, filter?: QueryFilter): number;
  /** @param vertices [x0, y0, x1, y1, …] of a convex polygon of 3 to MAX_VERTICES vertices, in either order around it */
  overlapPolygon(vertices: ArrayLike<number>, into: IdList, filter?: QueryFilter): number;
  overlapPoint(x: number, y: number, into: IdList, filter?: QueryFilter): number;
}

export function createOverlapQueries(
  bodies: BodyStore,
  broadPhase: BroadPhase,
  scratches: ScratchStack,
): OverlapQueries {
  const polygon = new Float64Array(2 * MAX_VERTICES);

  function overlapCircle(x: number, y: number, radius: number, into: IdList, filter?: QueryFilter): number {
    requireCoordinate("x", x);
    requireCoordinate("y", y);
    requireSize("radius", radius);
    requireQueryFilter(filter);
    const { candidates } = scratches.borrow();
    try {
      const reach = radius + ROUNDING * (radius + Math.abs(x) + Math.abs(y));
      findCandidates(bodies, broadPhase, x - reach, y - reach, x + reach, y + reach, candidates);
      const { slots, count } = candidates;
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        if (overlapsCircle(bodies, slot, x, y, radius)) slots[kept++] = slot;
      }
      candidates.count = kept;
      return giveIds(bodies, candidates, into, filter);
    } finally {
      scratches.giveBack();
    }
  }

  return {
    overlapRect(minX, minY, maxX, maxY, into, filter) {
      requireRectangle(minX, minY, maxX, maxY);
      requireQueryFilter(filter);
      const { candidates } = scratches.borrow();
      try {
        findCandidates(bodies, broadPhase, minX, minY, maxX, maxY, candidates);
        const { slots, count } = candidates;
        let kept = 0;
        for (let i = 0; i < count; i++) {
          const slot = slots[i];
          if (overlapsRectangle(bodies, slot, minX, minY, maxX, maxY)) slots[kept++] = slot;
        }
        candidates.count = kept;
        return giveIds(bodies, candidates, into, filter);
      } finally {
        scratches.giveBack();
      }
    },

    overlapCircle,

    overlapPolygon(vertices, into, filter) {
      const vertexCount = readPolygon(vertices, polygon);
      requireQueryFilter(filter);
      let minX = Infinity;
      let minY = Infinity;
      let maxX = -Infinity;
      let maxY = -Infinity;
      for (let i = 0; i < 2 * vertexCount; i += 2) {
        minX = Math.min(minX, polygon[i]);
        maxX = Math.max(maxX, polygon[i]);
        minY = Math.min(minY, polygon[i + 1]);
        maxY = Math.max(maxY, polygon[i + 1]);
      }
      const { candidates } = scratches.borrow();
      try {
        findCandidates(bodies, broadPhase, minX, minY, maxX, maxY, candidates);
        const { slots, count } = candidates;
        let kept = 0;
        for (let i = 0; i < count; i++) {
          const slot = slots[i];
          if (overlapsPolygon(bodies, slot, polygon, vertexCount)) slots[kept++] = slot;
        }
        candidates.count = kept;
        return giveIds(bodies, candidates, into, filter);
      } finally {
        scratches.giveBack();
      }
    },

    overlapPoint: (x, y, into, filter) => overlapCircle(x, y, 0, into, filter),
  };
}

/** Replaces what `into` holds by the ids of those that pass. @returns how many there are */
function giveIds(bodies: BodyStore, { slots, count }: SlotList, into: IdList, filter?: QueryFilter): number {
  const { ids } = bodies;
  const given = grownInt32(into.ids, count);
  let givenCount = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[slots[i]];
    if (passes(filter, bodies, slots[i])) given[givenCount++] = id;
  }
  into.ids = given;
  into.count = givenCount;
  return givenCount;
}
