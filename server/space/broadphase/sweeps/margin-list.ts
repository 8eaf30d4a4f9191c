/**
 * One buffer of the edge lists (edge-lists.ts): boxes fattened by a margin as they were when taken in, in the order of where
 * they begin on the axis, and the candidates, pairs whose fat boxes overlap. As long as the box of a body lies in its fat one, no
 * pair of it is missing among the candidates; a body that leaves its fat box is struck off.
 */
import { type BodyStore, NO_BODY } from "../../bodies.ts";
import { roundDown, roundUp } from "../../boxes.ts";
import { grownInt32 } from "../../grow.ts";
import type { BroadPhaseCounters } from "../broad-phase.ts";
import { createPairList, type PairList } from "../pair-list.ts";
import type { Axis } from "./axis.ts";

export interface MarginList {
  /** Along what the list is sorted. */
  axis: Axis;
  /** The slots of the bodies that were taken in, in the order of the fat `min`: the first `count`. */
  readonly order: Int32Array;
  count: number;
  /** By place in the order: the fat boxes again, side by side for those who walk along it. */
  readonly mins: Float32Array;
  readonly maxs: Float32Array;
  readonly otherMins: Float32Array;
  readonly otherMaxs: Float32Array;
  /** By slot: 1 for a body that was taken in and has not been struck off. */
  readonly isListed: Uint8Array;
  /** By slot: the fat boxes, along the axis and along the other. */
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly otherMin: Float32Array;
  readonly otherMax: Float32Array;
  /** `min`, read as integers. */
  readonly minBits: Int32Array;
  /** By slot: whether it was still when taken in: two such bodies are no candidates. */
  readonly isStill: Uint8Array;
  readonly candidates: PairList;
  /** How much wider the fat boxes are on each side, in u. */
  margin: number;
  /**
   * While the list is being filled: one value, before which no fat box to come begins on the axis. (In an array, since a
   * float that is passed by itself would be allocated where the call is not inlined.)
   */
  readonly least: Float64Array;
  /** While the list is being filled: bodies in it whose boxes may still meet one to come. */
  readonly movers: Int32Array;
  moverCount: number;
  readonly stills: Int32Array;
  stillCount: number;
}

/** @param capacity slots are below this */
export function createMarginList(capacity: number, axis: Axis): MarginList {
  const min = new Float32Array(capacity);
  return {
    axis,
    order: new Int32Array(capacity),
    count: 0,
    mins: new Float32Array(capacity),
    otherMins: new Float32Array(capacity),
    maxs: new Float32Array(capacity),
    otherMaxs: new Float32Array(capacity),
    isListed: new Uint8Array(capacity),
    min,
    minBits: new Int32Array(min.buffer),
    max: new Float32Array(capacity),
    otherMin: new Float32Array(capacity),
    otherMax: new Float32Array(capacity),
    isStill: new Uint8Array(capacity),
    candidates: createPairList(),
    margin: 0,
    least: new Float64Array(1),
    movers: new Int32Array(capacity),
    moverCount: 0,
    stills: new Int32Array(capacity),
    stillCount: 0,
  };
}

/** Empties a list, to fill it along an axis with bodies that are to have a margin in u. */
export function clearMarginList(list: MarginList, axis: Axis, margin: number): void {
  list.axis = axis;
  list.count = 0;
  list.isListed.fill(0);
  list.candidates.count = 0;
  list.margin = margin;
  list.moverCount = 0;
  list.stillCount = 0;
}

/** Notes a body's fat box. From then on it is listed; it must be put into the order before the list is used. */
export function fatten(list: MarginList, still: Uint8Array, slot: number): void {
  const { margin, axis } = list;
  list.isListed[slot] = 1;
  list.isStill[slot] = still[slot];
  list.min[slot] = roundDown(axis.min[slot] - margin);
  list.max[slot] = roundUp(axis.max[slot] + margin);
  list.otherMin[slot] = roundDown(axis.otherMin[slot] - margin);
  list.otherMax[slot] = roundUp(axis.otherMax[slot] + margin);
}

/** Strikes a body off when it is gone, has left its fat box, or has become a mover. */
export function strikeIfEscaped(list: MarginList, { ids, still }: BodyStore, slot: number): void {
  if (list.isListed[slot] === 0) return;
  const { axis } = list;
  const isWithin =
    axis.min[slot] >= list.min[slot] &&
    axis.max[slot] <= list.max[slot] &&
    axis.otherMin[slot] >= list.otherMin[slot] &&
    axis.otherMax[slot] <= list.otherMax[slot];
  if (!isWithin || ids[slot] === NO_BODY || still[slot] < list.isStill[slot]) list.isListed[slot] = 0;
}

/** Puts a listed body, which does not begin before `least`, into the order, and finds its candidates among those there. */
export function putInOrder(list: MarginList, slot: number, counters: BroadPhaseCounters): void {
  const { order, mins, maxs, otherMins, otherMaxs } = list;
  const min = list.min[slot];
  let at = list.count++;
  for (; at > 0 && mins[at - 1] > min; at--) {
    order[at] = order[at - 1];
    mins[at] = mins[at - 1];
    maxs[at] = maxs[at - 1];
    otherMins[at] = otherMins[at - 1];
    otherMaxs[at] = otherMaxs[at - 1];
    counters.swaps++;
  }
  order[at] = slot;
  mins[at] = min;
  maxs[at] = list.max[slot];
  otherMins[at] = list.otherMin[slot];
  otherMaxs[at] = list.otherMax[slot];
  list.moverCount = findCandidates(list, slot, list.movers, list.moverCount, counters);
  if (list.isStill[slot] === 1) {
    list.stills[list.stillCount++] = slot;
    return;
  }
  list.stillCount = findCandidates(list, slot, list.stills, list.stillCount, counters);
  list.movers[list.moverCount++] = slot;
}

/** Tests a fat box against active ones, and drops those that end before `least`. @returns how many of them are left */
function findCandidates(
  list: MarginList,
  slot: number,
  active: Int32Array,
  activeCount: number,
  counters: BroadPhaseCounters,
): number {
  const { min, max, otherMin, otherMax, candidates } = list;
  const least = list.least[0];
  const begin = min[slot];
  const end = max[slot];
  const otherBegin = otherMin[slot];
  const otherEnd = otherMax[slot];
  candidates.a = grownInt32(candidates.a, candidates.count + activeCount);
  candidates.b = grownInt32(candidates.b, candidates.count + activeCount);
  const { a, b } = candidates;
  let found = candidates.count;
  let kept = 0;
  for (let i = 0; i < activeCount; i++) {
    const other = active[i];
    if (max[other] < least) continue;
    active[kept++] = other;
    if (otherMin[other] > otherEnd || otherMax[other] < otherBegin || max[other] < begin || min[other] > end) continue;
    a[found] = slot;
    b[found++] = other;
  }
  candidates.count = found;
  counters.axisOverlaps += kept;
  return kept;
}
