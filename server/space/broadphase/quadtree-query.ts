/**
 * Finds the entries of a quadtree that overlap a rectangle, each body once. The rectangle is treated as one more box of the
 * tree: it goes down into the lists that it meets, with the same two bits, and an entry that has one of them in common has
 * been found in another list (quadtree-sap.ts says why).
 */
import { grownInt32 } from "../grow.ts";
import {
  ENTRY_SIZE,
  type EntryLists,
  MAX_X,
  MAX_Y,
  MIN_X,
  MIN_Y,
  TAG,
  TAG_ABOVE,
  TAG_LEFT,
  TAG_SLOT,
} from "./entry-lists.ts";
import { orderKey } from "./order-key.ts";
import { MAX_DEPTH, type QuadtreeNodes } from "./quadtree-nodes.ts";
import { cellOf, columnsPerUnit, type RootGrid, rowsPerUnit } from "./root-grid.ts";
import type { SlotList } from "./slot-list.ts";

/** What is left to do of a query. */
export interface QuadtreeQuery {
  /** The rectangle, in order keys. */
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  /** Nodes still to be looked at, the next one last, and the rectangle's TAG_ bits for each. */
  readonly nodes: Int32Array;
  readonly tags: Int32Array;
  waiting: number;
}

export function createQuadtreeQuery(): QuadtreeQuery {
  // Each level leaves three quarters waiting at most while the fourth is looked at.
  const mostWaiting = 3 * MAX_DEPTH + 1;
  const nodes = new Int32Array(mostWaiting);
  return { minX: 0, minY: 0, maxX: 0, maxY: 0, nodes, tags: new Int32Array(mostWaiting), waiting: 0 };
}

/** Appends the slot of each box that overlaps the rectangle, in order keys, to `into`. */
export function queryQuadtree(
  query: QuadtreeQuery,
  tree: QuadtreeNodes,
  lists: EntryLists,
  grid: RootGrid,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  into: SlotList,
): void {
  const { bounds, columns, rows } = grid;
  query.minX = orderKey(minX);
  query.minY = orderKey(minY);
  query.maxX = orderKey(maxX);
  query.maxY = orderKey(maxY);
  const perUnitX = columnsPerUnit(grid);
  const perUnitY = rowsPerUnit(grid);
  const firstColumn = cellOf(minX, bounds.minX, perUnitX, columns);
  const lastColumn = cellOf(maxX, bounds.minX, perUnitX, columns);
  const firstRow = cellOf(minY, bounds.minY, perUnitY, rows);
  const lastRow = cellOf(maxY, bounds.minY, perUnitY, rows);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      query.waiting = 0;
      const tag = (column > firstColumn ? TAG_LEFT : 0) | (row > firstRow ? TAG_ABOVE : 0);
      enqueue(query, row * columns + column, tag);
      while (query.waiting > 0) {
        query.waiting--;
        visit(query, query.nodes[query.waiting], query.tags[query.waiting], tree, lists, into);
      }
    }
  }
}

function enqueue(query: QuadtreeQuery, node: number, tag: number): void {
  query.nodes[query.waiting] = node;
  query.tags[query.waiting++] = tag;
}

/** Looks at a leaf's list, or enqueues those quarters of a node that the rectangle meets. */
function visit(
  query: QuadtreeQuery,
  node: number,
  tag: number,
  tree: QuadtreeNodes,
  lists: EntryLists,
  into: SlotList,
): void {
  const child = tree.firstChild[node];
  if (child === 0) {
    scanLeaf(query, tag, lists.values, tree.start[node], tree.end[node], into);
    return;
  }
  const splitX = tree.splitX[node];
  const splitY = tree.splitY[node];
  const beginsLeft = query.minX < splitX;
  const beginsAbove = query.minY < splitY;
  const endsRight = query.maxX >= splitX;
  const endsBelow = query.maxY >= splitY;
  const rightTag = beginsLeft ? tag | TAG_LEFT : tag;
  const belowTag = beginsAbove ? TAG_ABOVE : 0;
  if (beginsLeft && beginsAbove) enqueue(query, child, tag);
  if (endsRight && beginsAbove) enqueue(query, child + 1, rightTag);
  if (beginsLeft && endsBelow) enqueue(query, child + 2, tag | belowTag);
  if (endsRight && endsBelow) enqueue(query, child + 3, rightTag | belowTag);
}

function scanLeaf(
  query: QuadtreeQuery,
  nodeTag: number,
  values: Int32Array,
  start: number,
  end: number,
  into: SlotList,
): void {
  const { minX, minY, maxX, maxY } = query;
  const slots = grownInt32(into.slots, into.count + (end - start) / ENTRY_SIZE + 1);
  let count = into.count;
  for (let i = start; values[i + MIN_X] <= maxX; i += ENTRY_SIZE) {
    // Without a branch, as in sweepLeaf: the sign is set where the entry does not count.
    const tag = values[i + TAG];
    const common = nodeTag & tag;
    const apart =
      (values[i + MAX_X] - minX) | (maxY - values[i + MIN_Y]) | (values[i + MAX_Y] - minY) | common | (common << 1);
    slots[count] = tag & TAG_SLOT;
    count += 1 + (apart >> 31);
  }
  into.slots = slots;
  into.count = count;
}
