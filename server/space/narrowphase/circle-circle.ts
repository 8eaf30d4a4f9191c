import type { BodyStore } from "../bodies.ts";
import type { Contact } from "./contact-list.ts";

/** Whether the circles in two slots overlap or touch; then fills `contact`, with the normal (1, 0) where centres coincide. */
export function collideCircles({ x, y, radius }: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const reach = radius[slotA] + radius[slotB];
  const dx = x[slotB] - x[slotA];
  const dy = y[slotB] - y[slotA];
  const squared = dx * dx + dy * dy;
  if (squared > reach * reach) return false;
  const distance = Math.sqrt(squared);
  contact.normalX = distance > 0 ? dx / distance : 1;
  contact.normalY = distance > 0 ? dy / distance : 0;
  contact.depth = Math.max(0, reach - distance);
  const along = radius[slotA] - contact.depth / 2;
  contact.pointX = x[slotA] + contact.normalX * along;
  contact.pointY = y[slotA] + contact.normalY * along;
  contact.fraction = 0;
  return true;
}
