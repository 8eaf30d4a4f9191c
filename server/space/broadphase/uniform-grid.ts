/**
 * Uniform grid: the bounds are cut into equal cells, and a body goes into each cell that its box meets. A counting sort puts
 * the bodies of all cells into one array, cell by cell. All bodies of a cell are compared (cell-entries.ts); cells with less
 * than two are passed over. Bodies beyond the bounds are in the cells at the border.
 *
 * Cost: O(n) for bodies of like size spread over the bounds. A crowd smaller than a cell costs its square, and so does a crowd
 * far beyond the bounds. A large body has an entry in each cell that it covers; while the mean is over MAX_MEAN_ENTRIES, cells
 * are joined two by two each way. Memory by the number of bodies, never by the size of the world.
 *
 * Choose it for bodies of one size, spread evenly over a world of known bounds.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters, type InspectedRegion } from "./broad-phase.ts";
import {
  ENTRY_ABOVE,
  ENTRY_LEFT,
  ENTRY_STILL,
  pairEntries,
  queryEntries,
  slotsOfEntries,
} from "./cells/cell-entries.ts";
import { createGridRanges, edgesOfCell, type GridRanges, rangesOf } from "./cells/grid-ranges.ts";
import { cellOf, coarsenGrid, columnsPerUnit, type RootGrid, rowsPerUnit } from "./cells/root-grid.ts";
import { keepAllowedPairs } from "./pair-list.ts";

/** Mean number of bodies to a cell, before cells are joined. */
const BODIES_PER_CELL = 2;
/** Cells are joined while a body is in more cells than this, in the mean. */
const MAX_MEAN_ENTRIES = 4;

/** @param bounds what the cells cover */
export function createUniformGrid(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const counters = createBroadPhaseCounters();
  const grid: RootGrid = { bounds, columns: 1, rows: 1 };
  const occupied = new Int32Array(bodies.capacity);
  let count = 0;
  const ranges: GridRanges = createGridRanges(bodies.capacity);
  /** Where each cell's entries begin; those of the last end where one more would begin. */
  let starts: Int32Array = new Int32Array(2);
  let entries: Int32Array = new Int32Array(0);

  /** Gives the grid cells about as wide as tall. */
  function fitCells(): void {
    const { minX, minY, maxX, maxY } = bounds;
    const cells = Math.max(1, count / BODIES_PER_CELL);
    const aspect = (maxX - minX) / (maxY - minY);
    grid.columns = Math.round(Math.min(cells, Math.max(1, Math.sqrt(cells * aspect))));
    grid.rows = Math.max(1, Math.floor(cells / grid.columns));
  }

  function sortIntoCells(total: number): void {
    const { columns, rows } = grid;
    const { still } = bodies;
    const { firstColumn, lastColumn, firstRow, lastRow } = ranges;
    const cells = columns * rows;
    starts = grownInt32(starts, cells + 1);
    entries = grownInt32(entries, total);
    starts.fill(0, 0, cells + 1);
    for (let i = 0; i < count; i++) {
      const slot = occupied[i];
      for (let row = firstRow[slot]; row <= lastRow[slot]; row++) {
        for (let column = firstColumn[slot]; column <= lastColumn[slot]; column++) starts[row * columns + column]++;
      }
    }
    // Counts become where each cell ends; filling from there backwards leaves where it starts.
    let end = 0;
    for (let cell = 0; cell <= cells; cell++) {
      end += starts[cell];
      starts[cell] = end;
    }
    for (let i = count - 1; i >= 0; i--) {
      const slot = occupied[i];
      const standing = still[slot] === 1 ? slot | ENTRY_STILL : slot;
      for (let row = firstRow[slot]; row <= lastRow[slot]; row++) {
        const inRow = row > firstRow[slot] ? standing | ENTRY_ABOVE : standing;
        for (let column = firstColumn[slot]; column <= lastColumn[slot]; column++) {
          entries[--starts[row * columns + column]] = column > firstColumn[slot] ? inRow | ENTRY_LEFT : inRow;
        }
      }
    }
  }

  function countFullCells(): number {
    let full = 0;
    for (let cell = 0; cell < grid.columns * grid.rows; cell++) if (starts[cell] < starts[cell + 1]) full++;
    return full;
  }

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      count = 0;
      for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) occupied[count++] = slot;
      fitCells();
      let total = rangesOf(ranges, bodies, occupied, count, grid);
      while (total > count * MAX_MEAN_ENTRIES && coarsenGrid(grid)) {
        total = rangesOf(ranges, bodies, occupied, count, grid);
      }
      sortIntoCells(total);
      counters.regions = countFullCells();
      counters.entries = total;
    },

    findPairs(into) {
      const cells = grid.columns * grid.rows;
      let tests = 0;
      into.count = 0;
      for (let cell = 0; cell < cells; cell++) {
        const start = starts[cell];
        const end = starts[cell + 1];
        if (end - start > 1) tests += pairEntries(entries, start, end, bodies.boxes, into);
      }
      keepAllowedPairs(into, bodies);
      counters.boxTests = tests;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      const { columns, rows } = grid;
      const perUnitX = columnsPerUnit(grid);
      const perUnitY = rowsPerUnit(grid);
      const firstColumn = cellOf(minX, bounds.minX, perUnitX, columns);
      const lastColumn = cellOf(maxX, bounds.minX, perUnitX, columns);
      const firstRow = cellOf(minY, bounds.minY, perUnitY, rows);
      const lastRow = cellOf(maxY, bounds.minY, perUnitY, rows);
      for (let row = firstRow; row <= lastRow; row++) {
        const above = row > firstRow ? ENTRY_ABOVE : 0;
        for (let column = firstColumn; column <= lastColumn; column++) {
          const cell = row * columns + column;
          const standing = column > firstColumn ? above | ENTRY_LEFT : above;
          queryEntries(entries, starts[cell], starts[cell + 1], standing, bodies.boxes, minX, minY, maxX, maxY, into);
        }
      }
    },

    inspect() {
      const regions: InspectedRegion[] = [];
      for (let cell = 0; cell < grid.columns * grid.rows; cell++) {
        if (starts[cell] === starts[cell + 1]) continue;
        const slots = slotsOfEntries(entries, starts[cell], starts[cell + 1]);
        const row = Math.floor(cell / grid.columns);
        regions.push({ ...edgesOfCell(grid, cell - row * grid.columns, row), depth: 0, slots });
      }
      return { regions };
    },
  };
}
