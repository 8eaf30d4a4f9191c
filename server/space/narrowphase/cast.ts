/**
 * Rays and moving circles against one body as it is now, whatever its shape: how entry.ts is asked. Touching is a hit, at the
 * start, on the way and at the end.
 */
import type { BodyStore } from "../bodies.ts";
import { createCore, loadShape } from "./core.ts";
import { createEntry, createPath, findEarlierEntry } from "./entry.ts";
import { createSeparation, measureSeparation } from "./separation.ts";
import { FRACTION_SLACK } from "./tolerances.ts";

/** Where a cast first meets a body; one object is filled again and again. */
export interface CastHit {
  /** Of the way, from 0 to 1; 0 if it starts in or on the body. */
  fraction: number;
  /** Where they touch. If the cast starts overlapping: the point of the body that is closest to the start. */
  pointX: number;
  pointY: number;
  /** Unit vector, outward from the body there. If the cast starts overlapping: the shortest way out of it. */
  normalX: number;
  normalY: number;
}

export function createCastHit(): CastHit {
  return { fraction: 0, pointX: 0, pointY: 0, normalX: 1, normalY: 0 };
}

const shape = createCore();
const mover = createCore();
const path = createPath();
const entry = createEntry();
const separation = createSeparation();

/**
 * Whether a circle whose centre goes from (x, y) to (x + dx, y + dy) meets the body in `slot`; then fills `hit`. With radius 0
 * it is a ray, and what that hits every circle hits, no later. One that goes nowhere is met by what it overlaps.
 */
export function castCircleAgainst(
  bodies: BodyStore,
  slot: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  radius: number,
  hit: CastHit,
): boolean {
  // Short, so that it is inlined: floats given to a function that is not would be allocated for each call.
  path.x = x - bodies.x[slot];
  path.y = y - bodies.y[slot];
  path.dx = dx;
  path.dy = dy;
  mover.radius = radius;
  return castMover(bodies, slot, hit);
}

/** Casts `mover` along `path`, which is seen from the body. */
function castMover(bodies: BodyStore, slot: number, hit: CastHit): boolean {
  loadShape(shape, bodies, slot);
  path.reach = shape.radius + mover.radius;
  mover.x = path.x;
  mover.y = path.y;
  separation.limit = path.reach;
  if (measureSeparation(shape, mover, separation)) {
    const { distance, normalX, normalY } = separation;
    const inward = Math.max(0, distance - shape.radius);
    hit.fraction = 0;
    hit.pointX = bodies.x[slot] + path.x - normalX * inward;
    hit.pointY = bodies.y[slot] + path.y - normalY * inward;
    hit.normalX = normalX;
    hit.normalY = normalY;
    return true;
  }
  entry.fraction = Number.POSITIVE_INFINITY;
  if (!findEarlierEntry(shape, path, entry) || entry.fraction > 1 + FRACTION_SLACK) return false;
  if (entry.fraction > 1) {
    mover.x = path.x + path.dx;
    mover.y = path.y + path.dy;
    if (!measureSeparation(shape, mover, separation)) return false;
    entry.fraction = 1;
  }
  const { fraction, normalX, normalY } = entry;
  hit.fraction = fraction;
  hit.pointX = bodies.x[slot] + (path.x + fraction * path.dx) - normalX * mover.radius;
  hit.pointY = bodies.y[slot] + (path.y + fraction * path.dy) - normalY * mover.radius;
  hit.normalX = normalX;
  hit.normalY = normalY;
  return true;
}
