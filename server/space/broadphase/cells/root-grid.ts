import type { Rectangle } from "../../rectangle.ts";

/**
 * A grid of `columns` × `rows` cells over `bounds`; a cell's number is row × columns + column. What lies beyond the bounds
 * belongs to the cell at the border, and a larger coordinate never has a smaller column or row: so boxes that overlap always
 * share a cell, wherever they are.
 */
export interface RootGrid {
  readonly bounds: Rectangle;
  columns: number;
  rows: number;
}

/** Joins cells two by two each way. @returns whether there was more than one */
export function coarsenGrid(grid: RootGrid): boolean {
  if (grid.columns * grid.rows === 1) return false;
  grid.columns = Math.max(1, grid.columns >> 1);
  grid.rows = Math.max(1, grid.rows >> 1);
  return true;
}

/** Columns to a u. */
export function columnsPerUnit({ bounds, columns }: RootGrid): number {
  return columns / (bounds.maxX - bounds.minX);
}

/** Rows to a u. */
export function rowsPerUnit({ bounds, rows }: RootGrid): number {
  return rows / (bounds.maxY - bounds.minY);
}

/** The column (row) of a coordinate, of `cells` columns (rows) that begin at `origin`. */
export function cellOf(coordinate: number, origin: number, cellsPerUnit: number, cells: number): number {
  const position = (coordinate - origin) * cellsPerUnit;
  if (position >= cells) return cells - 1;
  // Also where 0 times infinity is NaN, in bounds of next to no size.
  return position > 0 ? position | 0 : 0;
}
