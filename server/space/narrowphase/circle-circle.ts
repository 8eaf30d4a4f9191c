/**
 * Circle against circle: whether two circles overlap or touch, and where they do, the contact. Requirement: right for every
 * finite position and radius, so also where squares overflow (1e308) or vanish (1e-300), with a unit normal always.
 */
import type { BodyId, BodyStore } from "../bodies.ts";
import { type ContactList, pushContact } from "./contact-list.ts";
import { SCALE_DOWN, scaleFor } from "./scale.ts";

/** Appends the contact of the bodies in slots `slotA` and `slotB` to `contacts`, which has room, if they overlap or touch. */
export function collideCircles(bodies: BodyStore, slotA: number, slotB: number, contacts: ContactList): void {
  const { x, y, radius, ids } = bodies;
  const reach = radius[slotA] + radius[slotB];
  const scale = scaleFor(reach);
  if (scale !== 1) {
    collideScaled(bodies, slotA, slotB, scale, contacts);
    return;
  }
  const dx = x[slotB] - x[slotA];
  const dy = y[slotB] - y[slotA];
  const squared = dx * dx + dy * dy;
  if (squared > reach * reach) return;
  pushAlong(ids[slotA], ids[slotB], dx, dy, Math.max(0, reach - Math.sqrt(squared)), contacts);
}

/** The same for two circles whose radii are too large or too small to be squared. */
function collideScaled(bodies: BodyStore, slotA: number, slotB: number, scale: number, contacts: ContactList): void {
  const { x, y, radius, ids } = bodies;
  // Large lengths are scaled first, since their sum or difference may overflow; small ones after, since they may cancel.
  const first = scale === SCALE_DOWN ? scale : 1;
  const after = scale === SCALE_DOWN ? 1 : scale;
  const dx = (x[slotB] * first - x[slotA] * first) * after;
  const dy = (y[slotB] * first - y[slotA] * first) * after;
  const reach = (radius[slotA] * first + radius[slotB] * first) * after;
  const squared = dx * dx + dy * dy;
  if (squared > reach * reach) return;
  const depth = Math.max(0, reach - Math.sqrt(squared)) / scale;
  // Centres so near each other that scaling down makes them one still have a direction.
  const isVanished = squared === 0;
  const alongX = isVanished ? x[slotB] - x[slotA] : dx;
  const alongY = isVanished ? y[slotB] - y[slotA] : dy;
  pushAlong(ids[slotA], ids[slotB], alongX, alongY, Math.min(depth, Number.MAX_VALUE), contacts);
}

/** Appends a contact whose normal points along (dx, dy). */
function pushAlong(a: BodyId, b: BodyId, dx: number, dy: number, depth: number, contacts: ContactList): void {
  if (dx === 0 && dy === 0) {
    pushContact(contacts, a, b, 1, 0, depth);
    return;
  }
  const scale = scaleFor(Math.max(Math.abs(dx), Math.abs(dy)));
  const scaledX = dx * scale;
  const scaledY = dy * scale;
  const length = Math.sqrt(scaledX * scaledX + scaledY * scaledY);
  pushContact(contacts, a, b, scaledX / length, scaledY / length, depth);
}
