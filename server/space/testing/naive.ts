/**
 * The oracle of the tests: what a space has to find, said as plainly as possible over a list of objects, and independent of
 * the code that it judges.
 */
import type { BodyId } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";

export interface NaiveBody {
  id: BodyId;
  x: number;
  y: number;
  radius: number;
  still: boolean;
}

function boxOf({ x, y, radius }: Omit<NaiveBody, "id" | "still">): Rectangle {
  return { minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius };
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return !(a.maxX < b.minX || b.maxX < a.minX || a.maxY < b.minY || b.maxY < a.minY);
}

/** One number for a pair of indices, i < j, that grows with (i, j). */
export function pairKey(i: number, j: number): number {
  return i * 2 ** 20 + j;
}

/** The `pairKey`s, ascending, of bodies whose boxes overlap or touch and of which one at least is a mover. */
export function naivePairs(bodies: readonly Omit<NaiveBody, "id">[]): Float64Array {
  const boxes = bodies.map(boxOf);
  const pairs: number[] = [];
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      if (bodies[i].still && bodies[j].still) continue;
      if (overlap(boxes[i], boxes[j])) pairs.push(pairKey(i, j));
    }
  }
  return Float64Array.from(pairs);
}

/** Whether the circles overlap or touch. Good for lengths whose squares neither over- nor underflow. */
export function naiveTouch(a: NaiveBody, b: NaiveBody): boolean {
  const distanceSquared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
  return overlap(boxOf(a), boxOf(b)) && distanceSquared <= (a.radius + b.radius) ** 2;
}

/** The pairs of ids, `a,b` in the order of the slots, that touch and of which one at least is a mover; sorted as text. */
export function naiveContacts(bodies: readonly NaiveBody[], slotOf: (id: BodyId) => number): string[] {
  const contacts: string[] = [];
  for (const a of bodies) {
    for (const b of bodies) {
      if (slotOf(a.id) >= slotOf(b.id) || (a.still && b.still)) continue;
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
