import { type BodyStore, NO_BODY } from "../bodies.ts";
import { MAX_X, MAX_Y, MIN_X, MIN_Y, TAG, TAG_STILL } from "./entry-lists.ts";
import { orderKey } from "./order-key.ts";
import { cellOf, columnsPerUnit, type RootGrid, rowsPerUnit } from "./root-grid.ts";

/** The box of each body as a build sees it. */
export interface SlotBoxes {
  /** The slots that hold a body: the first `count`. */
  readonly slots: Int32Array;
  count: number;
  /** By slot: the order key of minX. */
  readonly minXKeys: Int32Array;
  /** BOX_SIZE integers by slot: an entry, as it goes into the lists (entry-lists.ts), and the cells that the box meets. */
  readonly values: Int32Array;
}

export const BOX_SIZE = 8;
/** The number of the first cell, in the upper left. */
export const FIRST_CELL = 5;
/** Columns and rows that the box meets. */
export const WIDTH = 6;
export const HEIGHT = 7;

/** @param capacity slots are below this */
export function createSlotBoxes(capacity: number): SlotBoxes {
  return {
    slots: new Int32Array(capacity),
    count: 0,
    minXKeys: new Int32Array(capacity),
    values: new Int32Array(capacity * BOX_SIZE),
  };
}

/** Takes in the boxes of all bodies, in the order of their slots. */
export function readBoxes(boxes: SlotBoxes, bodies: BodyStore): void {
  const { ids, still, slotLimit } = bodies;
  const { minX: left, minY: top, maxX: right, maxY: bottom } = bodies.boxes;
  const { slots, minXKeys, values } = boxes;
  let count = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    const box = slot * BOX_SIZE;
    const minX = orderKey(left[slot]);
    minXKeys[slot] = minX;
    values[box + MIN_X] = minX;
    values[box + MAX_X] = orderKey(right[slot]);
    values[box + MIN_Y] = orderKey(top[slot]);
    values[box + MAX_Y] = orderKey(bottom[slot]);
    values[box + TAG] = still[slot] === 1 ? slot | TAG_STILL : slot;
    slots[count++] = slot;
  }
  boxes.count = count;
}

/** Finds the cells of `grid` that each box meets. @returns how many those are in all */
export function assignCells(boxes: SlotBoxes, bodies: BodyStore, grid: RootGrid): number {
  const { minX: left, minY: top, maxX: right, maxY: bottom } = bodies.boxes;
  const { slots, count, values } = boxes;
  const { columns, rows } = grid;
  const { minX: originX, minY: originY } = grid.bounds;
  const perUnitX = columnsPerUnit(grid);
  const perUnitY = rowsPerUnit(grid);
  let entries = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const column = cellOf(left[slot], originX, perUnitX, columns);
    const row = cellOf(top[slot], originY, perUnitY, rows);
    const width = cellOf(right[slot], originX, perUnitX, columns) - column + 1;
    const height = cellOf(bottom[slot], originY, perUnitY, rows) - row + 1;
    const box = slot * BOX_SIZE;
    values[box + FIRST_CELL] = row * columns + column;
    values[box + WIDTH] = width;
    values[box + HEIGHT] = height;
    entries += width * height;
  }
  return entries;
}
