/** What the adapters of several peers share. */
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { maskAllows, type PairList } from "../../../../server/space/broadphase/pair-list.ts";
import { grownInt32 } from "../../../../server/space/grow.ts";

/** Adds the pair unless the filter keeps the two from meeting. */
export function addIfAllowed(pairs: PairList, bodies: BodyStore, a: number, b: number): void {
  if (!maskAllows(bodies, a, b)) return;
  const { count } = pairs;
  if (count === pairs.a.length) {
    pairs.a = grownInt32(pairs.a, count + 1);
    pairs.b = grownInt32(pairs.b, count + 1);
  }
  pairs.a[count] = a;
  pairs.b[count] = b;
  pairs.count = count + 1;
}

/** Whether the boxes of two slots overlap or touch: for peers that give more than that. */
export function boxesOverlap({ boxes }: BodyStore, a: number, b: number): boolean {
  const { minX, minY, maxX, maxY } = boxes;
  return minX[a] <= maxX[b] && minX[b] <= maxX[a] && minY[a] <= maxY[b] && minY[b] <= maxY[a];
}

/** Fills `into` with the slots of all bodies, movers first, each kind in the order of its slots. */
export function listSlots(bodies: BodyStore, into: Int32Array): { movers: number; all: number } {
  const movers = listSlotsOf(bodies, 0, into, 0);
  return { movers, all: listSlotsOf(bodies, 1, into, movers) };
}

/** Writes the slots of the movers (`still` 0) or still bodies (1) into `into` from `start` on; returns the end. */
export function listSlotsOf(
  { ids, still, slotLimit }: BodyStore,
  kind: 0 | 1,
  into: Int32Array,
  start: number,
): number {
  let end = start;
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY && still[slot] === kind) into[end++] = slot;
  return end;
}
