import type { Contact } from "./contact-list.ts";
import type { Core } from "./core.ts";
import { findOverlapPoint } from "./overlap-point.ts";
import { createSeparation, measureSeparation } from "./separation.ts";

const separation = createSeparation();

/** Whether two cores overlap or touch, radii included; then fills `contact` but its fraction. Points are in the cores' frame. */
export function collideCores(a: Core, b: Core, contact: Contact): boolean {
  const reach = a.radius + b.radius;
  separation.limit = reach;
  if (!measureSeparation(a, b, separation)) return false;
  const { distance, normalX, normalY } = separation;
  contact.normalX = normalX;
  contact.normalY = normalY;
  contact.depth = Math.max(0, reach - distance);
  // Between the cores' closest points, the middle of what the radii share; what the cores themselves share is its middle else.
  let along = 0;
  if (distance > 0) along = (Math.max(-a.radius, distance - b.radius) + Math.min(a.radius, distance + b.radius)) / 2;
  else findOverlapPoint(a, b, separation);
  contact.pointX = separation.closestX + normalX * along;
  contact.pointY = separation.closestY + normalY * along;
  return true;
}
