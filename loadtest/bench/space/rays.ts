/** The rays of the benchmark of casts: they begin outside all bodies, since engines differ on those that begin within one. */
import { type BodyStore, NO_BODY } from "../../../server/space/bodies.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";
import { createRandom } from "../../../shared/random.ts";

export interface Rays {
  readonly count: number;
  readonly fromX: Float64Array;
  readonly fromY: Float64Array;
  readonly toX: Float64Array;
  readonly toY: Float64Array;
}

export function createRays(bodies: BodyStore, bounds: Rectangle, count: number, length: number, seed: number): Rays {
  const random = createRandom(seed);
  const column = () => new Float64Array(count);
  const rays = { count, fromX: column(), fromY: column(), toX: column(), toY: column() };
  for (let i = 0; i < count; i++) {
    do {
      rays.fromX[i] = random.between(bounds.minX, bounds.maxX);
      rays.fromY[i] = random.between(bounds.minY, bounds.maxY);
    } while (isWithinAny(bodies, rays.fromX[i], rays.fromY[i]));
    const angle = random.between(0, 2 * Math.PI);
    rays.toX[i] = rays.fromX[i] + Math.cos(angle) * length;
    rays.toY[i] = rays.fromY[i] + Math.sin(angle) * length;
  }
  return rays;
}

function isWithinAny({ ids, x, y, radius, slotLimit }: BodyStore, pointX: number, pointY: number): boolean {
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] !== NO_BODY && Math.hypot(x[slot] - pointX, y[slot] - pointY) <= radius[slot]) return true;
  }
  return false;
}

/** The slot of the circle that a ray meets first, −1 for none: every circle is asked. */
export function firstHit(bodies: BodyStore, rays: Rays, ray: number): number {
  const { ids, x, y, radius, slotLimit } = bodies;
  const fromX = rays.fromX[ray];
  const fromY = rays.fromY[ray];
  const dx = rays.toX[ray] - fromX;
  const dy = rays.toY[ray] - fromY;
  const length = Math.hypot(dx, dy);
  let first = -1;
  let nearest = length;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    // Along the ray to the foot of the perpendicular from the centre, and back by half the chord.
    const along = ((x[slot] - fromX) * dx + (y[slot] - fromY) * dy) / length;
    const aside = ((x[slot] - fromX) * dy - (y[slot] - fromY) * dx) / length;
    const halfChordSquared = radius[slot] ** 2 - aside ** 2;
    if (halfChordSquared < 0) continue;
    const distance = along - Math.sqrt(halfChordSquared);
    if (distance < 0 || distance > nearest) continue;
    nearest = distance;
    first = slot;
  }
  return first;
}
