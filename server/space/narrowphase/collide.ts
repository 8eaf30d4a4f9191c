/**
 * Whether two bodies overlap, as they are now, and how: exact on their positions, for every pair of shapes.
 *
 * Two circles, by far the most common pair, are tested by themselves; every other pair as cores with radii (core.ts), by
 * separation.ts, which also states the cost.
 */
import type { BodyStore } from "../bodies.ts";
import { ShapeKind } from "../shapes.ts";
import { collideCircles } from "./circle-circle.ts";
import type { Contact } from "./contact-list.ts";
import { createCore, loadShape } from "./core.ts";
import { collideCores } from "./core-contact.ts";

const coreA = createCore();
const coreB = createCore();

/**
 * Whether the bodies in two slots overlap or touch; then fills `contact`, its fraction with 0. The other way round the answer is
 * the same, bit by bit, with the opposite normal.
 */
export function collide(bodies: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const { shape } = bodies;
  if (shape[slotA] === ShapeKind.circle && shape[slotB] === ShapeKind.circle) {
    return collideCircles(bodies, slotA, slotB, contact);
  }
  // In one order always, so that rounding is the same for both.
  const isSwapped = shape[slotA] === shape[slotB] ? slotA > slotB : shape[slotA] > shape[slotB];
  if (!isSwapped) return collideInOrder(bodies, slotA, slotB, contact);
  if (!collideInOrder(bodies, slotB, slotA, contact)) return false;
  contact.normalX = -contact.normalX;
  contact.normalY = -contact.normalY;
  return true;
}

function collideInOrder(bodies: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const { x, y } = bodies;
  loadShape(coreA, bodies, slotA);
  loadShape(coreB, bodies, slotB);
  // Seen from a, so that no digits are lost far from the origin.
  coreB.x = x[slotB] - x[slotA];
  coreB.y = y[slotB] - y[slotA];
  if (!collideCores(coreA, coreB, contact)) return false;
  contact.pointX += x[slotA];
  contact.pointY += y[slotA];
  contact.fraction = 0;
  return true;
}
