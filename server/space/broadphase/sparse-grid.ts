/**
 * Sparse grid: the whole plane is cut into equal cells, of which only those that hold a body exist, found through a hash
 * table. A body goes into each cell that its box meets; a counting sort puts the bodies of all cells into one array, and all
 * bodies of a cell are compared (cell-entries.ts).
 *
 * A cell is as large as nine bodies in ten (the next power of two), and so large that all but one body in 256 meet MAX_CELLS
 * cells at most. The rest are in a list of their own, and are compared with all others: a giant costs n tests, not millions of cells.
 *
 * Cost: O(n) for bodies of like size and bounded density, wherever they are; n tests for each large one. A crowd smaller than
 * a cell costs its square. Memory by the number of bodies, never by the size of the world. No bounds are needed.
 *
 * Choose it for a large world, or one whose bounds nobody knows, with few giants.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters, type InspectedRegion } from "./broad-phase.ts";
import {
  ENTRY_ABOVE,
  ENTRY_LEFT,
  ENTRY_STILL,
  pairEntries,
  queryEntries,
  slotsOfEntries,
} from "./cells/cell-entries.ts";
import { addCell, type CellTable, clearCells, createCellTable, findCell, NO_CELL } from "./cells/cell-table.ts";
import { createGridRanges } from "./cells/grid-ranges.ts";
import { countSizes, createSizeHistogram, sizeExceededBy } from "./cells/size-histogram.ts";
import { keepAllowedPairs, type PairList } from "./pair-list.ts";

/** A body that meets more cells is in the list of large ones. A body four cells long and wide meets 25 at most. */
const MAX_CELLS = 25;
/** Bodies this many times as large as a cell still meet no more than MAX_CELLS. */
const MAX_CELLS_A_SIDE = 4;
/** The share of the bodies that may be larger than a cell, and the share that may be in the list of large ones. */
const LARGER_SHARE = 1 / 10;
const LARGE_SHARE = 1 / 256;
/** Columns and rows run from minus this to this; what is beyond is in the last. So their differences are int32s. */
const MAX_INDEX = 2 ** 29;

export function createSparseGrid(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  const { capacity } = bodies;
  const { firstColumn, lastColumn, firstRow, lastRow } = createGridRanges(capacity);
  const histogram = createSizeHistogram();
  /** The bodies in cells, and the large ones. */
  const small = new Int32Array(capacity);
  const large = new Int32Array(capacity);
  let smallCount = 0;
  let largeCount = 0;
  let cellSize = 1;
  const table: CellTable = createCellTable();
  /** By cell: where its entries end. They begin where those of the cell before end. */
  let ends: Int32Array = new Int32Array(0);
  let entries: Int32Array = new Int32Array(0);
  /** The cell of each entry, in the order in which bodies were looked at. */
  let entryCells: Int32Array = new Int32Array(0);

  function chooseCellSize(): void {
    countSizes(histogram, bodies);
    const common = sizeExceededBy(histogram, bodies.count, LARGER_SHARE);
    const uncommon = sizeExceededBy(histogram, bodies.count, LARGE_SHARE);
    cellSize = Math.max(common, uncommon / MAX_CELLS_A_SIDE);
  }

  /** Finds which cells each body meets, and tells the large ones from the others. @returns how many cells those meet in all */
  function findRanges(): number {
    const { ids, slotLimit, boxes } = bodies;
    const { minX, minY, maxX, maxY } = boxes;
    const perUnit = 1 / cellSize;
    let total = 0;
    smallCount = 0;
    largeCount = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      const left = indexOf(minX[slot], perUnit);
      const right = indexOf(maxX[slot], perUnit);
      const top = indexOf(minY[slot], perUnit);
      const bottom = indexOf(maxY[slot], perUnit);
      const cells = (right - left + 1) * (bottom - top + 1);
      if (cells > MAX_CELLS) {
        large[largeCount++] = slot;
        continue;
      }
      firstColumn[slot] = left;
      lastColumn[slot] = right;
      firstRow[slot] = top;
      lastRow[slot] = bottom;
      small[smallCount++] = slot;
      total += cells;
    }
    return total;
  }

  function sortIntoCells(total: number): void {
    const { still } = bodies;
    entries = grownInt32(entries, total);
    entryCells = grownInt32(entryCells, total);
    ends = grownInt32(ends, total);
    clearCells(table, total);
    ends.fill(0, 0, total);
    let entry = 0;
    for (let i = 0; i < smallCount; i++) {
      const slot = small[i];
      for (let row = firstRow[slot]; row <= lastRow[slot]; row++) {
        for (let column = firstColumn[slot]; column <= lastColumn[slot]; column++) {
          const cell = addCell(table, column, row);
          entryCells[entry++] = cell;
          ends[cell]++;
        }
      }
    }
    // Counts become where each cell starts; filling from there leaves where it ends.
    let start = 0;
    for (let cell = 0; cell < table.count; cell++) {
      const count = ends[cell];
      ends[cell] = start;
      start += count;
    }
    entry = 0;
    for (let i = 0; i < smallCount; i++) {
      const slot = small[i];
      const standing = still[slot] === 1 ? slot | ENTRY_STILL : slot;
      for (let row = firstRow[slot]; row <= lastRow[slot]; row++) {
        const inRow = row > firstRow[slot] ? standing | ENTRY_ABOVE : standing;
        for (let column = firstColumn[slot]; column <= lastColumn[slot]; column++) {
          entries[ends[entryCells[entry++]]++] = column > firstColumn[slot] ? inRow | ENTRY_LEFT : inRow;
        }
      }
    }
  }

  function startOf(cell: number): number {
    return cell === 0 ? 0 : ends[cell - 1];
  }

  /** Appends the pairs of a large body with the first `count` of `others`. @returns how many boxes it compared */
  function pairLarge(slot: number, others: Int32Array, count: number, into: PairList): number {
    const { still, boxes } = bodies;
    const { minX, minY, maxX, maxY } = boxes;
    const left = minX[slot];
    const top = minY[slot];
    const right = maxX[slot];
    const bottom = maxY[slot];
    const isStill = still[slot];
    let pairs = into.count;
    let tests = 0;
    const a = grownInt32(into.a, pairs + count);
    const b = grownInt32(into.b, pairs + count);
    for (let i = 0; i < count; i++) {
      const other = others[i];
      if ((isStill & still[other]) === 1) continue;
      tests++;
      if (minX[other] > right || maxX[other] < left || minY[other] > bottom || maxY[other] < top) continue;
      a[pairs] = slot;
      b[pairs++] = other;
    }
    into.a = a;
    into.b = b;
    into.count = pairs;
    return tests;
  }

  return {
    counters,

    build() {
      chooseCellSize();
      const total = findRanges();
      sortIntoCells(total);
      counters.regions = table.count + (largeCount > 0 ? 1 : 0);
      counters.entries = total + largeCount;
    },

    findPairs(into) {
      let tests = 0;
      into.count = 0;
      for (let cell = 0; cell < table.count; cell++) {
        tests += pairEntries(entries, startOf(cell), ends[cell], bodies.boxes, into);
      }
      for (let i = 0; i < largeCount; i++) {
        tests += pairLarge(large[i], small, smallCount, into) + pairLarge(large[i], large, i, into);
      }
      keepAllowedPairs(into, bodies);
      counters.boxTests = tests;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      const { boxes } = bodies;
      const perUnit = 1 / cellSize;
      const left = indexOf(minX, perUnit);
      const right = indexOf(maxX, perUnit);
      const top = indexOf(minY, perUnit);
      const bottom = indexOf(maxY, perUnit);
      if ((right - left + 1) * (bottom - top + 1) <= table.count) {
        for (let row = top; row <= bottom; row++) {
          for (let column = left; column <= right; column++) {
            const cell = findCell(table, column, row);
            if (cell === NO_CELL) continue;
            const standing = (column > left ? ENTRY_LEFT : 0) | (row > top ? ENTRY_ABOVE : 0);
            queryEntries(entries, startOf(cell), ends[cell], standing, boxes, minX, minY, maxX, maxY, into);
          }
        }
      } else {
        // A rectangle of more cells than there are: those that there are are asked instead.
        const { columns, rows } = table;
        for (let cell = 0; cell < table.count; cell++) {
          const column = columns[cell];
          const row = rows[cell];
          if (column < left || column > right || row < top || row > bottom) continue;
          const standing = (column > left ? ENTRY_LEFT : 0) | (row > top ? ENTRY_ABOVE : 0);
          queryEntries(entries, startOf(cell), ends[cell], standing, boxes, minX, minY, maxX, maxY, into);
        }
      }
      queryEntries(large, 0, largeCount, 0, boxes, minX, minY, maxX, maxY, into);
    },

    inspect() {
      const regions: InspectedRegion[] = [];
      for (let cell = 0; cell < table.count; cell++) {
        const minX = table.columns[cell] * cellSize;
        const minY = table.rows[cell] * cellSize;
        const slots = slotsOfEntries(entries, startOf(cell), ends[cell]);
        regions.push({ minX, minY, maxX: minX + cellSize, maxY: minY + cellSize, depth: 1, slots });
      }
      if (largeCount > 0) {
        const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
        regions.push({ ...everywhere, depth: 0, slots: [...large.subarray(0, largeCount)] });
      }
      return { regions };
    },
  };
}

/** The column or row of a coordinate. It never falls as the coordinate grows, below 0 neither. */
function indexOf(coordinate: number, perUnit: number): number {
  const index = Math.floor(coordinate * perUnit);
  if (index >= MAX_INDEX) return MAX_INDEX;
  return index > -MAX_INDEX ? index | 0 : -MAX_INDEX;
}
