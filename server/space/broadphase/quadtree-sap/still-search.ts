/** Looking for the still bodies of a layer that a mover or a rectangle overlaps. */
import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import type { SlotList } from "../slot-list.ts";
import { BOX_FLOATS, type EntryLists, TAG_SLOT } from "./entry-lists.ts";
import { type Kernel, REPORT_AT } from "./kernel/kernel.ts";
import { emptyInto, type PairBuffer, reservePairs } from "./pair-buffer.ts";
import type { StillLayer } from "./still-layer.ts";
import { cellOf } from "./strips.ts";

/**
 * Appends to `into` each pair of a mover and a body of the layer whose boxes overlap and whose classes meet. The movers come
 * strip by strip in the order of the sweep, so that those after each other look at the same cells.
 * @param end where the lists of the strips end: each mover has one entry there without a TAG_ bit
 * @param isTransposed whether the entries' x is the world's y
 * @param refusedAt where the kernel finds, by class, the classes that it does not meet
 * @returns how many boxes were compared
 */
export function findStillPairs(
  kernel: Kernel,
  layer: StillLayer,
  lists: EntryLists,
  end: number,
  isTransposed: boolean,
  refusedAt: number,
  buffer: PairBuffer,
  into: PairList,
): number {
  reservePairs(kernel, buffer, layer.places);
  const { ints } = kernel;
  let entry = 0;
  let tests = 0;
  while (entry < end) {
    kernel.calls.searchLayer(
      lists.boxes.at,
      lists.tags.at,
      entry,
      end,
      isTransposed ? 1 : 0,
      refusedAt,
      layer.starts.at,
      layer.boxes.at,
      layer.tags.at,
      layer.places,
      layer.minX,
      layer.columnsPerUnit,
      layer.columns,
      layer.reachX,
      layer.minY,
      layer.rowsPerUnit,
      layer.rows,
      layer.reachY,
      buffer.first.at,
      buffer.second.at,
      buffer.count,
      buffer.room,
      REPORT_AT,
    );
    buffer.count = ints[REPORT_AT >> 2];
    entry = ints[(REPORT_AT >> 2) + 1];
    tests += ints[(REPORT_AT >> 2) + 2];
    emptyInto(kernel, buffer, into);
  }
  return tests;
}

/** Appends to `into` the slot of each body of the layer whose box overlaps the rectangle. */
export function queryLayer(
  { ints, floats }: Kernel,
  layer: StillLayer,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  const { minX: originX, minY: originY, columns, rows, columnsPerUnit, rowsPerUnit, reachX, reachY } = layer;
  const starts = layer.starts.at >> 2;
  const boxes = layer.boxes.at >> 2;
  const tags = layer.tags.at >> 2;
  const firstColumn = cellOf(minX - reachX, originX, columnsPerUnit, columns);
  const lastColumn = cellOf(maxX + reachX, originX, columnsPerUnit, columns);
  const firstRow = cellOf(minY - reachY, originY, rowsPerUnit, rows);
  const lastRow = cellOf(maxY + reachY, originY, rowsPerUnit, rows);
  // A centre between the cells of the rectangle's edges is within the rectangle, and so overlaps it.
  const firstInnerColumn = cellOf(minX, originX, columnsPerUnit, columns) + 1;
  const lastInnerColumn = cellOf(maxX, originX, columnsPerUnit, columns) - 1;
  const firstInnerRow = cellOf(minY, originY, rowsPerUnit, rows) + 1;
  const lastInnerRow = cellOf(maxY, originY, rowsPerUnit, rows) - 1;
  let { slots, count } = into;
  for (let row = firstRow; row <= lastRow; row++) {
    const end = ints[starts + row * columns + lastColumn + 1];
    let place = ints[starts + row * columns + firstColumn];
    slots = grownInt32(slots, count + end - place + 1);
    let innerStart = end;
    let innerEnd = end;
    if (row >= firstInnerRow && row <= lastInnerRow && firstInnerColumn <= lastInnerColumn) {
      innerStart = ints[starts + row * columns + firstInnerColumn];
      innerEnd = ints[starts + row * columns + lastInnerColumn + 1];
    }
    while (place < end) {
      for (; place < innerStart; place++) {
        const box = boxes + place * BOX_FLOATS;
        slots[count] = ints[tags + place] & TAG_SLOT;
        const overlapsX = floats[box] <= maxX && -floats[box + 2] >= minX;
        if (overlapsX && floats[box + 1] <= maxY && -floats[box + 3] >= minY) count++;
      }
      for (; place < innerEnd; place++) {
        const tag = ints[tags + place];
        slots[count] = tag & TAG_SLOT;
        // A hole is negative.
        count += 1 + (tag >> 31);
      }
      innerStart = end;
    }
  }
  into.slots = slots;
  into.count = count;
}
