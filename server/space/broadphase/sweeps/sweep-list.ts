/**
 * A list of slots in the order in which their boxes begin along an axis, kept from step to step. Bodies move little in a
 * step, so that the list is nearly in order and insertion sort repairs it in O(n + shifts). Newcomers are sorted by
 * themselves and merged in. After a shuffle, when the shifts pass a bound, all are sorted anew by radix.
 */
import { grownFloat32, grownInt32 } from "../../grow.ts";
import type { BroadPhaseCounters } from "../broad-phase.ts";
import type { PairList } from "../pair-list.ts";
import type { Axis } from "./axis.ts";
import { type AxisSort, createAxisSort, repairOrder, sortByValue } from "./axis-sort.ts";
import { fillReach } from "./sorted-query.ts";

export interface SweepList {
  slots: Int32Array;
  count: number;
  /** How many of them, from the first on, were in order when last repaired; newcomers stand behind. */
  sortedCount: number;
  /** See `fillReach`. */
  reach: Float32Array;
}

/** What repairing and sweeping lists needs; one serves any number of lists. */
interface SweepMemory {
  readonly sort: AxisSort;
  readonly newcomers: Int32Array;
  /** BOX_SIZE floats a body, in the order of the list that is swept: what the sweep reads stands together. */
  readonly boxes: Float32Array;
  /** 1 for a still body, in the same order. */
  readonly stills: Uint8Array;
}

const BOX_SIZE = 4;

/** The shifts to a body, in the mean, from which sorting anew is cheaper. */
const MOST_MEAN_SHIFTS = 16;

export function createSweepList(capacity = 16): SweepList {
  return { slots: new Int32Array(capacity), count: 0, sortedCount: 0, reach: new Float32Array(capacity) };
}

/** @param capacity most bodies in a list, and slots are below this */
export function createSweepMemory(capacity: number): SweepMemory {
  return {
    sort: createAxisSort(capacity),
    newcomers: new Int32Array(capacity),
    boxes: new Float32Array((capacity + 1) * BOX_SIZE),
    stills: new Uint8Array(capacity),
  };
}

/** Appends a slot that is not in the list; the next repair puts it into its place. */
export function addToSweepList(list: SweepList, slot: number): void {
  list.slots = grownInt32(list.slots, list.count + 1);
  list.slots[list.count++] = slot;
}

/**
 * Puts the list in order.
 * @returns by how many places slots were shifted; newcomers, and what the radix sort does, are not counted
 */
export function repairSweepList(list: SweepList, axis: Axis, memory: SweepMemory): number {
  const { slots, count } = list;
  const mostShifts = MOST_MEAN_SHIFTS * list.sortedCount;
  const shifts = repairOrder(slots, list.sortedCount, axis.min, mostShifts);
  if (shifts > mostShifts) list.sortedCount = 0;
  mergeNewcomers(list, axis, memory);
  list.reach = grownFloat32(list.reach, count);
  fillReach(list.reach, slots, count, axis);
  return shifts;
}

function mergeNewcomers(list: SweepList, { min, minBits }: Axis, { sort, newcomers }: SweepMemory): void {
  const { slots, count, sortedCount } = list;
  const newCount = count - sortedCount;
  if (newCount === 0) return;
  for (let i = 0; i < newCount; i++) newcomers[i] = slots[sortedCount + i];
  sortByValue(newcomers, newCount, min, minBits, sort);
  // From the back, so that nothing is overwritten before it has moved.
  let old = sortedCount - 1;
  let newcomer = newCount - 1;
  for (let to = count - 1; newcomer >= 0; to--) {
    if (old >= 0 && min[slots[old]] > min[newcomers[newcomer]]) slots[to] = slots[old--];
    else slots[to] = newcomers[newcomer--];
  }
  list.sortedCount = count;
}

/**
 * Appends to `into` the pairs of the list whose boxes overlap, one at least a mover: for each box those after it in the list,
 * until one begins beyond its end. Adds to the counters.
 */
export function sweepList(
  { slots, count }: SweepList,
  axis: Axis,
  still: Uint8Array,
  { boxes, stills }: SweepMemory,
  into: PairList,
  counters: BroadPhaseCounters,
): void {
  gather(slots, count, axis, still, boxes, stills);
  let { a, b, count: pairs } = into;
  let overlaps = 0;
  let tests = 0;
  for (let i = 0; i < count; i++) {
    const box = i * BOX_SIZE;
    const end = boxes[box + 1];
    if (boxes[box + BOX_SIZE] > end) continue;
    const from = boxes[box + 2];
    const to = boxes[box + 3];
    const isStill = stills[i];
    const slot = slots[i];
    a = grownInt32(a, pairs + count - i);
    b = grownInt32(b, pairs + count - i);
    let j = i + 1;
    for (let other = box + BOX_SIZE; boxes[other] <= end; other += BOX_SIZE) {
      const isPair = 1 - (isStill & stills[j]);
      tests += isPair;
      if (isPair === 1 && boxes[other + 2] <= to && boxes[other + 3] >= from) {
        a[pairs] = slot;
        b[pairs++] = slots[j];
      }
      j++;
    }
    overlaps += j - i - 1;
  }
  into.a = a;
  into.b = b;
  into.count = pairs;
  counters.axisOverlaps += overlaps;
  counters.boxTests += tests;
}

/** Copies the boxes in the order of the list, with one behind them that begins beyond the end of any. */
function gather(
  slots: Int32Array,
  count: number,
  { min, max, otherMin, otherMax }: Axis,
  still: Uint8Array,
  boxes: Float32Array,
  stills: Uint8Array,
): void {
  let to = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    boxes[to] = min[slot];
    boxes[to + 1] = max[slot];
    boxes[to + 2] = otherMin[slot];
    boxes[to + 3] = otherMax[slot];
    stills[i] = still[slot];
    to += BOX_SIZE;
  }
  boxes[to] = Infinity;
}
