import type { BodyStore } from "../bodies.ts";
import type { Contact } from "./contact-list.ts";
import { NEGLIGIBLE_SQUARED } from "./tolerances.ts";

/**
 * Whether the circles in two slots overlap or touch; then fills `contact`. Where centres coincide the normal is (1, 0) from the
 * lower slot to the higher.
 */
export function collideCircles({ x, y, radius }: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const radiusA = radius[slotA];
  const radiusB = radius[slotB];
  const reach = radiusA + radiusB;
  const dx = x[slotB] - x[slotA];
  const dy = y[slotB] - y[slotA];
  const squared = dx * dx + dy * dy;
  if (squared > reach * reach) return false;
  const distance = Math.sqrt(squared);
  if (squared > NEGLIGIBLE_SQUARED) {
    contact.normalX = dx / distance;
    contact.normalY = dy / distance;
  } else {
    contact.normalX = slotA < slotB ? 1 : -1;
    contact.normalY = 0;
  }
  contact.depth = Math.max(0, reach - distance);
  // The middle of what they share of the line through their centres; one may contain the other.
  const along = (Math.max(-radiusA, distance - radiusB) + Math.min(radiusA, distance + radiusB)) / 2;
  contact.pointX = x[slotA] + contact.normalX * along;
  contact.pointY = y[slotA] + contact.normalY * along;
  contact.fraction = 0;
  return true;
}
