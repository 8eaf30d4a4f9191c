/**
 * The nodes of a quadtree over lists of boxes that are sorted by minX. The first nodes are its roots (the strips);
 * a crowded node is split in four, and its children hold copies of the entries that they meet, in the same order.
 *
 * Crowded is a list whose sweep would compare too many boxes: not a long one, for a sweep separates on x by itself. How many
 * is estimated from a few of its entries. Splitting must then separate on y; if it does not (coincident bodies, giants, a
 * line), the list stays whole.
 */
import { grownFloat32, grownInt32 } from "../../grow.ts";
import { BOX_FLOATS, END_PLACES, type EntryLists, reserveEntries } from "./entry-lists.ts";
import { type Kernel, REPORT_AT } from "./kernel/kernel.ts";

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
  /** Where a node is split: left is what begins before splitX, right what ends at or after it. */
  splitX: Float32Array;
  splitY: Float32Array;
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
const NO_SPLIT = Number.POSITIVE_INFINITY;

export function createQuadtreeNodes(): QuadtreeNodes {
  return {
    count: 0,
    roots: 0,
    start: new Int32Array(0),
    end: new Int32Array(0),
    firstChild: new Int32Array(0),
    splitX: new Float32Array(0),
    splitY: new Float32Array(0),
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
export function splitCrowdedNodes(kernel: Kernel, nodes: QuadtreeNodes, lists: EntryLists): void {
  let leaves = 0;
  let leafEntries = 0;
  // Children are appended, and so come to their turn.
  for (let node = 0; node < nodes.count; node++) {
    const size = nodes.end[node] - nodes.start[node];
    if (size >= MIN_SPLIT_SIZE && nodes.depth[node] < MAX_DEPTH && isCrowded(kernel, lists, nodes.start[node], size)) {
      if (split(kernel, nodes, node, lists)) continue;
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
  nodes.splitX = grownFloat32(nodes.splitX, length);
  nodes.splitY = grownFloat32(nodes.splitY, length);
  nodes.depth = grownInt32(nodes.depth, length);
  nodes.firstChild.fill(0, first, length);
  nodes.depth.fill(depth, first, length);
  nodes.count = length;
  return first;
}

/** Estimates whether a sweep of a list would compare too many boxes. */
function isCrowded({ calls }: Kernel, { boxes }: EntryLists, start: number, size: number): boolean {
  return calls.sampleOverlaps(boxes.at, start, size, SAMPLES, MOST_OVERLAPS) > CROWDED_OVERLAPS * SAMPLES;
}

/** Splits a node, if that separates enough on y. @returns whether it did */
function split(kernel: Kernel, nodes: QuadtreeNodes, node: number, lists: EntryLists): boolean {
  const { calls, ints, floats } = kernel;
  const start = nodes.start[node];
  const end = nodes.end[node];
  const size = end - start;
  let splitX = floats[(lists.boxes.at >> 2) + (start + (size >> 1)) * BOX_FLOATS];
  const splitY = calls.meanTop(lists.boxes.at, start, end);
  calls.countParts(lists.boxes.at, start, end, splitX, splitY, REPORT_AT);
  const report = REPORT_AT >> 2;
  const left = ints[report];
  const right = ints[report + 1];
  const above = ints[report + 2];
  const below = ints[report + 3];
  const maxCost = MAX_COST_RATIO * size * size;
  if (above * above + below * below > maxCost) return false;
  if (left * left + right * right > maxCost) splitX = NO_SPLIT;

  const child = takeNodes(nodes, 4, nodes.depth[node] + 1);
  nodes.firstChild[node] = child;
  nodes.splitX[node] = splitX;
  nodes.splitY[node] = splitY;
  for (let quarter = 0; quarter < 4; quarter++) fillChild(kernel, nodes, node, quarter, lists);
  return true;
}

/** Copies those of a node's entries that one of its quarters meets into a list for that child. */
function fillChild(kernel: Kernel, nodes: QuadtreeNodes, node: number, quarter: number, lists: EntryLists): void {
  const start = nodes.start[node];
  const end = nodes.end[node];
  reserveEntries(kernel, lists, end - start + END_PLACES);
  const { boxes, tags, length } = lists;
  const { splitX, splitY } = nodes;
  const met = kernel.calls.fillQuarter(boxes.at, tags.at, start, end, splitX[node], splitY[node], quarter, length);
  const child = nodes.firstChild[node] + quarter;
  nodes.start[child] = length;
  nodes.end[child] = length + met;
  lists.length = length + met + END_PLACES;
}
