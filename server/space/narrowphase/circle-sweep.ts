/**
 * Two moving circles, in closed form: seen from a, b's centre is a point on a straight way past a circle of both radii.
 *
 * The way is split into what lies beside a's centre and what lies along it. Nothing cancels in that however long it is, unlike in
 * the usual quadratic equation, whose discriminant loses a slow or small circle's digits to a fast motion's square.
 */
import type { BodyStore } from "../bodies.ts";
import { collideCircles } from "./circle-circle.ts";
import type { Contact } from "./contact-list.ts";
import { NEGLIGIBLE_SQUARED } from "./tolerances.ts";

/** As `sweepCollide`, for two circles. */
export function sweepCircles(bodies: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const { x, y, radius, motionX, motionY } = bodies;
  const reach = radius[slotA] + radius[slotB];
  const dx = motionX[slotB] - motionX[slotA];
  const dy = motionY[slotB] - motionY[slotA];
  const fromX = x[slotB] - x[slotA] - dx;
  const fromY = y[slotB] - y[slotA] - dy;
  const fromSquared = fromX * fromX + fromY * fromY;
  const motionSquared = dx * dx + dy * dy;
  let normalX = slotA < slotB ? 1 : -1;
  let normalY = 0;
  let fraction = 0;
  let distance = reach;
  if (fromSquared <= reach * reach) {
    distance = Math.sqrt(fromSquared);
    if (fromSquared > NEGLIGIBLE_SQUARED) {
      normalX = fromX / distance;
      normalY = fromY / distance;
    }
  } else {
    const motion = Math.sqrt(motionSquared);
    const beside = (dx * fromY - dy * fromX) / motion;
    const closest = -(fromX * dx + fromY * dy) / motionSquared;
    const isMet = motionSquared > NEGLIGIBLE_SQUARED && closest >= 0 && beside <= reach && beside >= -reach;
    const half = isMet ? Math.sqrt((reach - beside) * (reach + beside)) : 0;
    fraction = Math.max(0, closest - half / motion);
    if (!isMet || fraction > 1) {
      // By rounding alone they may be apart on the way and yet touch at its end.
      if (!collideCircles(bodies, slotA, slotB, contact)) return false;
      contact.fraction = 1;
      return true;
    }
    const alongX = dx / motion;
    const alongY = dy / motion;
    const isPoint = reach * reach <= NEGLIGIBLE_SQUARED;
    normalX = isPoint ? -alongX : (-half * alongX - beside * alongY) / reach;
    normalY = isPoint ? -alongY : (-half * alongY + beside * alongX) / reach;
  }
  contact.normalX = normalX;
  contact.normalY = normalY;
  contact.depth = Math.max(0, reach - distance);
  contact.fraction = fraction;
  // As in `collideCircles`, from a's centre at that time.
  const along =
    (Math.max(-radius[slotA], distance - radius[slotB]) + Math.min(radius[slotA], distance + radius[slotB])) / 2;
  const left = 1 - fraction;
  contact.pointX = x[slotA] - left * motionX[slotA] + normalX * along;
  contact.pointY = y[slotA] - left * motionY[slotA] + normalY * along;
  return true;
}
