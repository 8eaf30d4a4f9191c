/**
 * Multi-SAP: the bounds are cut into equal regions, each with a persistent sweep of its own (sweep-list.ts). A body is in the
 * list of every region that its box meets, so a pair may meet in several; it is given in the region with the corner (greater
 * minX, greater minY) of its two boxes. Regions at the border reach on without end.
 *
 * Only regions that a changed body is in, or was in, are repaired. Two clusters that are far from each other but share an x
 * range are in different lists and do not shift each other's entries, as they would in one.
 *
 * Cost: as sweep and prune within each region, whose lists are short. A large body costs an entry in every region that it
 * meets, up to all. A crowd smaller than a region, or beyond the bounds, is one list.
 *
 * Choose it for bodies of like size that move little in a large world of known bounds, many of them still.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { createGridRanges, edgesOfCell } from "./cells/grid-ranges.ts";
import { cellOf, columnsPerUnit, type RootGrid, rowsPerUnit } from "./cells/root-grid.ts";
import { keepAllowedPairs, type PairList } from "./pair-list.ts";
import { type Axis, createAxes, widerAxis } from "./sweeps/axis.ts";
import { firstReaching } from "./sweeps/sorted-query.ts";
import {
  addToSweepList,
  createSweepList,
  createSweepMemory,
  repairSweepList,
  type SweepList,
  sweepList,
} from "./sweeps/sweep-list.ts";

/** Bodies to a region, in the mean, when the space is full. */
const BODIES_PER_REGION = 64;
/** Most regions each way: it bounds what a large body costs. */
const MAX_REGIONS_A_SIDE = 16;

/** @param bounds what the regions cover */
export function createMultiSap(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const counters = createBroadPhaseCounters();
  const side = Math.ceil(Math.sqrt(bodies.capacity / BODIES_PER_REGION));
  const columns = Math.min(side, MAX_REGIONS_A_SIDE);
  const grid: RootGrid = { bounds, columns, rows: columns };
  const regions: SweepList[] = Array.from({ length: columns * columns }, () => createSweepList());
  const isDirty = new Uint8Array(regions.length);
  const memory = createSweepMemory(bodies.capacity);
  const axes = createAxes(bodies.boxes);
  const perUnitX = columnsPerUnit(grid);
  const perUnitY = rowsPerUnit(grid);
  /** The regions that a body is in. A body that is in none has a last column before the first. */
  const { firstColumn, lastColumn, firstRow, lastRow } = createGridRanges(bodies.capacity);
  lastColumn.fill(-1);
  const occupied = new Int32Array(bodies.capacity);
  let axis: Axis | undefined;

  /** Marks the regions that a body was in, and enters it in those that it has come to be in. */
  function takeIn(slot: number): void {
    const oldLeft = firstColumn[slot];
    const oldRight = lastColumn[slot];
    const oldTop = firstRow[slot];
    const oldBottom = lastRow[slot];
    for (let row = oldTop; row <= oldBottom; row++) {
      for (let column = oldLeft; column <= oldRight; column++) isDirty[row * columns + column] = 1;
    }
    if (bodies.ids[slot] === NO_BODY) {
      firstColumn[slot] = 0;
      lastColumn[slot] = -1;
      return;
    }
    const { minX, minY, maxX, maxY } = bodies.boxes;
    const left = cellOf(minX[slot], bounds.minX, perUnitX, columns);
    const right = cellOf(maxX[slot], bounds.minX, perUnitX, columns);
    const top = cellOf(minY[slot], bounds.minY, perUnitY, columns);
    const bottom = cellOf(maxY[slot], bounds.minY, perUnitY, columns);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (row >= oldTop && row <= oldBottom && column >= oldLeft && column <= oldRight) continue;
        const region = row * columns + column;
        isDirty[region] = 1;
        addToSweepList(regions[region], slot);
      }
    }
    firstColumn[slot] = left;
    lastColumn[slot] = right;
    firstRow[slot] = top;
    lastRow[slot] = bottom;
  }

  /** Drops the bodies that are no longer in a region. They are among the sorted, not among the newcomers. */
  function dropGone(list: SweepList, column: number, row: number): void {
    const { slots, count, sortedCount } = list;
    let kept = 0;
    for (let i = 0; i < sortedCount; i++) {
      const slot = slots[i];
      if (column < firstColumn[slot] || column > lastColumn[slot]) continue;
      if (row < firstRow[slot] || row > lastRow[slot]) continue;
      slots[kept++] = slot;
    }
    list.sortedCount = kept;
    for (let i = sortedCount; i < count; i++) slots[kept++] = slots[i];
    list.count = kept;
  }

  /** Of the pairs from `start` on, keeps those whose corner is in the region. */
  function keepPairsOf(into: PairList, start: number, column: number, row: number): void {
    const { a, b, count } = into;
    let kept = start;
    for (let i = start; i < count; i++) {
      const first = a[i];
      const second = b[i];
      a[kept] = first;
      b[kept] = second;
      if (firstColumn[first] < column && firstColumn[second] < column) continue;
      if (firstRow[first] < row && firstRow[second] < row) continue;
      kept++;
    }
    into.count = kept;
  }

  function chooseAxis(): Axis {
    const { ids, slotLimit } = bodies;
    let count = 0;
    for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) occupied[count++] = slot;
    return widerAxis(axes, axis, occupied, count);
  }

  return {
    counters,

    build() {
      const { changedSlots, changedCount, slotLimit } = bodies;
      // Before the first build nobody has kept account of what changed.
      if (axis === undefined) for (let slot = 0; slot < slotLimit; slot++) takeIn(slot);
      else for (let i = 0; i < changedCount; i++) takeIn(changedSlots[i]);
      const chosen = chooseAxis();
      const isOtherAxis = chosen !== axis;
      axis = chosen;
      counters.swaps = 0;
      counters.regions = 0;
      counters.entries = 0;
      for (let region = 0; region < regions.length; region++) {
        const list = regions[region];
        if (isDirty[region] === 1 || isOtherAxis) {
          isDirty[region] = 0;
          const row = Math.floor(region / columns);
          dropGone(list, region - row * columns, row);
          if (isOtherAxis) list.sortedCount = 0;
          counters.swaps += repairSweepList(list, axis, memory);
        }
        if (list.count > 0) counters.regions++;
        counters.entries += list.count;
      }
    },

    findPairs(into) {
      into.count = 0;
      counters.axisOverlaps = 0;
      counters.boxTests = 0;
      for (let region = 0; region < regions.length; region++) {
        const list = regions[region];
        if (axis === undefined || list.count < 2) continue;
        const start = into.count;
        sweepList(list, axis, bodies.still, memory, into, counters);
        const row = Math.floor(region / columns);
        keepPairsOf(into, start, region - row * columns, row);
      }
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      if (axis === undefined) return;
      const { boxes } = bodies;
      const left = cellOf(minX, bounds.minX, perUnitX, columns);
      const right = cellOf(maxX, bounds.minX, perUnitX, columns);
      const top = cellOf(minY, bounds.minY, perUnitY, columns);
      const bottom = cellOf(maxY, bounds.minY, perUnitY, columns);
      const from = axis === axes.x ? minX : minY;
      const to = axis === axes.x ? maxX : maxY;
      const { min } = axis;
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const { slots, count, reach } = regions[row * columns + column];
          const found = grownInt32(into.slots, into.count + count);
          let foundCount = into.count;
          for (let i = firstReaching(reach, count, from); i < count; i++) {
            const slot = slots[i];
            if (min[slot] > to) break;
            // In the region with the corner of its box and the rectangle alone.
            if (Math.max(firstColumn[slot], left) !== column || Math.max(firstRow[slot], top) !== row) continue;
            if (boxes.minX[slot] > maxX || boxes.maxX[slot] < minX) continue;
            if (boxes.minY[slot] > maxY || boxes.maxY[slot] < minY) continue;
            found[foundCount++] = slot;
          }
          into.slots = found;
          into.count = foundCount;
        }
      }
    },

    inspect() {
      const inspected = regions.map(({ slots, count }, region) => {
        const row = Math.floor(region / columns);
        const edges = edgesOfCell(grid, region - row * columns, row);
        return { ...edges, depth: 0, slots: [...slots.subarray(0, count)] };
      });
      return { regions: inspected.filter(({ slots }) => slots.length > 0) };
    },
  };
}
