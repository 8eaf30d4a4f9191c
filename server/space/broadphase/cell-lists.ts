/**
 * The lists of the root grid's cells. Two passes over the bodies: one counts, so that each list gets one piece of memory of
 * the length that it needs, and one writes.
 */
import {
  ENTRY_SIZE,
  type EntryLists,
  endList,
  MAX_X,
  MAX_Y,
  MIN_X,
  MIN_Y,
  reserveEntries,
  TAG,
  TAG_ABOVE,
  TAG_LEFT,
} from "./entry-lists.ts";
import { type QuadtreeNodes, setRoots } from "./quadtree-nodes.ts";
import type { RootGrid } from "./root-grid.ts";
import { BOX_SIZE, FIRST_CELL, HEIGHT, type SlotBoxes, WIDTH } from "./slot-boxes.ts";

/**
 * Takes a list for each cell, as the roots of the tree. Until `fillCellLists` they are empty: each ends where it starts.
 * @param entries how long the lists will be in all
 */
export function takeCellLists(
  nodes: QuadtreeNodes,
  lists: EntryLists,
  boxes: SlotBoxes,
  grid: RootGrid,
  entries: number,
): void {
  const { slots, count, values } = boxes;
  const { columns, rows } = grid;
  const cells = columns * rows;
  setRoots(nodes, cells);
  const { start, end } = nodes;
  // `end` counts at first.
  end.fill(0, 0, cells);
  for (let i = 0; i < count; i++) {
    const box = slots[i] * BOX_SIZE;
    const width = values[box + WIDTH];
    let cell = values[box + FIRST_CELL];
    for (let row = values[box + HEIGHT]; row > 0; row--) {
      for (let column = 0; column < width; column++) end[cell + column]++;
      cell += columns;
    }
  }
  lists.length = 0;
  reserveEntries(lists, entries + cells);
  const entryValues = lists.values;
  let place = 0;
  for (let cell = 0; cell < cells; cell++) {
    const size = end[cell] * ENTRY_SIZE;
    start[cell] = place;
    end[cell] = place;
    place = endList(entryValues, place + size);
  }
  lists.length = place;
}

/** Writes each body, in the order of `boxes.slots`, into the list of each cell that it meets. */
export function fillCellLists(nodes: QuadtreeNodes, lists: EntryLists, boxes: SlotBoxes, grid: RootGrid): void {
  const { slots, count, values: boxValues } = boxes;
  const { columns } = grid;
  const { values } = lists;
  const { end } = nodes;
  for (let i = 0; i < count; i++) {
    const box = slots[i] * BOX_SIZE;
    const minX = boxValues[box + MIN_X];
    const maxX = boxValues[box + MAX_X];
    const minY = boxValues[box + MIN_Y];
    const maxY = boxValues[box + MAX_Y];
    const width = boxValues[box + WIDTH];
    let cell = boxValues[box + FIRST_CELL];
    let rowTag = boxValues[box + TAG];
    for (let row = boxValues[box + HEIGHT]; row > 0; row--) {
      let tag = rowTag;
      for (let column = 0; column < width; column++) {
        const place = end[cell + column];
        end[cell + column] = place + ENTRY_SIZE;
        values[place + MIN_X] = minX;
        values[place + MAX_X] = maxX;
        values[place + MIN_Y] = minY;
        values[place + MAX_Y] = maxY;
        values[place + TAG] = tag;
        tag |= TAG_LEFT;
      }
      rowTag |= TAG_ABOVE;
      cell += columns;
    }
  }
}
