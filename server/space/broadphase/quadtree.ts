/**
 * Quadtree, the classic: the bounds are one node, and a node with more bodies than `capacity` is split in four at its middle,
 * and so on, down to `maxDepth`. A body is in every leaf that its box meets; all bodies of a leaf are compared
 * (cell-entries.ts). Nodes are told apart by comparing with their middles alone, so that a body beyond the bounds, or a point
 * on the border of two nodes, has its place like any other. Built anew each step.
 *
 * No scene makes it split without end: besides the depth, a node is left whole when its parts would hold more than MAX_GROWTH
 * times its bodies in all (giants), and when the tree has MAX_MEAN_ENTRIES entries to a body. Coincident bodies end in one leaf.
 *
 * Cost: O(n · depth) to build; a leaf costs the square of what it holds.
 *
 * Choose it to show or to teach: where a world is sparse in one place and crowded in another, quadtree-sap is faster.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownFloat64, grownInt32 } from "../grow.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters, type InspectedRegion } from "./broad-phase.ts";
import {
  ENTRY_ABOVE,
  ENTRY_LEFT,
  ENTRY_SLOT,
  ENTRY_STILL,
  pairEntries,
  queryEntries,
  slotsOfEntries,
} from "./cells/cell-entries.ts";
import { keepAllowedPairs } from "./pair-list.ts";

export interface QuadtreeSettings {
  /** Most bodies of a leaf that could still be split. */
  readonly capacity: number;
  /** Depth of the deepest leaves; the root's is 0. */
  readonly maxDepth: number;
}

export interface Quadtree extends BroadPhase {
  /** Calls `visit` with each leaf, also with those that hold nothing. */
  visitLeaves(visit: (leaf: InspectedRegion) => void): void;
}

const DEFAULT_SETTINGS: QuadtreeSettings = { capacity: 12, maxDepth: 10 };

/** No node is split whose parts would hold more than this times its bodies: 2 for a crowd along a border, 4 for giants. */
const MAX_GROWTH = 3;
/** No node is split once the leaves hold more entries than this to a body, in the mean. */
const MAX_MEAN_ENTRIES = 8;

/** Integers of a node: where its entries start and end, its first child (0 for a leaf) and its depth. */
const NODE_SIZE = 4;
const START = 0;
const END = 1;
const FIRST_CHILD = 2;
const DEPTH = 3;
/** Floats of a node: its edges. */
const EDGES = 4;

/** @param bounds what the root covers */
export function createQuadtree(
  bodies: BodyStore,
  bounds: Rectangle,
  { capacity, maxDepth }: QuadtreeSettings = DEFAULT_SETTINGS,
): Quadtree {
  const counters = createBroadPhaseCounters();
  let nodes: Int32Array = new Int32Array(NODE_SIZE);
  let edges: Float64Array = new Float64Array(EDGES);
  let nodeCount = 0;
  /** The entries of all nodes, also of those that were split since: a node's stand together, in the order of slots. */
  let entries: Int32Array = new Int32Array(bodies.capacity);
  let entriesEnd = 0;
  let leafEntries = 0;
  // A path down leaves at most three nodes a level to come back to.
  const pending = new Int32Array(3 * maxDepth + 1);
  const standings = new Int32Array(3 * maxDepth + 1);

  /** Adds a node, whose edges are yet to be written. */
  function addNode(start: number, end: number, depth: number): void {
    nodes = grownInt32(nodes, (nodeCount + 1) * NODE_SIZE);
    edges = grownFloat64(edges, (nodeCount + 1) * EDGES);
    const node = nodeCount * NODE_SIZE;
    nodes[node + START] = start;
    nodes[node + END] = end;
    nodes[node + FIRST_CHILD] = 0;
    nodes[node + DEPTH] = depth;
    nodeCount++;
  }

  function addRoot(): void {
    const { ids, still, slotLimit } = bodies;
    entriesEnd = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] !== NO_BODY) entries[entriesEnd++] = still[slot] === 1 ? slot | ENTRY_STILL : slot;
    }
    nodeCount = 0;
    leafEntries = entriesEnd;
    addNode(0, entriesEnd, 0);
    edges[0] = bounds.minX;
    edges[1] = bounds.minY;
    edges[2] = bounds.maxX;
    edges[3] = bounds.maxY;
  }

  /** Splits a node in four, if that makes sense. */
  function split(index: number, mostEntries: number): void {
    const node = index * NODE_SIZE;
    const start = nodes[node + START];
    const end = nodes[node + END];
    const depth = nodes[node + DEPTH];
    const count = end - start;
    if (count <= capacity || depth >= maxDepth) return;
    const left = edges[index * EDGES];
    const top = edges[index * EDGES + 1];
    const right = edges[index * EDGES + 2];
    const bottom = edges[index * EDGES + 3];
    const middleX = left + (right - left) / 2;
    const middleY = top + (bottom - top) / 2;
    const { minX, minY, maxX, maxY } = bodies.boxes;
    let upperLeft = 0;
    let upperRight = 0;
    let lowerLeft = 0;
    let lowerRight = 0;
    for (let i = start; i < end; i++) {
      const slot = entries[i] & ENTRY_SLOT;
      const isLeft = minX[slot] < middleX ? 1 : 0;
      const isRight = maxX[slot] >= middleX ? 1 : 0;
      const isUpper = minY[slot] < middleY ? 1 : 0;
      const isLower = maxY[slot] >= middleY ? 1 : 0;
      upperLeft += isUpper & isLeft;
      upperRight += isUpper & isRight;
      lowerLeft += isLower & isLeft;
      lowerRight += isLower & isRight;
    }
    const total = upperLeft + upperRight + lowerLeft + lowerRight;
    if (total > MAX_GROWTH * count || leafEntries - count + total > mostEntries) return;
    leafEntries += total - count;
    entries = grownInt32(entries, entriesEnd + total);
    nodes[node + FIRST_CHILD] = nodeCount;
    let toUpperLeft = entriesEnd;
    let toUpperRight = toUpperLeft + upperLeft;
    let toLowerLeft = toUpperRight + upperRight;
    let toLowerRight = toLowerLeft + lowerLeft;
    entriesEnd += total;
    addNode(toUpperLeft, toUpperRight, depth + 1);
    addNode(toUpperRight, toLowerLeft, depth + 1);
    addNode(toLowerLeft, toLowerRight, depth + 1);
    addNode(toLowerRight, entriesEnd, depth + 1);
    for (let child = 0; child < 4; child++) {
      const edge = (nodes[node + FIRST_CHILD] + child) * EDGES;
      const isRight = (child & 1) === 1;
      const isLower = child >= 2;
      edges[edge] = isRight ? middleX : left;
      edges[edge + 1] = isLower ? middleY : top;
      edges[edge + 2] = isRight ? right : middleX;
      edges[edge + 3] = isLower ? bottom : middleY;
    }
    for (let i = start; i < end; i++) {
      const entry = entries[i];
      const slot = entry & ENTRY_SLOT;
      const isLeft = minX[slot] < middleX;
      const isRight = maxX[slot] >= middleX;
      const leftBit = isLeft ? ENTRY_LEFT : 0;
      const isUpper = minY[slot] < middleY;
      if (isUpper) {
        if (isLeft) entries[toUpperLeft++] = entry;
        if (isRight) entries[toUpperRight++] = entry | leftBit;
      }
      if (maxY[slot] >= middleY) {
        const lowerEntry = isUpper ? entry | ENTRY_ABOVE : entry;
        if (isLeft) entries[toLowerLeft++] = lowerEntry;
        if (isRight) entries[toLowerRight++] = lowerEntry | leftBit;
      }
    }
  }

  function visitLeaves(visit: (leaf: InspectedRegion) => void): void {
    for (let index = 0; index < nodeCount; index++) {
      const node = index * NODE_SIZE;
      if (nodes[node + FIRST_CHILD] !== 0) continue;
      const [minX, minY, maxX, maxY] = edges.subarray(index * EDGES, (index + 1) * EDGES);
      visit({
        minX: minX === bounds.minX ? -Infinity : minX,
        minY: minY === bounds.minY ? -Infinity : minY,
        maxX: maxX === bounds.maxX ? Infinity : maxX,
        maxY: maxY === bounds.maxY ? Infinity : maxY,
        depth: nodes[node + DEPTH],
        slots: slotsOfEntries(entries, nodes[node + START], nodes[node + END]),
      });
    }
  }

  return {
    counters,
    visitLeaves,

    build() {
      addRoot();
      const mostEntries = entriesEnd * MAX_MEAN_ENTRIES;
      // Nodes that a split adds are looked at in their turn: level by level.
      for (let index = 0; index < nodeCount; index++) split(index, mostEntries);
      counters.regions = 0;
      for (let node = 0; node < nodeCount * NODE_SIZE; node += NODE_SIZE) {
        if (nodes[node + FIRST_CHILD] === 0 && nodes[node + END] > nodes[node + START]) counters.regions++;
      }
      counters.entries = leafEntries;
    },

    findPairs(into) {
      let tests = 0;
      into.count = 0;
      for (let node = 0; node < nodeCount * NODE_SIZE; node += NODE_SIZE) {
        if (nodes[node + FIRST_CHILD] !== 0) continue;
        tests += pairEntries(entries, nodes[node + START], nodes[node + END], bodies.boxes, into);
      }
      keepAllowedPairs(into, bodies);
      counters.boxTests = tests;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      if (nodeCount === 0) return;
      pending[0] = 0;
      standings[0] = 0;
      let count = 1;
      while (count > 0) {
        const index = pending[--count];
        const standing = standings[count];
        const node = index * NODE_SIZE;
        const child = nodes[node + FIRST_CHILD];
        if (child === 0) {
          const { boxes } = bodies;
          queryEntries(entries, nodes[node + START], nodes[node + END], standing, boxes, minX, minY, maxX, maxY, into);
          continue;
        }
        // The middle is the corner of the last child.
        const middleX = edges[(child + 3) * EDGES];
        const middleY = edges[(child + 3) * EDGES + 1];
        const isLeft = minX < middleX;
        const isRight = maxX >= middleX;
        const leftBit = isLeft ? ENTRY_LEFT : 0;
        const isUpper = minY < middleY;
        if (isUpper && isLeft) {
          pending[count] = child;
          standings[count++] = standing;
        }
        if (isUpper && isRight) {
          pending[count] = child + 1;
          standings[count++] = standing | leftBit;
        }
        if (maxY < middleY) continue;
        const lowerStanding = isUpper ? standing | ENTRY_ABOVE : standing;
        if (isLeft) {
          pending[count] = child + 2;
          standings[count++] = lowerStanding;
        }
        if (isRight) {
          pending[count] = child + 3;
          standings[count++] = lowerStanding | leftBit;
        }
      }
    },

    inspect() {
      const regions: InspectedRegion[] = [];
      visitLeaves((leaf) => {
        if (leaf.slots.length > 0) regions.push(leaf);
      });
      return { regions };
    },
  };
}
