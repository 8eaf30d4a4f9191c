/**
 * The nodes of a quadtree over lists of boxes that are sorted by minX. The first nodes are its roots (the cells of a grid);
 * a crowded node is split in four, and its children hold copies of the entries that they meet, in the same order.
 */
import { grownInt32 } from "../grow.ts";
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
import { KEY_LIMIT } from "./order-key.ts";

/** The nodes as columns. */
export interface QuadtreeNodes {
  count: number;
  /** The node's list of entries: from the place `start` up to but not including `end`. */
  start: Int32Array;
  end: Int32Array;
  /** The first of four children in a row (upper left, upper right, lower left, lower right), or 0 for a leaf. */
  firstChild: Int32Array;
  /** Where a node is split, in order keys: left is what begins before splitX, right what ends at or after it. */
  splitX: Int32Array;
  splitY: Int32Array;
  /** Splits above the node. */
  depth: Int32Array;
  /** Leaves that hold entries, and the entries that they hold. */
  leaves: number;
  leafEntries: number;
}

/** A list of more entries than this is crowded; 48 to 128 differ little. */
const SPLIT_SIZE = 64;
/** Most splits above a leaf. Splitting at the middle halves a list, so 2^12 times SPLIT_SIZE bodies in one cell fit. */
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
  takeNodes(nodes, count, 0);
}

/** Splits every node that is crowded, and its children likewise, unless that separates too little. */
export function splitCrowdedNodes(nodes: QuadtreeNodes, lists: EntryLists): void {
  let leaves = 0;
  let leafEntries = 0;
  // Children are appended, and so come to their turn.
  for (let node = 0; node < nodes.count; node++) {
    const size = (nodes.end[node] - nodes.start[node]) / ENTRY_SIZE;
    if (size > SPLIT_SIZE && nodes.depth[node] < MAX_DEPTH && split(nodes, node, lists)) continue;
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

/** Splits a node, if that separates enough. @returns whether it did */
function split(nodes: QuadtreeNodes, node: number, lists: EntryLists): boolean {
  const { values } = lists;
  const start = nodes.start[node];
  const end = nodes.end[node];
  const size = (end - start) / ENTRY_SIZE;

  let sumY = 0;
  for (let i = start; i < end; i += ENTRY_SIZE) sumY += values[i + MIN_Y];
  let splitX = values[start + (size >> 1) * ENTRY_SIZE + MIN_X];
  let splitY = Math.floor(sumY / size);
  let left = 0;
  let right = 0;
  let above = 0;
  let below = 0;
  for (let i = start; i < end; i += ENTRY_SIZE) {
    if (values[i + MIN_X] < splitX) left++;
    if (values[i + MAX_X] >= splitX) right++;
    if (values[i + MIN_Y] < splitY) above++;
    if (values[i + MAX_Y] >= splitY) below++;
  }
  const maxCost = MAX_COST_RATIO * size * size;
  if (left * left + right * right > maxCost) splitX = NO_SPLIT;
  if (above * above + below * below > maxCost) splitY = NO_SPLIT;
  if (splitX === NO_SPLIT && splitY === NO_SPLIT) return false;

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
  reserveEntries(lists, (end - start) / ENTRY_SIZE + 1);
  const { values } = lists;
  const first = lists.length;
  let place = first;
  for (let i = start; i < end; i += ENTRY_SIZE) {
    const beginsLeft = values[i + MIN_X] < splitX;
    const beginsAbove = values[i + MIN_Y] < splitY;
    if (isRight ? values[i + MAX_X] < splitX : !beginsLeft) continue;
    if (isBelow ? values[i + MAX_Y] < splitY : !beginsAbove) continue;
    values[place + MIN_X] = values[i + MIN_X];
    values[place + MAX_X] = values[i + MAX_X];
    values[place + MIN_Y] = values[i + MIN_Y];
    values[place + MAX_Y] = values[i + MAX_Y];
    values[place + TAG] =
      values[i + TAG] | (isRight && beginsLeft ? TAG_LEFT : 0) | (isBelow && beginsAbove ? TAG_ABOVE : 0);
    place += ENTRY_SIZE;
  }
  lists.length = endList(values, place);
  const child = nodes.firstChild[node] + quarter;
  nodes.start[child] = first;
  nodes.end[child] = place;
}
