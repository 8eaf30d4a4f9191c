/** Looking for the still bodies of a layer that a mover or a rectangle overlaps. */
import type { PairList } from "../pair-list.ts";
import type { SlotList } from "../slot-list.ts";
import type { EntryLists } from "./entry-lists.ts";
import { type Kernel, REPORT_AT } from "./kernel/kernel.ts";
import { copySlots, emptyInto, type PairBuffer, reservePairs } from "./pair-buffer.ts";
import type { StillLayer } from "./still-layer.ts";

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
  kernel: Kernel,
  layer: StillLayer,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  buffer: PairBuffer,
  into: SlotList,
): void {
  reservePairs(kernel, buffer, layer.places);
  const found = kernel.calls.queryLayer(
    layer.starts.at,
    layer.boxes.at,
    layer.tags.at,
    layer.minX,
    layer.columnsPerUnit,
    layer.columns,
    layer.reachX,
    layer.minY,
    layer.rowsPerUnit,
    layer.rows,
    layer.reachY,
    minX,
    minY,
    maxX,
    maxY,
    buffer.first.at,
  );
  copySlots(kernel, buffer, found, into);
}
