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
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { createEntryLists, TAG_ABOVE, TAG_LEFT, TAG_SLOT, TAG_STILL, takeList } from "./entry-lists.ts";
import { orderKey } from "./order-key.ts";
import { keepExactPairs } from "./pair-list.ts";
import { createQuadtreeNodes, MAX_DEPTH, setRoots, splitCrowdedNodes } from "./quadtree-nodes.ts";
import { createSlotSorter } from "./radix-sort.ts";
import { cellOf, coarsenGrid, columnsPerUnit, fitGrid, type RootGrid, rowsPerUnit } from "./root-grid.ts";

/** The grid is coarsened while the bodies have more entries than this each, in the mean. */
const MAX_MEAN_ENTRIES = 4;

/**
 * @param bodies what is looked at
 * @param bounds where most bodies are: what the grid covers
 */
export function createQuadtreeSap(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const { capacity } = bodies;
  const counters = createBroadPhaseCounters();
  const sortSlots = createSlotSorter(capacity);
  const grid: RootGrid = { bounds, columns: 0, rows: 0 };
  const lists = createEntryLists();
  const nodes = createQuadtreeNodes();

  const order = new Int32Array(capacity);
  let count = 0;
  // By slot: the box in order keys, and the cells that it meets.
  const minXKeys = new Int32Array(capacity);
  const maxXKeys = new Int32Array(capacity);
  const minYKeys = new Int32Array(capacity);
  const maxYKeys = new Int32Array(capacity);
  const firstColumns = new Uint16Array(capacity);
  const lastColumns = new Uint16Array(capacity);
  const firstRows = new Uint16Array(capacity);
  const lastRows = new Uint16Array(capacity);
  /** By cell: how many entries it has; then where its next entry goes. */
  let cursors: Int32Array = new Int32Array(0);

  const waitingNodes = new Int32Array(3 * MAX_DEPTH + 1);
  const waitingTags = new Int32Array(3 * MAX_DEPTH + 1);

  function computeKeys(): void {
    const { x, y, radius, ids, slotLimit } = bodies;
    count = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      const r = radius[slot];
      minXKeys[slot] = orderKey(x[slot] - r);
      maxXKeys[slot] = orderKey(x[slot] + r);
      minYKeys[slot] = orderKey(y[slot] - r);
      maxYKeys[slot] = orderKey(y[slot] + r);
      order[count++] = slot;
    }
  }

  /** Finds the cells that each body meets. @returns how many those are in all */
  function assignCells(): number {
    const { x, y, radius } = bodies;
    const { columns, rows } = grid;
    const { minX: originX, minY: originY } = bounds;
    const perUnitX = columnsPerUnit(grid);
    const perUnitY = rowsPerUnit(grid);
    let entries = 0;
    for (let i = 0; i < count; i++) {
      const slot = order[i];
      const r = radius[slot];
      const firstColumn = cellOf(x[slot] - r, originX, perUnitX, columns);
      const lastColumn = cellOf(x[slot] + r, originX, perUnitX, columns);
      const firstRow = cellOf(y[slot] - r, originY, perUnitY, rows);
      const lastRow = cellOf(y[slot] + r, originY, perUnitY, rows);
      firstColumns[slot] = firstColumn;
      lastColumns[slot] = lastColumn;
      firstRows[slot] = firstRow;
      lastRows[slot] = lastRow;
      entries += (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1);
    }
    return entries;
  }

  /** Takes a list for each cell, of the length that it needs, as the first nodes of the tree. */
  function takeCellLists(): void {
    const { columns, rows } = grid;
    const cells = columns * rows;
    cursors = grownInt32(cursors, cells);
    const counts = cursors;
    counts.fill(0, 0, cells);
    for (let i = 0; i < count; i++) {
      const slot = order[i];
      const firstColumn = firstColumns[slot];
      const lastColumn = lastColumns[slot];
      const lastRow = lastRows[slot];
      for (let row = firstRows[slot]; row <= lastRow; row++) {
        const end = row * columns + lastColumn;
        for (let cell = row * columns + firstColumn; cell <= end; cell++) counts[cell]++;
      }
    }
    lists.length = 0;
    setRoots(nodes, cells);
    for (let cell = 0; cell < cells; cell++) {
      const entries = counts[cell];
      const start = takeList(lists, entries);
      nodes.start[cell] = start;
      nodes.end[cell] = start + entries;
      counts[cell] = start;
    }
  }

  /** Writes each body, in the order of minX, into the list of each cell that it meets. */
  function fillCellLists(): void {
    const { still } = bodies;
    const { columns } = grid;
    const { minX, maxX, minY, maxY, tag } = lists;
    const next = cursors;
    for (let i = 0; i < count; i++) {
      const slot = order[i];
      const minXKey = minXKeys[slot];
      const maxXKey = maxXKeys[slot];
      const minYKey = minYKeys[slot];
      const maxYKey = maxYKeys[slot];
      const firstColumn = firstColumns[slot];
      const lastColumn = lastColumns[slot];
      const lastRow = lastRows[slot];
      let rowTag = slot | (still[slot] * TAG_STILL);
      for (let row = firstRows[slot]; row <= lastRow; row++) {
        let cellTag = rowTag;
        const end = row * columns + lastColumn;
        for (let cell = row * columns + firstColumn; cell <= end; cell++) {
          const place = next[cell]++;
          minX[place] = minXKey;
          maxX[place] = maxXKey;
          minY[place] = minYKey;
          maxY[place] = maxYKey;
          tag[place] = cellTag;
          cellTag |= TAG_LEFT;
        }
        rowTag |= TAG_ABOVE;
      }
    }
  }

  return {
    counters,

    build() {
      computeKeys();
      fitGrid(grid, count);
      let entries = assignCells();
      while (entries > count * MAX_MEAN_ENTRIES && coarsenGrid(grid)) entries = assignCells();
      sortSlots(order, count, minXKeys);
      takeCellLists();
      fillCellLists();
      splitCrowdedNodes(nodes, lists);
      counters.leaves = nodes.leaves;
      counters.entries = nodes.leafEntries;
    },

    findPairs(into) {
      const { start, end, firstChild, count: nodeCount } = nodes;
      const { minX, maxX, minY, maxY, tag } = lists;
      let { a, b } = into;
      let pairs = 0;
      let overlaps = 0;
      for (let node = 0; node < nodeCount; node++) {
        if (firstChild[node] !== 0) continue;
        const listEnd = end[node];
        for (let i = start[node]; i < listEnd; i++) {
          const boxMaxX = maxX[i];
          let j = i + 1;
          if (minX[j] > boxMaxX) continue;
          if (a.length < pairs + listEnd - i) {
            a = grownInt32(a, pairs + listEnd - i);
            b = grownInt32(b, pairs + listEnd - i);
          }
          const boxMinY = minY[i];
          const boxMaxY = maxY[i];
          const boxTag = tag[i];
          const slot = boxTag & TAG_SLOT;
          do {
            // Written always, and kept by counting it: a branch here would be guessed wrong too often. The sign of
            // `apart` is set where the boxes are apart on y, or have one of the three tag bits in common.
            const otherTag = tag[j];
            const common = boxTag & otherTag;
            const apart = (boxMaxY - minY[j]) | (maxY[j] - boxMinY) | common | (common << 1) | (common << 2);
            a[pairs] = slot;
            b[pairs] = otherTag & TAG_SLOT;
            pairs += 1 + (apart >> 31);
            j++;
          } while (minX[j] <= boxMaxX);
          overlaps += j - i - 1;
        }
      }
      into.a = a;
      into.b = b;
      into.count = pairs;
      keepExactPairs(into, bodies);
      counters.boxTests = overlaps;
      counters.axisOverlaps = overlaps;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      const { columns, rows } = grid;
      if (columns === 0) return;
      const { start, end, firstChild, splitX, splitY } = nodes;
      const { minX: minXs, maxX: maxXs, minY: minYs, maxY: maxYs, tag } = lists;
      const minXKey = orderKey(minX);
      const maxXKey = orderKey(maxX);
      const minYKey = orderKey(minY);
      const maxYKey = orderKey(maxY);
      const firstColumn = cellOf(minX, bounds.minX, columnsPerUnit(grid), columns);
      const lastColumn = cellOf(maxX, bounds.minX, columnsPerUnit(grid), columns);
      const firstRow = cellOf(minY, bounds.minY, rowsPerUnit(grid), rows);
      const lastRow = cellOf(maxY, bounds.minY, rowsPerUnit(grid), rows);
      let slots = into.slots;
      let found = into.count;
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          waitingNodes[0] = row * columns + column;
          waitingTags[0] = (column > firstColumn ? TAG_LEFT : 0) | (row > firstRow ? TAG_ABOVE : 0);
          let waiting = 1;
          while (waiting > 0) {
            const node = waitingNodes[--waiting];
            const nodeTag = waitingTags[waiting];
            const child = firstChild[node];
            if (child === 0) {
              const listEnd = end[node];
              slots = grownInt32(slots, found + listEnd - start[node] + 1);
              for (let i = start[node]; minXs[i] <= maxXKey; i++) {
                const common = nodeTag & tag[i];
                const apart =
                  (maxXs[i] - minXKey) | (maxYKey - minYs[i]) | (maxYs[i] - minYKey) | common | (common << 1);
                slots[found] = tag[i] & TAG_SLOT;
                found += 1 + (apart >> 31);
              }
              continue;
            }
            const isLeft = minXKey < splitX[node];
            const isRight = maxXKey >= splitX[node];
            const isAbove = minYKey < splitY[node];
            const isBelow = maxYKey >= splitY[node];
            const rightTag = isLeft ? nodeTag | TAG_LEFT : nodeTag;
            const belowTag = isAbove ? TAG_ABOVE : 0;
            if (isAbove && isLeft) {
              waitingNodes[waiting] = child;
              waitingTags[waiting++] = nodeTag;
            }
            if (isAbove && isRight) {
              waitingNodes[waiting] = child + 1;
              waitingTags[waiting++] = rightTag;
            }
            if (isBelow && isLeft) {
              waitingNodes[waiting] = child + 2;
              waitingTags[waiting++] = nodeTag | belowTag;
            }
            if (isBelow && isRight) {
              waitingNodes[waiting] = child + 3;
              waitingTags[waiting++] = rightTag | belowTag;
            }
          }
        }
      }
      into.slots = slots;
      into.count = found;
    },
  };
}
