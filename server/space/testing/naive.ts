/**
 * The oracle of the tests: what a space has to find, said as plainly as possible over a list of objects or of boxes, and
 * independent of the code that it judges.
 */
import { type BodyId, type BodyStore, NO_BODY } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";

/** A circle in a space. */
export interface NaiveBody {
  id: BodyId;
  x: number;
  y: number;
  radius: number;
  still: boolean;
  category: number;
  mask: number;
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return !(a.maxX < b.minX || b.maxX < a.minX || a.maxY < b.minY || b.maxY < a.minY);
}

/** One number for a pair of slots, i < j, that grows with (i, j). */
export function pairKey(i: number, j: number): number {
  return i * 2 ** 20 + j;
}

/** The slots that hold a body, ascending. */
export function naiveSlots({ ids, slotLimit }: BodyStore): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) slots.push(slot);
  return slots;
}

function storedBox({ boxes }: BodyStore, slot: number): Rectangle {
  return { minX: boxes.minX[slot], minY: boxes.minY[slot], maxX: boxes.maxX[slot], maxY: boxes.maxY[slot] };
}

/**
 * The `pairKey`s, ascending, of bodies whose boxes in the store overlap or touch, of which one at least is a mover, and
 * which have a bit of each other's category in their masks.
 */
export function naivePairs(bodies: BodyStore): Float64Array {
  const { still, category, mask } = bodies;
  const slots = naiveSlots(bodies);
  const boxes = slots.map((slot) => storedBox(bodies, slot));
  const pairs: number[] = [];
  for (let i = 0; i < slots.length; i++) {
    for (let j = i + 1; j < slots.length; j++) {
      const a = slots[i];
      const b = slots[j];
      if (still[a] === 1 && still[b] === 1) continue;
      if ((category[a] & mask[b]) === 0 || (category[b] & mask[a]) === 0) continue;
      if (overlap(boxes[i], boxes[j])) pairs.push(pairKey(a, b));
    }
  }
  return Float64Array.from(pairs);
}

/** The slots, ascending, of the bodies whose box in the store overlaps or touches the rectangle. */
export function naiveQuery(bodies: BodyStore, rectangle: Rectangle): number[] {
  return naiveSlots(bodies).filter((slot) => overlap(storedBox(bodies, slot), rectangle));
}

function boxOf({ x, y, radius }: NaiveBody): Rectangle {
  return { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius };
}

/** Whether the circles overlap or touch. Good for lengths whose squares neither over- nor underflow. */
function naiveTouch(a: NaiveBody, b: NaiveBody): boolean {
  const distanceSquared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
  return overlap(boxOf(a), boxOf(b)) && distanceSquared <= (a.radius + b.radius) ** 2;
}

/**
 * The pairs of ids, `a,b` in the order of the slots, that touch, of which one at least is a mover, and which have a bit of each
 * other's category in their masks; sorted as text.
 */
export function naiveContacts(bodies: readonly NaiveBody[], slotOf: (id: BodyId) => number): string[] {
  const contacts: string[] = [];
  for (const a of bodies) {
    for (const b of bodies) {
      if (slotOf(a.id) >= slotOf(b.id) || (a.still && b.still)) continue;
      if ((a.category & b.mask) === 0 || (b.category & a.mask) === 0) continue;
      if (naiveTouch(a, b)) contacts.push(`${a.id},${b.id}`);
    }
  }
  return contacts.sort();
}

/** The ids, in ascending order, of the bodies whose circle overlaps or touches the rectangle. */
export function naiveOverlapRect(bodies: readonly NaiveBody[], rectangle: Rectangle): BodyId[] {
  const found: BodyId[] = [];
  for (const body of bodies) {
    if (!overlap(boxOf(body), rectangle)) continue;
    const nearestX = Math.min(Math.max(body.x, rectangle.minX), rectangle.maxX);
    const nearestY = Math.min(Math.max(body.y, rectangle.minY), rectangle.maxY);
    // Beside the rectangle rather than across its corner, the box has decided, whatever the last digit of a square says.
    const isAcrossCorner = nearestX !== body.x && nearestY !== body.y;
    const distanceSquared = (nearestX - body.x) ** 2 + (nearestY - body.y) ** 2;
    if (!isAcrossCorner || distanceSquared <= body.radius ** 2) found.push(body.id);
  }
  return found.sort((a, b) => a - b);
}
