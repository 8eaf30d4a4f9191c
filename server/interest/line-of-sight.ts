/** What walls hide. */
import type { BodyStore } from "../space/bodies.ts";
import { ShapeKind } from "../space/shapes.ts";
import { boundingRadius } from "./area-tests.ts";

/** Numbers of a wall: x1, y1, x2, y2 in u. */
const WALL_SIZE = 4;
/** From the eye to where it looks, likewise. In an array: floats given to a function that is not inlined are allocated. */
const line = new Float64Array(WALL_SIZE);

/**
 * Which wall hides the body in `slot` from the eye; −1 if it is in sight. A body is in sight if the line to the nearest point of
 * its bounding circle, or to its left or right end as the eye sees it, meets no wall. Touching counts as meeting. Cost: O(walls).
 */
export function hidingWall(walls: ArrayLike<number>, bodies: BodyStore, slot: number, eye: Float64Array): number {
  const x = bodies.x[slot];
  const y = bodies.y[slot];
  const dx = x - eye[0];
  const dy = y - eye[1];
  const distance = Math.sqrt(dx * dx + dy * dy);
  // What a function that is not inlined returns is allocated: not for the common shape.
  const radius = bodies.shape[slot] === ShapeKind.circle ? bodies.radius[slot] : boundingRadius(bodies, slot);
  // The eye is in it.
  if (distance <= radius) return -1;
  const aheadX = (dx / distance) * radius;
  const aheadY = (dy / distance) * radius;
  line[0] = eye[0];
  line[1] = eye[1];
  line[2] = x - aheadX;
  line[3] = y - aheadY;
  const wall = wallAcross(walls);
  if (wall < 0) return -1;
  line[2] = x - aheadY;
  line[3] = y + aheadX;
  if (wallAcross(walls) < 0) return -1;
  line[2] = x + aheadY;
  line[3] = y - aheadX;
  return wallAcross(walls) < 0 ? -1 : wall;
}

/** The first of the walls that `line` meets; −1 if none. */
function wallAcross(walls: ArrayLike<number>): number {
  for (let i = 0; i + WALL_SIZE <= walls.length; i += WALL_SIZE) if (meetsWall(walls, i)) return i / WALL_SIZE;
  return -1;
}

/** Whether `line` and the wall that begins at `i` have a point in common: each one's ends are not on one side of the other. */
function meetsWall(walls: ArrayLike<number>, i: number): boolean {
  const ax = line[0];
  const ay = line[1];
  const bx = line[2];
  const by = line[3];
  const cx = walls[i];
  const cy = walls[i + 1];
  const dx = walls[i + 2];
  const dy = walls[i + 3];
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  return !((c > 0 && d > 0) || (c < 0 && d < 0)) && !((a > 0 && b > 0) || (a < 0 && b < 0));
}
