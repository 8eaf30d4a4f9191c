/**
 * Whether two bodies meet on the straight ways that they took since the last step, and when.
 *
 * Requirement: nothing passes through anything, whatever the speeds and shapes.
 * Idea: seen from a, only b moves. Two circles are tested by themselves (circle-sweep.ts). Any other two convex shapes, as they
 * do not turn, first meet with a vertex of the one on the border of the other (a border with the sum of the radii), so the
 * earliest entry of a's vertices into b and of b's vertices into a is exact.
 * Cost: a few dozen operations for two circles; for others, an entry test for each vertex of both.
 */
import type { BodyStore } from "../bodies.ts";
import { ShapeKind } from "../shapes.ts";
import { sweepCircles } from "./circle-sweep.ts";
import { collide } from "./collide.ts";
import type { Contact } from "./contact-list.ts";
import { type Core, createCore, loadShape } from "./core.ts";
import { collideCores } from "./core-contact.ts";
import { createEntry, createPath, findEarlierEntry } from "./entry.ts";
import { createSeparation, findAxis } from "./separation.ts";

const coreA = createCore();
const coreB = createCore();
const path = createPath();
const entry = createEntry();
const separation = createSeparation();

/**
 * Whether the bodies in two slots overlapped or touched at any time of their last motions; then fills `contact` as of the first
 * such time: if they did so from the start, fraction 0 and how they overlapped there. Wherever `collide` is true, so is this.
 * The other way round the answer is the same, with the opposite normal.
 */
export function sweepCollide(bodies: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const { shape } = bodies;
  if (shape[slotA] === ShapeKind.circle && shape[slotB] === ShapeKind.circle) {
    return sweepCircles(bodies, slotA, slotB, contact);
  }
  const isSwapped = shape[slotA] === shape[slotB] ? slotA > slotB : shape[slotA] > shape[slotB];
  if (!isSwapped) return sweepInOrder(bodies, slotA, slotB, contact);
  if (!sweepInOrder(bodies, slotB, slotA, contact)) return false;
  contact.normalX = -contact.normalX;
  contact.normalY = -contact.normalY;
  return true;
}

function sweepInOrder(bodies: BodyStore, slotA: number, slotB: number, contact: Contact): boolean {
  const { x, y, motionX, motionY } = bodies;
  loadShape(coreA, bodies, slotA);
  loadShape(coreB, bodies, slotB);
  const dx = motionX[slotB] - motionX[slotA];
  const dy = motionY[slotB] - motionY[slotA];
  coreB.x = x[slotB] - x[slotA] - dx;
  coreB.y = y[slotB] - y[slotA] - dy;
  path.dx = dx;
  path.dy = dy;
  contact.fraction = 0;
  if (!collideCores(coreA, coreB, contact) && !enter(contact)) {
    // By rounding alone they may be apart on the way and yet touch at its end.
    if ((dx === 0 && dy === 0) || !collide(bodies, slotA, slotB, contact)) return false;
    contact.fraction = 1;
    return true;
  }
  // From a's place at that time to the world.
  const left = 1 - contact.fraction;
  contact.pointX += x[slotA] - left * motionX[slotA];
  contact.pointY += y[slotA] - left * motionY[slotA];
  return true;
}

/** Where b's core, moved as the path says, first touches a's, radii included; seen from a. They must be apart. */
function enter(contact: Contact): boolean {
  const { dx, dy } = path;
  path.reach = coreA.radius + coreB.radius;
  entry.fraction = Number.POSITIVE_INFINITY;
  // A single point against the other's edges and vertices is the whole of it.
  if (coreA.count > 1) enterVertices(coreB, coreA, 1, contact);
  if (coreA.count === 1 || coreB.count > 1) {
    path.dx = -dx;
    path.dy = -dy;
    enterVertices(coreA, coreB, -1, contact);
  }
  if (entry.fraction > 1) return false;
  contact.fraction = entry.fraction;
  contact.depth = 0;
  // A corner that meets a corner enters by edges that do not all part the two shapes. Roundness leaves no choice.
  if (path.reach === 0 && coreA.count > 1 && coreB.count > 1) {
    coreB.x += entry.fraction * dx;
    coreB.y += entry.fraction * dy;
    findAxis(coreA, coreB, separation);
    contact.normalX = separation.normalX;
    contact.normalY = separation.normalY;
  }
  return true;
}

/** Lets each vertex of `mover` go the path's way against `core`; the earliest entry fills `contact`, seen from a. */
function enterVertices(mover: Core, core: Core, sign: 1 | -1, contact: Contact): void {
  for (let i = 0; i < mover.count; i++) {
    path.x = mover.x + mover.pointX[i];
    path.y = mover.y + mover.pointY[i];
    if (!findEarlierEntry(core, path, entry)) continue;
    const { fraction, normalX, normalY } = entry;
    contact.normalX = sign * normalX;
    contact.normalY = sign * normalY;
    // The mover's vertex, less its radius, where it is then; a does not move in this frame.
    const moved = sign === 1 ? fraction : 0;
    contact.pointX = path.x + moved * path.dx - normalX * mover.radius;
    contact.pointY = path.y + moved * path.dy - normalY * mover.radius;
  }
}
