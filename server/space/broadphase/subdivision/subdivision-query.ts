import { grownInt32 } from "../../grow.ts";
import type { SlotList } from "../slot-list.ts";
import type { SizeClasses } from "./size-classes.ts";
import { cellIdOf, columnOf, rowStrideOf, WORD_AWAY_X, WORD_AWAY_Y, WORD_SLOT } from "./subdivision-cells.ts";
import { BODY_COUNT, CELL_BITS, CLASS_COUNT, firstEntryOf, type SubdivisionMemory } from "./subdivision-memory.ts";

/** Beyond every column, so that columns of any rectangle are integers to count by (size-classes.ts). */
const COLUMN_LIMIT = 2 ** 24;

/**
 * Appends to `into` each body whose box, as built, overlaps the rectangle: class by class, the members at home in the
 * cells of the rectangle and in those around it, since a body's middle is less than a cell away from all of it. Cost: a
 * binary search for each cell; where cells are more than members, a look at all bodies instead.
 */
export function querySubdivision(
  memory: SubdivisionMemory,
  { members }: SizeClasses,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  const { job, cellsPerUnit } = memory;
  into.slots = grownInt32(into.slots, into.count + job[BODY_COUNT]);
  for (let sizeClass = 0; sizeClass < job[CLASS_COUNT]; sizeClass++) {
    const perUnit = cellsPerUnit[sizeClass];
    const left = limitedColumn(minX * perUnit) - 1;
    const top = limitedColumn(minY * perUnit) - 1;
    const right = limitedColumn(maxX * perUnit) + 1;
    const bottom = limitedColumn(maxY * perUnit) + 1;
    if ((right - left + 1) * (bottom - top + 1) > members[sizeClass]) {
      queryClass(memory, sizeClass, minX, minY, maxX, maxY, into);
      continue;
    }
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        queryCell(memory, sizeClass, column, row, minX, minY, maxX, maxY, into);
      }
    }
  }
}

function limitedColumn(position: number): number {
  return Math.max(-COLUMN_LIMIT, Math.min(COLUMN_LIMIT, Math.floor(position)));
}

/** Appends the members of a class that overlap the rectangle. */
function queryClass(
  { job, slots, sizeClass, boxes }: SubdivisionMemory,
  wanted: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  for (let i = 0; i < job[BODY_COUNT]; i++) {
    const slot = slots[i];
    if (sizeClass[slot] !== wanted) continue;
    const box = slot * 4;
    if (boxes[box] > maxX || boxes[box + 2] < minX || boxes[box + 1] > maxY || boxes[box + 3] < minY) continue;
    into.slots[into.count++] = slot;
  }
}

/** Appends the members at home in a cell that overlap the rectangle. */
function queryCell(
  memory: SubdivisionMemory,
  sizeClass: number,
  column: number,
  row: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  const { job, boxes, words, cellsPerUnit } = memory;
  const perUnit = cellsPerUnit[sizeClass];
  const key = cellIdOf(sizeClass, column, row, job[CELL_BITS], rowStrideOf(job[CELL_BITS])) << 1;
  const end = firstEntryOf(memory, key + 1);
  for (let i = firstEntryOf(memory, key); i < end; i++) {
    if ((words[i] & (WORD_AWAY_X | WORD_AWAY_Y)) !== 0) continue;
    const slot = words[i] & WORD_SLOT;
    const left = boxes[slot * 4];
    const top = boxes[slot * 4 + 1];
    const right = boxes[slot * 4 + 2];
    const bottom = boxes[slot * 4 + 3];
    if (left > maxX || right < minX || top > maxY || bottom < minY) continue;
    // A cell far away that has the same id is looked at by itself.
    if (columnOf((left + right) / 2, perUnit) !== column || columnOf((top + bottom) / 2, perUnit) !== row) continue;
    into.slots[into.count++] = slot;
  }
}
