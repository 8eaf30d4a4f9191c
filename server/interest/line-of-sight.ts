/** What walls hide. */
import type { BodyStore } from "../space/bodies.ts";
import { boundingRadius } from "./area-tests.ts";

/** Numbers of a wall: x1, y1, x2, y2 in u. */
const WALL_SIZE = 4;

/**
 * Which wall hides the body in `slot` from the eye; −1 if it is in sight. A body is in sight if the line to the nearest point of
 * its bounding circle, or to its left or right end as the eye sees it, meets no wall. Touching counts as meeting. Cost: O(walls).
 */
export function hidingWall(walls: ArrayLike<number>, bodies: BodyStore, slot: number, eye: Float64Array): number {
  const x = bodies.x[slot];
  const y = bodies.y[slot];
  const dx = x - eye[0];
  const dy = y - eye[1];
  const distance = Math.hypot(dx, dy);
  const radius = boundingRadius(bodies, slot);
  // The eye is in it.
  if (distance <= radius) return -1;
  const aheadX = (dx / distance) * radius;
  const aheadY = (dy / distance) * radius;
  const wall = wallBetween(walls, eye[0], eye[1], x - aheadX, y - aheadY);
  if (wall < 0) return -1;
  if (wallBetween(walls, eye[0], eye[1], x - aheadY, y + aheadX) < 0) return -1;
  if (wallBetween(walls, eye[0], eye[1], x + aheadY, y - aheadX) < 0) return -1;
  return wall;
}

/** The first of the walls that a line meets; −1 if none. */
function wallBetween(walls: ArrayLike<number>, fromX: number, fromY: number, toX: number, toY: number): number {
  for (let i = 0; i + WALL_SIZE <= walls.length; i += WALL_SIZE) {
    if (meets(fromX, fromY, toX, toY, walls[i], walls[i + 1], walls[i + 2], walls[i + 3])) return i / WALL_SIZE;
  }
  return -1;
}

/** Whether the lines ab and cd have a point in common: each one's ends are not on the same side of the other. */
function meets(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  return !((c > 0 && d > 0) || (c < 0 && d < 0)) && !((a > 0 && b > 0) || (a < 0 && b < 0));
}
