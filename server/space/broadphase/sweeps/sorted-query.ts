import type { SlotList } from "../slot-list.ts";
import type { Axis } from "./axis.ts";

/**
 * Fills `reach[i]` with how far along the axis any of the first i + 1 slots goes. It never falls, so that a binary search in
 * it finds where a query has to begin. The longest box serves the same purpose; this is exact, and one long box does not cost
 * every query.
 *
 * @param slots the first `count` sorted by where they begin along the axis
 */
export function fillReach(reach: Float32Array, slots: Int32Array, count: number, { max }: Pick<Axis, "max">): void {
  let furthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const end = max[slots[i]];
    if (end > furthest) furthest = end;
    reach[i] = furthest;
  }
}

/** The first of the first `count` of `reach` that is at least `from`. */
export function firstReaching(reach: Float32Array, count: number, from: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Appends to `into`, which has room for them, the slots whose box overlaps a rectangle.
 *
 * @param slots the first `count` sorted by where they begin along the axis
 * @param from the rectangle's edges along the axis, and then along the other
 */
export function querySorted(
  slots: Int32Array,
  count: number,
  reach: Float32Array,
  { min, max, otherMin, otherMax }: Axis,
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
  into: SlotList,
): void {
  const found = into.slots;
  let foundCount = into.count;
  for (let i = firstReaching(reach, count, from); i < count; i++) {
    const slot = slots[i];
    if (min[slot] > to) break;
    if (max[slot] < from || otherMin[slot] > otherTo || otherMax[slot] < otherFrom) continue;
    found[foundCount++] = slot;
  }
  into.count = foundCount;
}
