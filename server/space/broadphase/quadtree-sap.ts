/**
 * Quadtree + SAP: an adaptive quadtree whose leaves each run a sort-and-sweep (sweep and prune), and layers of grids for the
 * bodies that are still. Choose it unless you know better: it is the fastest here on all but odd scenes, and slow on none.
 *
 * Requirement: exactly the pairs of brute force, each once, in any scene; no memory allocated once warm; one build serves
 * the pairs and all queries of a tick; still bodies that nobody changes cost nothing until a mover comes by.
 *
 * Idea, for the movers:
 * 1. Their tree is built anew each tick: repairing last tick's lists gains nothing here, and costs dearly after a shuffle.
 * 2. The sweep runs along x, or along y where the movers spread more there (a column). The tree's x is the axis swept.
 * 3. The top of the tree is a stack of strips as wide as the world (strips.ts), as the sweep separates on x by itself. A mover
 *    goes into the list of every strip that its box meets: into the slice in which it begins, so that the list is nearly
 *    sorted by minX. Lists that are not (a hot spot), or not cut into slices (too many bodies for the cache), are sorted each.
 * 4. A crowded list is split in four, and so on (quadtree-nodes.ts). It is split where its bodies are, not in the middle of
 *    its area: at the median minX and the mean minY. So a hot spot, or a crowd outside the bounds, takes few levels. Where
 *    a split would hardly separate (coincident bodies, giants), the list stays a leaf: no scene can make it split for ever.
 *    And if the strips separate nothing, they become one.
 * 5. Each leaf is swept: for each box, those that follow until one begins after its end on x, and the test on y.
 *
 * A pair may meet in several leaves, and is given in one of them only, without a set of pairs. Every entry has two bits: its
 * box begins left of the leaf's region, above it. The leaf that holds the corner (greater minX, greater minY) of the pair is
 * the only one in which the two boxes have neither bit in common. This holds for any places to split at, because all of
 * them (strips and keys) are thresholds on the same order of minX, and of minY. A query's rectangle is treated as one more box.
 *
 * Still bodies are in grids of their own, one for each class of sizes (still-layers.ts), kept from tick to tick: one that is
 * added, removed, resized or moved costs O(1) amortised. Each mover looks for the still ones under its box. Only the few
 * bodies of a sparse layer are put into the movers' tree, marked as still, since that costs less than every mover's search.
 *
 * The hot loops are WebAssembly (kernel/kernel.ts), which compares the four edges of two boxes at once. Categories and masks
 * cost a sweep nothing: each body's class of the two (filter-classes.ts) is a bit of its entry. Where a scene has more classes
 * than an entry has bits for, pairs are filtered at the end.
 *
 * Cost: O(n) to build for n movers, and a sweep of each leaf; entries of large bodies in proportion to the rows that they
 * cover, which are some six mean heights high. A crowd that no split separates costs one sweep.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs } from "./pair-list.ts";
import { createEntryLists, tagOf } from "./quadtree-sap/entry-lists.ts";
import { createBlock, createKernel } from "./quadtree-sap/kernel/kernel.ts";
import { sweepLeaves } from "./quadtree-sap/leaf-sweep.ts";
import { createListOrderMemory } from "./quadtree-sap/list-order.ts";
import { createMoverList, putMover, removeMover } from "./quadtree-sap/mover-list.ts";
import { createPairBuffer } from "./quadtree-sap/pair-buffer.ts";
import { inspectLayers, inspectLeaves } from "./quadtree-sap/quadtree-inspection.ts";
import { createQuadtreeNodes, splitCrowdedNodes } from "./quadtree-sap/quadtree-nodes.ts";
import { createQuadtreeQuery, queryQuadtree } from "./quadtree-sap/quadtree-query.ts";
import {
  copySwept,
  countSwept,
  createStillLayers,
  putStill,
  rebuildLayers,
  removeStill,
} from "./quadtree-sap/still-layers.ts";
import { findStillPairs, queryLayer } from "./quadtree-sap/still-search.ts";
import { assignStrips, createStripMemory, fillLists, takeLists } from "./quadtree-sap/strip-lists.ts";
import { createStrips, fitStrips, joinStrips } from "./quadtree-sap/strips.ts";
import { createMoverSample, sampleMovers } from "./quadtree-sap/sweep-axis.ts";
import { createSweptBoxes, gatherBoxes } from "./quadtree-sap/swept-boxes.ts";

/**
 * @param bodies what is looked at
 * @param bounds where most bodies are: what the strips cover
 */
export function createQuadtreeSap(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const counters = createBroadPhaseCounters();
  const kernel = createKernel();
  const movers = createMoverList(bodies.capacity);
  const swept = createSweptBoxes(kernel, bodies.capacity);
  const refused = createBlock(kernel, bodies.filterClasses.refused.byteLength);
  const buffer = createPairBuffer(kernel);
  const stills = createStillLayers(bodies.capacity);
  const sample = createMoverSample();
  const strips = createStrips();
  const lists = createEntryLists(kernel);
  const memory = createStripMemory(kernel, bodies.capacity, createListOrderMemory(kernel, bodies.capacity));
  const nodes = createQuadtreeNodes();
  const query = createQuadtreeQuery();
  let isFirstBuild = true;
  let rootsEnd = 0;
  let filterChanges = 0;

  /** Takes in the body that is now in a slot, or that none is. */
  function takeIn(slot: number): void {
    if (bodies.ids[slot] === NO_BODY) {
      removeMover(movers, slot);
      removeStill(kernel, stills, slot);
      return;
    }
    if (bodies.still[slot] === 1) {
      removeMover(movers, slot);
      putStill(kernel, stills, bodies, slot);
    } else {
      removeStill(kernel, stills, slot);
      putMover(movers, tagOf(slot, bodies.filterClass[slot]));
    }
  }

  /**
   * Takes in the changed bodies from the given one on, as long as they are movers that remain movers, while no body has got
   * another class.
   * @returns how far it came
   */
  function takeMovers(from: number): number {
    const { changedSlots, changedCount, ids, still } = bodies;
    const { places } = movers;
    const none = NO_BODY;
    let i = from;
    for (; i < changedCount; i++) {
      const slot = changedSlots[i];
      if (places[slot] < 0 || ids[slot] === none || still[slot] !== 0) break;
    }
    return i;
  }

  /** Takes in what has changed: the first time all, for what was before is unknown. */
  function takeChanges(): void {
    if (isFirstBuild) {
      for (let slot = 0; slot < bodies.slotLimit; slot++) takeIn(slot);
      isFirstBuild = false;
    } else if (filterChanges !== bodies.filterChanges) {
      for (let i = 0; i < bodies.changedCount; i++) takeIn(bodies.changedSlots[i]);
    } else {
      let taken = takeMovers(0);
      while (taken < bodies.changedCount) {
        takeIn(bodies.changedSlots[taken]);
        taken = takeMovers(taken + 1);
      }
    }
    filterChanges = bodies.filterChanges;
    counters.swaps = rebuildLayers(kernel, stills, bodies, bounds);
  }

  return {
    counters,

    build() {
      takeChanges();
      const count = movers.count + countSwept(stills, movers.count);
      copySwept(kernel, stills, bodies, movers.tags, movers.count);
      sampleMovers(sample, bodies, movers.tags, movers.count, bounds);
      fitStrips(strips, sample, count);
      gatherBoxes(kernel, swept, bodies, movers.tags, count, movers.count, strips.isTransposed);
      let entries = assignStrips(kernel, memory, swept, count, strips);
      if (!takeLists(kernel, nodes, lists, memory, strips, count, entries)) {
        joinStrips(strips, sample, count);
        entries = assignStrips(kernel, memory, swept, count, strips);
        takeLists(kernel, nodes, lists, memory, strips, count, entries);
      }
      fillLists(kernel, nodes, lists, memory, swept, count, strips);
      rootsEnd = lists.length;
      splitCrowdedNodes(kernel, nodes, lists);
      counters.regions = nodes.leaves;
      counters.entries = nodes.leafEntries;
      for (const layer of stills.layers) {
        if (layer.isSwept) continue;
        counters.regions += layer.occupiedCells;
        counters.entries += layer.count - layer.waitingCount;
      }
    },

    findPairs(into) {
      into.count = 0;
      kernel.ints.set(bodies.filterClasses.refused, refused.at >> 2);
      const overlaps = sweepLeaves(kernel, nodes, lists, refused.at, buffer, into);
      let boxTests = overlaps;
      for (const layer of stills.layers) {
        if (layer.isSwept) continue;
        boxTests += findStillPairs(kernel, layer, lists, rootsEnd, strips.isTransposed, refused.at, buffer, into);
      }
      if (bodies.filterClasses.areTooFew) keepAllowedPairs(into, bodies);
      counters.boxTests = boxTests;
      counters.axisOverlaps = overlaps;
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      if (isFirstBuild) return;
      if (strips.isTransposed) queryQuadtree(kernel, query, nodes, lists, strips, minY, minX, maxY, maxX, buffer, into);
      else queryQuadtree(kernel, query, nodes, lists, strips, minX, minY, maxX, maxY, buffer, into);
      for (const layer of stills.layers) {
        if (!layer.isSwept) queryLayer(kernel, layer, minX, minY, maxX, maxY, buffer, into);
      }
    },

    inspect: () => ({ regions: [...inspectLeaves(kernel, nodes, lists, strips), ...inspectLayers(kernel, stills)] }),
  };
}
