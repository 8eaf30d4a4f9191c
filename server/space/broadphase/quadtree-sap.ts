/**
 * Quadtree + SAP: an adaptive quadtree whose leaves each run a sort-and-sweep (sweep and prune) along x.
 *
 * Requirement: exactly the pairs of brute force, each once, in any scene; no memory allocated once warm; one build serves
 * the pairs and all queries of a tick.
 *
 * Idea:
 * 1. Everything is built anew each tick: repairing last tick's lists gains nothing here, and costs dearly after a shuffle.
 * 2. Bodies are sorted once, by the order key of minX (radix sort). All lists below are filled in that order, so each
 *    arrives sorted.
 * 3. The top of the tree is a grid (root-grid.ts) with about as many cells as suit the number of bodies. A body goes into
 *    the list of every cell that its box meets.
 * 4. A crowded list is split in four, and so on. It is split where its bodies are, not in the middle of its area: at the
 *    median minX and the mean minY. So a hot spot, or a crowd outside the bounds, takes few levels. An axis on which a split
 *    would hardly separate (coincident bodies, giants, a line) is left whole; if both are, the list stays a leaf. So no
 *    scene can make it split for ever.
 * 5. Each leaf is swept: for each box, those that follow until one begins after its end on x, and the test on y.
 *
 * A pair may meet in several leaves, and is given in one of them only, without a set of pairs. Every entry has two bits: its
 * box begins left of the leaf's region, above it. The leaf that holds the corner (greater minX, greater minY) of the pair is
 * the only one in which the two boxes have neither bit in common. This holds for any places to split at, because all of
 * them (cells and keys) are thresholds on the same order of minX, and of minY. A query's rectangle is treated as one more box.
 *
 * Lists hold order keys (order-key.ts), which may show an overlap in the last digits that is none; the pairs found are
 * tested against the exact boxes at the end.
 *
 * Cost: O(n) to build for bodies of like size and bounded density, and a sweep of each leaf; entries of large bodies in
 * proportion to the cells that they cover, bounded by coarsening the grid. A crowd that no split separates costs one sweep.
 */
import type { BodyStore } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { fillCellLists, takeCellLists } from "./cell-lists.ts";
import { createEntryLists } from "./entry-lists.ts";
import { sweepLeaf } from "./leaf-sweep.ts";
import { keepAllowedPairs, keepExactPairs } from "./pair-list.ts";
import { createQuadtreeNodes, splitCrowdedNodes } from "./quadtree-nodes.ts";
import { createQuadtreeQuery, queryQuadtree } from "./quadtree-query.ts";
import { createSortMemory, sortSlots } from "./radix-sort.ts";
import { coarsenGrid, fitGrid, type RootGrid } from "./root-grid.ts";
import { assignCells, createSlotBoxes, readBoxes } from "./slot-boxes.ts";

/** The grid is coarsened while the bodies have more entries than this each, in the mean. */
const MAX_MEAN_ENTRIES = 4;

/**
 * @param bodies what is looked at
 * @param bounds where most bodies are: what the grid covers
 */
export function createQuadtreeSap(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const counters = createBroadPhaseCounters();
  const boxes = createSlotBoxes(bodies.capacity);
  const sortMemory = createSortMemory(bodies.capacity);
  const grid: RootGrid = { bounds, columns: 0, rows: 0 };
  const lists = createEntryLists();
  const nodes = createQuadtreeNodes();
  const query = createQuadtreeQuery();

  return {
    counters,

    build() {
      readBoxes(boxes, bodies);
      fitGrid(grid, boxes.count);
      let entries = assignCells(boxes, bodies, grid);
      while (entries > boxes.count * MAX_MEAN_ENTRIES && coarsenGrid(grid)) entries = assignCells(boxes, bodies, grid);
      sortSlots(boxes.slots, boxes.count, boxes.minXKeys, sortMemory);
      takeCellLists(nodes, lists, boxes, grid, entries);
      fillCellLists(nodes, lists, boxes, grid);
      splitCrowdedNodes(nodes, lists);
      counters.regions = nodes.leaves;
      counters.entries = nodes.leafEntries;
    },

    findPairs(into) {
      const { start, end, firstChild, count } = nodes;
      into.count = 0;
      let overlaps = 0;
      for (let node = 0; node < count; node++) {
        if (firstChild[node] === 0) overlaps += sweepLeaf(lists.values, start[node], end[node], into);
      }
      keepExactPairs(into, bodies);
      keepAllowedPairs(into, bodies);
      counters.boxTests = overlaps;
      counters.axisOverlaps = overlaps;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      if (nodes.count > 0) queryQuadtree(query, nodes, lists, grid, minX, minY, maxX, maxY, into);
    },

    inspect: () => ({ regions: [] }),
  };
}
