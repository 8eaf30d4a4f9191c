/**
 * The cells of a sparse grid by column and row: a hash table with open addressing, at most half full, so that each probe ends.
 * A cell's number is its rank among those added since the table was cleared.
 */
import { grownInt32 } from "../../grow.ts";

export interface CellTable {
  /** Cells that there are. */
  count: number;
  /** By cell. */
  columns: Int32Array;
  rows: Int32Array;
  /** A power of two of places, each with a cell's number plus 1, or 0 where it is free; those in use from 0 to `lastPlace`. */
  places: Int32Array;
  lastPlace: number;
}

export const NO_CELL = -1;

export function createCellTable(): CellTable {
  return { count: 0, columns: new Int32Array(0), rows: new Int32Array(0), places: new Int32Array(1), lastPlace: 0 };
}

/** Forgets all cells and makes room for `most`. */
export function clearCells(table: CellTable, most: number): void {
  let places = 2;
  while (places < most * 2) places *= 2;
  table.places = grownInt32(table.places, places);
  table.places.fill(0, 0, places);
  table.lastPlace = places - 1;
  table.columns = grownInt32(table.columns, most);
  table.rows = grownInt32(table.rows, most);
  table.count = 0;
}

/** The number of a cell; NO_CELL when there is none. */
export function findCell({ columns, rows, places, lastPlace }: CellTable, column: number, row: number): number {
  let place = firstPlace(column, row) & lastPlace;
  while (places[place] !== 0) {
    const cell = places[place] - 1;
    if (columns[cell] === column && rows[cell] === row) return cell;
    place = (place + 1) & lastPlace;
  }
  return NO_CELL;
}

/** The number of a cell, which is added if it is new. */
export function addCell(table: CellTable, column: number, row: number): number {
  const { columns, rows, places, lastPlace } = table;
  let place = firstPlace(column, row) & lastPlace;
  while (places[place] !== 0) {
    const cell = places[place] - 1;
    if (columns[cell] === column && rows[cell] === row) return cell;
    place = (place + 1) & lastPlace;
  }
  const cell = table.count++;
  columns[cell] = column;
  rows[cell] = row;
  places[place] = cell + 1;
  return cell;
}

/** Mixes both numbers into all bits, so that neighbours, lines and blocks of cells are spread over the places. */
function firstPlace(column: number, row: number): number {
  // Odd numbers without a pattern: the fractions, in 32 bits, of the golden ratio, √2 and √3.
  let hash = Math.imul(column, 0x9e3779b9) ^ Math.imul(row, 0x6a09e667);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xbb67ae85);
  return hash ^ (hash >>> 15);
}
