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

/** Mean number of bodies to a cell that `fitGrid` aims at; 8 to 32 differ little. */
const BODIES_PER_CELL = 12;

/** Gives the grid as many cells, a power of two each way, as suit `count` bodies. */
export function fitGrid(grid: RootGrid, count: number): void {
  const levels = Math.max(0, Math.round(Math.log2(count / BODIES_PER_CELL)));
  // A sweep along x separates on x by itself: so rather more rows than columns.
  // Shifts, since V8 keeps a power as a float, which would make floats of all indices.
  grid.rows = 1 << ((levels + 1) >> 1);
  grid.columns = 1 << (levels >> 1);
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
