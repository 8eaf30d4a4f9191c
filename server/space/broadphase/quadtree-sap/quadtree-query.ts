/**
 * Finds the entries of a quadtree that overlap a rectangle, each body once. The rectangle is treated as one more box of the
 * tree: it goes down into the lists that it meets, with the same two bits, and an entry that has one of them in common has
 * been found in another list (quadtree-sap.ts says why).
 */
import type { SlotList } from "../slot-list.ts";
import { type EntryLists, TAG_ABOVE, TAG_LEFT } from "./entry-lists.ts";
import type { Kernel } from "./kernel/kernel.ts";
import { copySlots, type PairBuffer, reservePairs } from "./pair-buffer.ts";
import { MAX_DEPTH, type QuadtreeNodes } from "./quadtree-nodes.ts";
import { type Strips, stripOf } from "./strips.ts";

/** What is left to do of a query. */
export interface QuadtreeQuery {
  /** The rectangle. */
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

/** Appends the slot of each box that overlaps the rectangle, given in the tree's own x and y, to `into`. */
export function queryQuadtree(
  kernel: Kernel,
  query: QuadtreeQuery,
  tree: QuadtreeNodes,
  lists: EntryLists,
  strips: Strips,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  buffer: PairBuffer,
  into: SlotList,
): void {
  query.minX = minX;
  query.minY = minY;
  query.maxX = maxX;
  query.maxY = maxY;
  const first = stripOf(minY, strips);
  const last = stripOf(maxY, strips);
  for (let strip = first; strip <= last; strip++) {
    query.waiting = 0;
    enqueue(query, strip, strip > first ? TAG_ABOVE : 0);
    while (query.waiting > 0) {
      query.waiting--;
      visit(kernel, query, query.nodes[query.waiting], query.tags[query.waiting], tree, lists, buffer, into);
    }
  }
}

function enqueue(query: QuadtreeQuery, node: number, tag: number): void {
  query.nodes[query.waiting] = node;
  query.tags[query.waiting++] = tag;
}

/** Looks at a leaf's list, or enqueues those quarters of a node that the rectangle meets. */
function visit(
  kernel: Kernel,
  query: QuadtreeQuery,
  node: number,
  tag: number,
  tree: QuadtreeNodes,
  lists: EntryLists,
  buffer: PairBuffer,
  into: SlotList,
): void {
  const child = tree.firstChild[node];
  if (child === 0) {
    scanLeaf(kernel, query, tag, lists, tree.start[node], tree.end[node], buffer, into);
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
  kernel: Kernel,
  { minX, minY, maxX, maxY }: QuadtreeQuery,
  nodeTag: number,
  { boxes, tags }: EntryLists,
  start: number,
  end: number,
  buffer: PairBuffer,
  into: SlotList,
): void {
  reservePairs(kernel, buffer, end - start);
  const { calls } = kernel;
  const found = calls.queryList(boxes.at, tags.at, start, end, nodeTag, minX, minY, maxX, maxY, buffer.first.at);
  copySlots(kernel, buffer, found, into);
}
