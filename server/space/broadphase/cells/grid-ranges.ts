import type { BodyStore } from "../../bodies.ts";
import type { Rectangle } from "../../rectangle.ts";
import { cellOf, columnsPerUnit, type RootGrid, rowsPerUnit } from "./root-grid.ts";

/** By slot: the columns and rows of a grid that the body's box meets. */
export interface GridRanges {
  readonly firstColumn: Int32Array;
  readonly lastColumn: Int32Array;
  readonly firstRow: Int32Array;
  readonly lastRow: Int32Array;
}

export function createGridRanges(capacity: number): GridRanges {
  return {
    firstColumn: new Int32Array(capacity),
    lastColumn: new Int32Array(capacity),
    firstRow: new Int32Array(capacity),
    lastRow: new Int32Array(capacity),
  };
}

/** Finds the cells that the boxes of the first `count` of `slots` meet. @returns how many those are in all */
export function rangesOf(
  { firstColumn, lastColumn, firstRow, lastRow }: GridRanges,
  { boxes }: BodyStore,
  slots: Int32Array,
  count: number,
  grid: RootGrid,
): number {
  const { minX, minY, maxX, maxY } = boxes;
  const { columns, rows } = grid;
  const { minX: originX, minY: originY } = grid.bounds;
  const perUnitX = columnsPerUnit(grid);
  const perUnitY = rowsPerUnit(grid);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const left = cellOf(minX[slot], originX, perUnitX, columns);
    const right = cellOf(maxX[slot], originX, perUnitX, columns);
    const top = cellOf(minY[slot], originY, perUnitY, rows);
    const bottom = cellOf(maxY[slot], originY, perUnitY, rows);
    firstColumn[slot] = left;
    lastColumn[slot] = right;
    firstRow[slot] = top;
    lastRow[slot] = bottom;
    total += (right - left + 1) * (bottom - top + 1);
  }
  return total;
}

/** What a cell covers: without end where it is at the border. */
export function edgesOfCell({ bounds, columns, rows }: RootGrid, column: number, row: number): Rectangle {
  const width = (bounds.maxX - bounds.minX) / columns;
  const height = (bounds.maxY - bounds.minY) / rows;
  return {
    minX: column === 0 ? -Infinity : bounds.minX + column * width,
    minY: row === 0 ? -Infinity : bounds.minY + row * height,
    maxX: column === columns - 1 ? Infinity : bounds.minX + (column + 1) * width,
    maxY: row === rows - 1 ? Infinity : bounds.minY + (row + 1) * height,
  };
}
