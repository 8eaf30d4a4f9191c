/** What a space's last step looked at within a rectangle, as the plain arrays of an `Inspection`. */
import type { Inspection } from "../../../shared/inspection.ts";
import type { Rectangle } from "../../space/rectangle.ts";
import { type BroadPhaseInspection, type Space, slotOf } from "../../space/space.ts";

/** Most of each that a picture holds; what is beyond is counted in `omitted`. */
export const MOST_BODIES = 5000;
export const MOST_REGIONS = 3000;
/** Bodies in the lists of regions, all together. */
export const MOST_ENTRIES = 20_000;
export const MOST_PAIRS = 6000;

export type SpacePicture = Pick<
  Inspection,
  | "keys"
  | "x"
  | "y"
  | "halfWidth"
  | "halfHeight"
  | "still"
  | "regionBounds"
  | "regionDepths"
  | "regionSizes"
  | "regionKeys"
  | "candidates"
  | "contacts"
  | "omitted"
>;

type Looked = ReturnType<Space["inspect"]>;

/** @param looked what `space.inspect` says, asked once for all pictures of a tick */
export function takePicture(space: Space, looked: Looked, within: Rectangle): SpacePicture {
  const { isShown, ...bodies } = takeBodies(space, looked, within);
  const regions = takeRegions(looked, within);
  const pairs = takePairs(space, looked, isShown);
  return {
    ...bodies.lists,
    ...regions.lists,
    ...pairs.lists,
    omitted: { bodies: bodies.omitted, regions: regions.omitted, pairs: pairs.omitted },
  };
}

/** A body that has changed since the step has no box any more: it is shown where it is now. */
function takeBodies({ bodies }: Space, { boxes }: Looked, within: Rectangle) {
  const lists = {
    keys: [] as number[],
    x: [] as number[],
    y: [] as number[],
    halfWidth: [] as number[],
    halfHeight: [] as number[],
    still: [] as number[],
  };
  const { ids, slotLimit, x, y, radius, still } = bodies;
  const isShown = new Uint8Array(slotLimit);
  let omitted = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === 0) continue;
    const reach = radius[slot];
    const [minX, minY, maxX, maxY] = boxes[ids[slot]] ?? [
      x[slot] - reach,
      y[slot] - reach,
      x[slot] + reach,
      y[slot] + reach,
    ];
    if (minX > within.maxX || maxX < within.minX || minY > within.maxY || maxY < within.minY) continue;
    if (lists.keys.length === MOST_BODIES) {
      omitted++;
      continue;
    }
    isShown[slot] = 1;
    lists.keys.push(slot);
    lists.x.push(Math.round((minX + maxX) / 2));
    lists.y.push(Math.round((minY + maxY) / 2));
    lists.halfWidth.push(Math.round((maxX - minX) / 2));
    lists.halfHeight.push(Math.round((maxY - minY) / 2));
    lists.still.push(still[slot]);
  }
  return { lists, omitted, isShown };
}

function takeRegions({ regions }: BroadPhaseInspection, within: Rectangle) {
  const lists = {
    regionBounds: [] as number[],
    regionDepths: [] as number[],
    regionSizes: [] as number[],
    regionKeys: [] as number[],
  };
  let omitted = 0;
  for (const { minX, minY, maxX, maxY, depth, slots } of regions) {
    // By half-open ranges: regions that only touch the rectangle show nothing of it.
    if (minX >= within.maxX || maxX <= within.minX || minY >= within.maxY || maxY <= within.minY) continue;
    if (lists.regionSizes.length === MOST_REGIONS || lists.regionKeys.length + slots.length > MOST_ENTRIES) {
      omitted++;
      continue;
    }
    lists.regionBounds.push(
      Math.round(Math.max(minX, within.minX)),
      Math.round(Math.max(minY, within.minY)),
      Math.round(Math.min(maxX, within.maxX)),
      Math.round(Math.min(maxY, within.maxY)),
    );
    lists.regionDepths.push(depth);
    lists.regionSizes.push(slots.length);
    for (const slot of slots) lists.regionKeys.push(slot);
  }
  return { lists, omitted };
}

function takePairs(space: Space, { pairs }: Looked, isShown: Uint8Array) {
  const lists = { candidates: [] as number[], contacts: [] as number[] };
  const { contacts } = space;
  /** By the two slots as one number. */
  const touching = new Set<number>();
  const { capacity } = space.bodies;
  for (let i = 0; i < contacts.count; i++) {
    touching.add(pairKey(slotOf(contacts.a[i]), slotOf(contacts.b[i]), capacity));
  }
  let omitted = 0;
  for (const [a, b] of pairs) {
    const [one, other] = [slotOf(a), slotOf(b)];
    if (isShown[one] === 0 && isShown[other] === 0) continue;
    if (lists.candidates.length + lists.contacts.length >= 2 * MOST_PAIRS) {
      omitted++;
      continue;
    }
    const isContact = touching.has(pairKey(one, other, capacity));
    (isContact ? lists.contacts : lists.candidates).push(one, other);
  }
  return { lists, omitted };
}

function pairKey(one: number, other: number, capacity: number): number {
  return Math.min(one, other) * capacity + Math.max(one, other);
}
