/** What a space answers, in the plain arrays that tests compare. */
import { expect } from "vitest";
import type { BodyId } from "../bodies.ts";
import { createIdList } from "../id-list.ts";
import type { Rectangle } from "../rectangle.ts";
import type { Space } from "../space.ts";

/** The contacts of the last step as `a,b`, ids in the order of the slots, in the order given. */
export function contactsOf({ contacts }: Space): string[] {
  return Array.from({ length: contacts.count }, (_, i) => `${contacts.a[i]},${contacts.b[i]}`);
}

/** The ids, ascending, of the bodies that overlap a rectangle. */
export function overlapRect(space: Space, { minX, minY, maxX, maxY }: Rectangle): BodyId[] {
  const list = createIdList(0);
  const count = space.overlapRect(minX, minY, maxX, maxY, list);
  expect(count).toBe(list.count);
  return [...list.ids.subarray(0, count)].sort((a, b) => a - b);
}
