/**
 * The nodes of a quadtree over lists of boxes that are sorted by minX. The first nodes are its roots (the strips);
 * a crowded node is split in four, and its children hold copies of the entries that they meet, in the same order.
 *
 * Crowded is a list whose sweep would compare too many boxes: not a long one, for a sweep separates on x by itself. How many
 * is estimated from a few of its entries. Splitting must then separate on y; if it does not (coincident bodies, giants, a
 * line), the list stays whole.
 */
import { grownInt32 } from "../../grow.ts";
import { KEY_LIMIT } from "./box-key.ts";
import { type ENTRY_SIZE, type EntryLists, endList, reserveEntries, TAG_ABOVE, TAG_LEFT } from "./entry-lists.ts";

/** Constants of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
const LEFT = TAG_LEFT;
const ABOVE = TAG_ABOVE;

/** The nodes as columns. */
export interface QuadtreeNodes {
  count: number;
  /** The first `roots` nodes are the roots. */
  roots: number;
  /** The node's list of entries: from the place `start` up to but not including `end`. */
  start: Int32Array;
  end: Int32Array;
  /** The first of four children in a row (upper left, upper right, lower left, lower right), or 0 for a leaf. */
  firstChild: Int32Array;
  /** Where a node is split, in keys: left is what begins before splitX, right what ends at or after it. */
  splitX: Int32Array;
  splitY: Int32Array;
  /** Splits above the node. */
  depth: Int32Array;
  /** Leaves that hold entries, and the entries that they hold. */
  leaves: number;
  leafEntries: number;
}

/** Lists of fewer entries are never split. */
const MIN_SPLIT_SIZE = 48;
/** A list is crowded if its boxes meet more than this many that follow, on x, in the mean. */
const CROWDED_OVERLAPS = 30;
/** A box that meets more than this many (a giant among others) counts as if it met no more. */
const MOST_OVERLAPS = 4 * CROWDED_OVERLAPS;
/** Boxes of a list that the estimate looks at: a power of two. */
const SAMPLES = 16;
/** Most splits above a leaf. Splitting at the middle halves a list, so 2^12 times MIN_SPLIT_SIZE bodies in one cell fit. */
export const MAX_DEPTH = 12;
/**
 * An axis is split if the squares of the two parts' sizes (what sweeps cost) are together less than this share of the square
 * of the whole: 0.5 where it halves the list, 1 where it separates nothing.
 */
const MAX_COST_RATIO = 0.8;
/** A split at which everything is left of, or above, the line: the axis is not split. */
const NO_SPLIT = KEY_LIMIT;

export function createQuadtreeNodes(): QuadtreeNodes {
  return {
    count: 0,
    roots: 0,
    start: new Int32Array(0),
    end: new Int32Array(0),
    firstChild: new Int32Array(0),
    splitX: new Int32Array(0),
    splitY: new Int32Array(0),
    depth: new Int32Array(0),
    leaves: 0,
    leafEntries: 0,
  };
}

/** Begins a tree with `count` roots, whose lists the caller fills in. */
export function setRoots(nodes: QuadtreeNodes, count: number): void {
  nodes.count = 0;
  nodes.roots = count;
  takeNodes(nodes, count, 0);
}

/** Splits every node that is crowded, and its children likewise, unless that separates too little. */
export function splitCrowdedNodes(nodes: QuadtreeNodes, lists: EntryLists): void {
  let leaves = 0;
  let leafEntries = 0;
  // Children are appended, and so come to their turn.
  for (let node = 0; node < nodes.count; node++) {
    const size = (nodes.end[node] - nodes.start[node]) / SIZE;
    if (size >= MIN_SPLIT_SIZE && nodes.depth[node] < MAX_DEPTH && isCrowded(nodes, node, lists)) {
      if (split(nodes, node, lists)) continue;
    }
    if (size > 0) leaves++;
    leafEntries += size;
  }
  nodes.leaves = leaves;
  nodes.leafEntries = leafEntries;
}

/** Appends `count` leaves with empty lists. @returns the first */
function takeNodes(nodes: QuadtreeNodes, count: number, depth: number): number {
  const first = nodes.count;
  const length = first + count;
  nodes.start = grownInt32(nodes.start, length);
  nodes.end = grownInt32(nodes.end, length);
  nodes.firstChild = grownInt32(nodes.firstChild, length);
  nodes.splitX = grownInt32(nodes.splitX, length);
  nodes.splitY = grownInt32(nodes.splitY, length);
  nodes.depth = grownInt32(nodes.depth, length);
  nodes.firstChild.fill(0, first, length);
  nodes.depth.fill(depth, first, length);
  nodes.count = length;
  return first;
}

/** Estimates whether a sweep of the node's list would compare too many boxes. */
function isCrowded(nodes: QuadtreeNodes, node: number, { values }: EntryLists): boolean {
  const start = nodes.start[node];
  const size = (nodes.end[node] - start) / SIZE;
  let overlaps = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const place = start + (((size * sample) / SAMPLES) | 0) * SIZE;
    const maxX = values[place + 1];
    const last = place + MOST_OVERLAPS * SIZE;
    let other = place;
    while (other < last && values[other + SIZE] <= maxX) other += SIZE;
    overlaps += other - place;
  }
  return overlaps > CROWDED_OVERLAPS * SAMPLES * SIZE;
}

/** Splits a node, if that separates enough on y. @returns whether it did */
function split(nodes: QuadtreeNodes, node: number, lists: EntryLists): boolean {
  const { values } = lists;
  const start = nodes.start[node];
  const end = nodes.end[node];
  const size = (end - start) / SIZE;

  let sumY = 0;
  for (let i = start; i < end; i += SIZE) sumY += values[i + 2];
  let splitX = values[start + (size >> 1) * SIZE];
  const splitY = Math.floor(sumY / size) | 0;
  let left = 0;
  let right = 0;
  let above = 0;
  let below = 0;
  for (let i = start; i < end; i += SIZE) {
    left += values[i] < splitX ? 1 : 0;
    right += values[i + 1] >= splitX ? 1 : 0;
    above += values[i + 2] < splitY ? 1 : 0;
    below += values[i + 3] >= splitY ? 1 : 0;
  }
  const maxCost = MAX_COST_RATIO * size * size;
  if (above * above + below * below > maxCost) return false;
  if (left * left + right * right > maxCost) splitX = NO_SPLIT;

  const child = takeNodes(nodes, 4, nodes.depth[node] + 1);
  nodes.firstChild[node] = child;
  nodes.splitX[node] = splitX;
  nodes.splitY[node] = splitY;
  for (let quarter = 0; quarter < 4; quarter++) fillChild(nodes, node, quarter, lists);
  return true;
}

/** Copies those of a node's entries that one of its quarters meets into a list for that child. */
function fillChild(nodes: QuadtreeNodes, node: number, quarter: number, lists: EntryLists): void {
  const start = nodes.start[node];
  const end = nodes.end[node];
  const splitX = nodes.splitX[node];
  const splitY = nodes.splitY[node];
  const isRight = (quarter & 1) === 1;
  const isBelow = (quarter & 2) === 2;
  reserveEntries(lists, (end - start) / SIZE + 1);
  const { values } = lists;
  const first = lists.length;
  let place = first;
  if (!isRight || splitX !== NO_SPLIT) {
    for (let i = start; i < end; i += SIZE) {
      const minX = values[i];
      const maxX = values[i + 1];
      const minY = values[i + 2];
      const maxY = values[i + 3];
      const left = minX - splitX;
      const above = minY - splitY;
      // Written always, and kept by counting it: negative is where the entry does not meet the quarter.
      const apart = (isRight ? maxX - splitX : ~left) | (isBelow ? maxY - splitY : ~above);
      values[place] = minX;
      values[place + 1] = maxX;
      values[place + 2] = minY;
      values[place + 3] = maxY;
      values[place + 4] = values[i + 4] | (isRight ? left & LEFT : 0) | (isBelow ? (above >> 1) & ABOVE : 0);
      place += SIZE & ~(apart >> 31);
    }
  }
  lists.length = endList(values, place);
  const child = nodes.firstChild[node] + quarter;
  nodes.start[child] = first;
  nodes.end[child] = place;
}
