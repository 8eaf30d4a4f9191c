import type { InspectedRegion } from "../broad-phase.ts";
import { columnOf, PASSES_PER_CLASS, WORD_AWAY_X, WORD_AWAY_Y, WORD_SLOT } from "./subdivision-cells.ts";
import { CELL_BITS, CLASS_COUNT, ENTRY_COUNT, type SubdivisionMemory } from "./subdivision-memory.ts";

/**
 * The lists of bodies in the order of the passes, one for each cell id in use, from its cell's bounds; where several
 * cells share an id, from bounds about all of them. Lists of the largest class have depth 0.
 */
export function inspectCells({ job, boxes, keys, words, cellsPerUnit }: SubdivisionMemory): InspectedRegion[] {
  const regions: InspectedRegion[] = [];
  let start = 0;
  while (start < job[ENTRY_COUNT]) {
    const cell = keys[start] >> 1;
    const sizeClass = Math.floor((cell >> job[CELL_BITS]) / PASSES_PER_CLASS);
    const perUnit = cellsPerUnit[sizeClass];
    const columns: number[] = [];
    const rows: number[] = [];
    const slots: number[] = [];
    while (start < job[ENTRY_COUNT] && keys[start] >> 1 === cell) {
      const word = words[start++];
      const slot = word & WORD_SLOT;
      const [minX, minY, maxX, maxY] = boxes.subarray(slot * 4, slot * 4 + 4);
      columns.push(columnOfEntry(minX, maxX, perUnit, (word & WORD_AWAY_X) !== 0));
      rows.push(columnOfEntry(minY, maxY, perUnit, (word & WORD_AWAY_Y) !== 0));
      slots.push(slot);
    }
    regions.push({
      minX: least(columns) / perUnit,
      minY: least(rows) / perUnit,
      maxX: (greatest(columns) + 1) / perUnit,
      maxY: (greatest(rows) + 1) / perUnit,
      depth: job[CLASS_COUNT] - 1 - sizeClass,
      slots,
    });
  }
  return regions;
}

/** The column of an entry: the one in which the box from `min` to `max` is at home, or the other. */
function columnOfEntry(min: number, max: number, perUnit: number, isAway: boolean): number {
  const home = columnOf((min + max) / 2, perUnit);
  if (!isAway) return home;
  const first = columnOf(min, perUnit);
  return first === home ? columnOf(max, perUnit) : first;
}

// Not Math.min(...numbers): a crowd's numbers are too many for a call.
function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b));
}

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b));
}
