/**
 * Where a moving point first enters a shape: the ray cast that everything swept is made of.
 *
 * Requirement: the earliest fraction of the motion; a ray through the corner between two edges, or along an edge, slips through
 * nowhere; a shape with a radius is hit by whatever hits its core.
 * Idea: the border of a core with a radius is its edges moved outward by the radius, and an arc about each vertex. Each is met
 * by itself, and the earliest counts. An edge of the bare core is met if its ends are not both strictly on one side of the ray;
 * neighbours share the computed side of their common vertex, so there is no gap between them (the idea of "watertight" ray
 * tests: Woop, Benthin, Wald, JCGT 2013). Nor is there one between bodies that meet in a point: each sees it in a frame of its
 * own, so a side that rounding may have turned counts as on the ray. Arcs are met in the ray's own frame (distance beside it and along it), where nothing
 * cancels however long the ray.
 * Cost: a few dozen operations a vertex.
 */
import type { Core } from "./core.ts";
import { NEGLIGIBLE_LENGTH, NEGLIGIBLE_SQUARED, PARALLEL_SINE, SIDE_ROUNDING } from "./tolerances.ts";

/** A point on its way, in the frame of the core. */
interface Path {
  x: number;
  y: number;
  /** The whole motion. */
  dx: number;
  dy: number;
  /** The radius of what moves and of the shape together. */
  reach: number;
}

export function createPath(): Path {
  return { x: 0, y: 0, dx: 0, dy: 0, reach: 0 };
}

export interface Entry {
  /** Of the motion; may be more than 1. Infinity: none. */
  fraction: number;
  /** The outward normal of the core's shape there. */
  normalX: number;
  normalY: number;
}

export function createEntry(): Entry {
  return { fraction: Number.POSITIVE_INFINITY, normalX: 1, normalY: 0 };
}

/**
 * If the path enters the core, with the path's reach as its radius, at an earlier fraction than `entry` has, replaces that and
 * returns true. It must start outside. A path of no length enters nothing.
 */
export function findEarlierEntry(core: Core, path: Path, entry: Entry): boolean {
  if (path.dx * path.dx + path.dy * path.dy <= NEGLIGIBLE_SQUARED) return false;
  const foundEdge = core.count > 1 && enterEdges(core, path, entry);
  // Of a bare core only what has no edges or is met along its only edge is left.
  if (path.reach === 0 && foundEdge) return true;
  return enterArcs(core, path, entry) || foundEdge;
}

function enterEdges(core: Core, { x, y, dx, dy, reach }: Path, entry: Entry): boolean {
  const { count, pointX, pointY, edgeX, edgeY, edgeLength } = core;
  const lengthSquared = dx * dx + dy * dy;
  const pathLength = Math.sqrt(lengthSquared);
  const absX = Math.abs(dx);
  const absY = Math.abs(dy);
  let found = false;
  for (let i = 0; i < count; i++) {
    const ex = edgeX[i];
    const ey = edgeY[i];
    const length = edgeLength[i];
    // How fast the motion leads out through this edge, times its length; entries are negative.
    const outward = dx * ey - dy * ex;
    const fromX = x - core.x - pointX[i];
    const fromY = y - core.y - pointY[i];
    const out = fromX * ey - fromY * ex;
    const isParallel = Math.abs(outward) <= PARALLEL_SINE * length * pathLength;
    if (!isParallel && (outward >= 0 || out < 0)) continue;
    let fraction = Number.POSITIVE_INFINITY;
    const outOfReach = out - reach * length;
    if (reach > 0 && !isParallel && outOfReach >= 0) {
      const offsetFraction = outOfReach / -outward;
      const along = (fromX + offsetFraction * dx) * ex + (fromY + offsetFraction * dy) * ey;
      if (along >= 0 && along <= length * length) fraction = offsetFraction;
    }
    const next = i + 1 === count ? 0 : i + 1;
    const nextX = x - core.x - pointX[next];
    const nextY = y - core.y - pointY[next];
    const side = dx * fromY - dy * fromX;
    const nextSide = dx * nextY - dy * nextX;
    const slack =
      SIDE_ROUNDING *
      (absX * (Math.abs(y - core.y) + Math.abs(fromY)) + absY * (Math.abs(x - core.x) + Math.abs(fromX)));
    const nextSlack =
      SIDE_ROUNDING *
      (absX * (Math.abs(y - core.y) + Math.abs(nextY)) + absY * (Math.abs(x - core.x) + Math.abs(nextX)));
    if (!((side > slack && nextSide > nextSlack) || (side < -slack && nextSide < -nextSlack))) {
      const end = -(fromX * dx + fromY * dy) / lengthSquared;
      const nextEnd = -(nextX * dx + nextY * dy) / lengthSquared;
      // Along the edge it is met at the nearer end; else between the ends, whatever rounding says.
      const crossing = isParallel ? 0 : out / -outward;
      const coreFraction = Math.min(Math.max(crossing, Math.min(end, nextEnd)), Math.max(end, nextEnd));
      if (coreFraction >= 0) fraction = Math.min(fraction, coreFraction);
    }
    if (fraction >= entry.fraction) continue;
    found = true;
    entry.fraction = fraction;
    // A segment met along itself is met at its end.
    const isEndOn = isParallel && count === 2;
    entry.normalX = isEndOn ? -dx / pathLength : ey / length;
    entry.normalY = isEndOn ? -dy / pathLength : -ex / length;
  }
  return found;
}

function enterArcs(core: Core, { x, y, dx, dy, reach }: Path, entry: Entry): boolean {
  const { count, pointX, pointY } = core;
  const lengthSquared = dx * dx + dy * dy;
  const length = Math.sqrt(lengthSquared);
  let found = false;
  for (let i = 0; i < count; i++) {
    const fromX = x - core.x - pointX[i];
    const fromY = y - core.y - pointY[i];
    const beside = (dx * fromY - dy * fromX) / length;
    if (beside > reach || beside < -reach) continue;
    const closest = -(fromX * dx + fromY * dy) / lengthSquared;
    if (closest < 0) continue;
    const half = Math.sqrt((reach - beside) * (reach + beside));
    const fraction = Math.max(0, closest - half / length);
    if (fraction >= entry.fraction) continue;
    found = true;
    entry.fraction = fraction;
    const directionX = dx / length;
    const directionY = dy / length;
    if (reach > NEGLIGIBLE_LENGTH) {
      entry.normalX = (-half * directionX - beside * directionY) / reach;
      entry.normalY = (-half * directionY + beside * directionX) / reach;
    } else {
      entry.normalX = -directionX;
      entry.normalY = -directionY;
    }
  }
  return found;
}
