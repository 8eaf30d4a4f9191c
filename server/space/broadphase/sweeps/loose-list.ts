/**
 * The loose bodies of the edge lists (edge-lists.ts): those that the margin list in use does not hold. They are few, sorted anew
 * each step by where their true boxes begin, and swept against that list and each other.
 *
 * Cost: a sort of the loose, and a walk of the margin list when there are any.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import { isPair } from "../pair-table.ts";
import type { Axis } from "./axis.ts";
import { type AxisSort, sortByValue } from "./axis-sort.ts";
import type { MarginList } from "./margin-list.ts";

interface LooseList {
  /** The first `count` are the slots of the loose bodies. */
  readonly slots: Int32Array;
  count: number;
  /** By slot: where it stands in `slots`, plus 1; 0 for a body that is not loose. */
  readonly places: Int32Array;
}

/** @param capacity slots are below this */
export function createLooseList(capacity: number): LooseList {
  return { slots: new Int32Array(capacity), count: 0, places: new Int32Array(capacity) };
}

export function clearLooseList(loose: LooseList): void {
  for (let i = 0; i < loose.count; i++) loose.places[loose.slots[i]] = 0;
  loose.count = 0;
}

/** Adds a body, unless it is there. */
export function addLoose(loose: LooseList, slot: number): void {
  if (loose.places[slot] !== 0) return;
  loose.slots[loose.count++] = slot;
  loose.places[slot] = loose.count;
}

/** Removes a body, if it is there. */
export function removeLoose(loose: LooseList, slot: number): void {
  const { slots, places } = loose;
  const place = places[slot];
  if (place === 0) return;
  const moved = slots[--loose.count];
  slots[place - 1] = moved;
  places[moved] = place;
  places[slot] = 0;
}

/** Puts them into the order in which their boxes begin on the axis. */
export function sortLoose({ slots, count, places }: LooseList, axis: Axis, memory: AxisSort): void {
  sortByValue(slots, count, axis.min, axis.minBits, memory);
  for (let i = 0; i < count; i++) places[slots[i]] = i + 1;
}

/** Appends the pairs of the loose with each other and with those listed; both are in order. @returns pairs tested */
export function sweepLoose(
  { slots: loose, count: looseCount }: LooseList,
  list: MarginList,
  bodies: BodyStore,
  into: PairList,
): number {
  const { order, count, isListed, mins, maxs, otherMins, otherMaxs } = list;
  const { min, max, otherMin, otherMax } = list.axis;
  let tests = 0;
  let at = 0;
  for (let i = 0; i < looseCount; i++) {
    const slot = loose[i];
    const begin = min[slot];
    const end = max[slot];
    const otherBegin = otherMin[slot];
    const otherEnd = otherMax[slot];
    // Those listed that begin before this one: each looks ahead at the loose that begin before it ends.
    for (; at < count && mins[at] < begin; at++) {
      if (maxs[at] < begin || isListed[order[at]] === 0) continue;
      for (let j = i; j < looseCount && min[loose[j]] <= maxs[at]; j++) {
        tests++;
        if (otherMin[loose[j]] > otherMaxs[at] || otherMax[loose[j]] < otherMins[at]) continue;
        pushIfPair(bodies, order[at], loose[j], into);
      }
    }
    // And this one looks ahead at those listed, and the loose, that begin before it ends.
    for (let j = at; j < count && mins[j] <= end; j++) {
      tests++;
      if (otherMins[j] > otherEnd || otherMaxs[j] < otherBegin || isListed[order[j]] === 0) continue;
      pushIfPair(bodies, slot, order[j], into);
    }
    for (let j = i + 1; j < looseCount && min[loose[j]] <= end; j++) {
      tests++;
      pushIfPair(bodies, slot, loose[j], into);
    }
  }
  return tests;
}

function pushIfPair(bodies: BodyStore, a: number, b: number, into: PairList): void {
  if (!isPair(bodies, a, b)) return;
  into.a = grownInt32(into.a, into.count + 1);
  into.b = grownInt32(into.b, into.count + 1);
  into.a[into.count] = a;
  into.b[into.count++] = b;
}
