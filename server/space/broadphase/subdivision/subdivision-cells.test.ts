import { expect, test } from "vitest";
import {
  cellIdOf,
  columnOf,
  fitCellBits,
  KEY_BITS_ABOVE_PLACE,
  MAX_CELL_BITS,
  MAX_CLASSES,
  MIN_CELL_BITS,
  NEAR_CELLS,
  PASSES_PER_CLASS,
  rowStrideOf,
} from "./subdivision-cells.ts";

test("near cells of one colour have different ids, whatever the size of the grid and on both sides of zero", () => {
  for (let bits = MIN_CELL_BITS; bits <= MAX_CELL_BITS; bits++) {
    const stride = rowStrideOf(bits);
    for (const corner of [0, 1, -7, 12345, -(2 ** 23)]) {
      const id = cellIdOf(0, corner, corner, bits, stride);
      for (let dx = -NEAR_CELLS; dx <= NEAR_CELLS; dx++) {
        for (let dy = -NEAR_CELLS; dy <= NEAR_CELLS; dy++) {
          const other = cellIdOf(0, corner + 2 * dx, corner + 2 * dy, bits, stride);
          expect({ bits, dx, dy, same: other === id }).toEqual({ bits, dx, dy, same: dx === 0 && dy === 0 });
        }
      }
    }
  }
});

test("neighbours are of different passes, four to a class", () => {
  const passOf = (sizeClass: number, column: number, row: number) =>
    cellIdOf(sizeClass, column, row, MIN_CELL_BITS, rowStrideOf(MIN_CELL_BITS)) >> MIN_CELL_BITS;
  for (const [column, row] of [
    [0, 0],
    [-1, -1],
    [-4, 7],
  ]) {
    const passes = [
      passOf(2, column, row),
      passOf(2, column + 1, row),
      passOf(2, column, row + 1),
      passOf(2, column + 1, row + 1),
    ];
    expect(passes.sort((a, b) => a - b)).toEqual([8, 9, 10, 11]);
    expect(passOf(2, column + 2, row - 2)).toBe(passOf(2, column, row));
  }
});

test("cells along a row, a column and a diagonal find places of their own until a quarter of the grid is taken", () => {
  for (const bits of [MIN_CELL_BITS, 13, MAX_CELL_BITS]) {
    const stride = rowStrideOf(bits);
    const count = 1 << (bits - 2);
    for (const [dx, dy] of [
      [2, 0],
      [0, 2],
      [2, 2],
      [2, -2],
    ]) {
      const ids = new Set(Array.from({ length: count }, (_, i) => cellIdOf(0, i * dx, i * dy, bits, stride)));
      expect({ bits, dx, dy, ids: ids.size }).toEqual({ bits, dx, dy, ids: count });
    }
  }
});

test("a key and what is above a place fit an int32", () => {
  const greatest = cellIdOf(MAX_CLASSES - 1, -1, -1, MAX_CELL_BITS, rowStrideOf(MAX_CELL_BITS)) * 2 + 1;
  expect(greatest).toBeLessThan(2 ** (MAX_CELL_BITS + KEY_BITS_ABOVE_PLACE));
  expect(MAX_CLASSES * PASSES_PER_CLASS * 2).toBeLessThanOrEqual(2 ** KEY_BITS_ABOVE_PLACE);
  expect([0, 1, 1000, 2 ** 20].map(fitCellBits)).toEqual([MIN_CELL_BITS, MIN_CELL_BITS, 9, MAX_CELL_BITS]);
});

test("columns are rounded down, below zero too", () => {
  expect([-1.5, -1, -0.5, 0, 0.99, 1].map((x) => columnOf(x * 30, 1 / 30))).toEqual([-2, -1, -1, 0, 0, 1]);
});
