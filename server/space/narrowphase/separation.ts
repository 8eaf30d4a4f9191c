/**
 * How far apart two convex cores are, and in which direction.
 *
 * Requirement: exact up to rounding for cores of any size, flat ones and single points too, overlapping or not; the sign is
 * right for whole numbers, so that touching is touching.
 * Idea: first the separating axes (SAT): the normals of both cores' edges. If no axis separates them they overlap, and the axis
 * on which they overlap least is the shortest way out. For two flat cores their directions are axes too, or segments one behind
 * the other on a line would pass for overlapping; a needless axis does no harm, as none can show less overlap than there is.
 * If an axis does separate them, the closest points decide: of each vertex with each vertex, and each vertex with each edge
 * beside which it lies. The normal then is the edge's, which is also the axis of greatest separation, or leads from vertex to
 * vertex; never from one computed point to another, of which nothing would be left when they nearly meet.
 * Cost: n·m steps for n and m points, twice that when the cores are apart by less than the limit; a far pair mostly ends at the
 * first axis.
 */
import type { Core } from "./core.ts";
import { NEGLIGIBLE_SQUARED } from "./tolerances.ts";

/** One object is filled again and again; numbers come and go in it, because an argument that is a float would be allocated. */
export interface Separation {
  /** Set by the caller, from 0: cores further apart (u) are of no interest. */
  limit: number;
  /** Between the cores, in u; negative by as much as they overlap. */
  distance: number;
  /** Unit vector from a to b. */
  normalX: number;
  normalY: number;
  /** The point of a's core that is closest to b, in the common frame; of no meaning when they overlap or touch. */
  closestX: number;
  closestY: number;
}

export function createSeparation(): Separation {
  return { limit: Number.POSITIVE_INFINITY, distance: 0, normalX: 1, normalY: 0, closestX: 0, closestY: 0 };
}

/** The closest found so far. */
const nearest = { distance: 0 };

/**
 * Fills `into` and returns true, or returns false if the cores are further apart than its limit. Cores that are points
 * at one place have the normal (1, 0).
 */
export function measureSeparation(a: Core, b: Core, into: Separation): boolean {
  if (!findAxis(a, b, into)) return false;
  if (into.distance > Number.NEGATIVE_INFINITY && into.distance <= 0) return true;
  return findClosest(a, b, into);
}

/**
 * The first half of `measureSeparation`: the axis along which the cores are most apart, or overlap least, and how much; −Infinity
 * if both are single points, which have none.
 */
export function findAxis(a: Core, b: Core, into: Separation): boolean {
  into.distance = Number.NEGATIVE_INFINITY;
  into.normalX = 1;
  into.normalY = 0;
  const bothFlat = a.count <= 2 && b.count <= 2;
  return tryAxes(a, b, bothFlat, 1, into) && tryAxes(b, a, bothFlat, -1, into);
}

/**
 * Raises `into.distance` to the greatest separation along the normals of `core`'s edges, and along its edges if `along`.
 * `sign` is −1 when `core` is b. False if some separation exceeds the limit.
 */
function tryAxes(core: Core, other: Core, along: boolean, sign: 1 | -1, into: Separation): boolean {
  const { count, pointX, pointY, edgeX, edgeY, edgeLength } = core;
  const { limit } = into;
  if (count === 1) return true;
  const { count: otherCount, pointX: otherX, pointY: otherY } = other;
  const dx = other.x - core.x;
  const dy = other.y - core.y;
  for (let i = 0; i < count; i++) {
    const fromX = pointX[i];
    const fromY = pointY[i];
    const ex = edgeX[i];
    const ey = edgeY[i];
    const length = edgeLength[i];
    let least = Number.POSITIVE_INFINITY;
    let leastAlong = Number.POSITIVE_INFINITY;
    for (let j = 0; j < otherCount; j++) {
      const x = dx + (otherX[j] - fromX);
      const y = dy + (otherY[j] - fromY);
      const out = x * ey - y * ex;
      if (out < least) least = out;
      if (along) leastAlong = Math.min(leastAlong, (x - ex) * ex + (y - ey) * ey);
    }
    const separation = least / length;
    if (separation > limit) return false;
    if (separation > into.distance) {
      into.distance = separation;
      into.normalX = (sign * ey) / length;
      into.normalY = (-sign * ex) / length;
    }
    if (!along) continue;
    const separationAlong = leastAlong / length;
    if (separationAlong > limit) return false;
    if (separationAlong > into.distance) {
      into.distance = separationAlong;
      into.normalX = (sign * ex) / length;
      into.normalY = (sign * ey) / length;
    }
  }
  return true;
}

/**
 * The closest points of cores that are apart, or are single points. `into` holds the axis that separates them most: where a
 * vertex lies beside an edge, that is the edge's normal. Keeps it also where the cores coincide.
 */
function findClosest(a: Core, b: Core, into: Separation): boolean {
  const { limit } = into;
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  let leastSquared = Number.POSITIVE_INFINITY;
  let nearX = 0;
  let nearY = 0;
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++) {
      const x = dx + (b.pointX[j] - a.pointX[i]);
      const y = dy + (b.pointY[j] - a.pointY[i]);
      const squared = x * x + y * y;
      if (squared >= leastSquared) continue;
      leastSquared = squared;
      nearX = x;
      nearY = y;
      into.closestX = a.x + a.pointX[i];
      into.closestY = a.y + a.pointY[i];
    }
  }
  nearest.distance = Math.sqrt(leastSquared);
  const besideA = tryEdges(a, b, false, into);
  const besideB = tryEdges(b, a, true, into);
  if (besideA || besideB) return true;
  // As circles are tested: touching circles do so too when one is a capsule of no length.
  if (leastSquared > Math.max(limit * limit, NEGLIGIBLE_SQUARED)) return false;
  into.distance = nearest.distance;
  if (leastSquared > NEGLIGIBLE_SQUARED) {
    into.normalX = nearX / nearest.distance;
    into.normalY = nearY / nearest.distance;
  }
  return true;
}

/**
 * Lowers `nearest.distance` to that of a vertex of `other` beside an edge of `core`, and notes the point that is a's; whether
 * there is a closer one.
 */
function tryEdges(core: Core, other: Core, isOtherA: boolean, into: Separation): boolean {
  const { count, pointX, pointY, edgeX, edgeY, edgeLength } = core;
  if (count === 1) return false;
  const dx = other.x - core.x;
  const dy = other.y - core.y;
  let found = false;
  for (let i = 0; i < count; i++) {
    const ex = edgeX[i];
    const ey = edgeY[i];
    const length = edgeLength[i];
    for (let j = 0; j < other.count; j++) {
      const x = dx + (other.pointX[j] - pointX[i]);
      const y = dy + (other.pointY[j] - pointY[i]);
      const distance = Math.abs(x * ey - y * ex) / length;
      if (distance >= nearest.distance) continue;
      const along = (x * ex + y * ey) / length;
      if (along <= 0 || along >= length) continue;
      found = true;
      nearest.distance = distance;
      const part = along / length;
      into.closestX = isOtherA ? other.x + other.pointX[j] : core.x + pointX[i] + part * ex;
      into.closestY = isOtherA ? other.y + other.pointY[j] : core.y + pointY[i] + part * ey;
    }
  }
  return found;
}
