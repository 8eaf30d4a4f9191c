/**
 * Hierarchical SAP: layers of regions, each layer's ten times wider than the last one's, and in each region an incremental
 * sweep and prune of its own (endpoint-lists.ts). The scheme is that of the physics engine Rapier.
 *
 * Idea: a body lives on the layer whose regions are some ten times its diagonal (from 3.2 to 32 times), so it is in four of
 * them at most, wherever it goes. A region is made when the first body comes to live in it, and goes when it is empty. It
 * registers upwards: it is a member of the region of the next layer that it lies in, which is made for it if need be, and so
 * on to the last layer, whose one region is everywhere. So a large body finds the finer regions that it meets and that exist
 * by following the members downwards from its own; it is put into the lists of each, to meet the small bodies there. A
 * region that is made later finds the large bodies that it meets in the lists of the region that it is a member of.
 *
 * In a finer region than its own a body is a guest. A pair shares the region of the smaller body's layer that holds the corner
 * (greater minX, greater minY) of the two boxes, and one of them at least is no guest there; so pairs of guests need not be
 * looked at. A pair may share several regions; what is passed says only which pair to look at, so none is given twice.
 *
 * Cost: four entries for a body that meets no finer regions, and one more for each that it meets and that exists: a giant
 * costs no more than there are regions, however large the world. A few swaps for each body that moves. Choose it for worlds
 * of unknown extent with bodies of very unlike sizes, of which not all move at a time.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters, type InspectedRegion } from "./broad-phase.ts";
import { createLinkMemory, linkAll, reviewAll } from "./endpoints/endpoint-linking.ts";
import {
  addBorder,
  addEntry,
  BEGIN_X,
  BEGIN_Y,
  clearEntries,
  createEndpointLists,
  END_X,
  END_Y,
  insertEntry,
  moveEntry,
  NODES,
  noteFilter,
  placeEntry,
  removeBorder,
  removeEntry,
  reviewNeighbours,
} from "./endpoints/endpoint-lists.ts";
import {
  addRegion,
  clearRegions,
  createRegionLayers,
  createUnitRange,
  findRegion,
  firstUnit,
  holdsUnits,
  NO_LAYER,
  removeRegion,
  unitAt,
} from "./endpoints/region-layers.ts";
import { createPairTable, listPairs, startPairEvents } from "./pair-table.ts";
import type { SlotList } from "./slot-list.ts";

/** The regions of a body's layer are this many times its diagonal at least: half a layer's ratio to both sides of ten. */
const LEAST_DIAGONALS = Math.sqrt(10);
/** All is built anew when there are this many times more bodies than a step before; so few more do not matter. */
const MANY_MORE = 2;
const SLACK = 64;
/** The greatest mark that an int32 holds. */
const LAST_MARK = 2 ** 31 - 1;

export function createHierarchicalSap(bodies: BodyStore, bounds: Rectangle): BroadPhase {
  const { boxes } = bodies;
  const counters = createBroadPhaseCounters();
  const table = createPairTable();
  const lists = createEndpointLists(bodies, table, counters);
  const linkMemory = createLinkMemory(bodies.capacity);
  const layers = createRegionLayers(bounds, bodies.capacity);
  const { units } = layers;
  const lastLayer = units.length - 1;
  /** By region: its border, 0 if there is no region; the last body that was found to be in it; whether it waits in `emptied`. */
  let borders: Int32Array = new Int32Array(1);
  let seen: Int32Array = new Int32Array(1);
  let isEmptied: Int32Array = new Int32Array(1);
  let seenMark = 0;
  /** Regions that have lost their last resident in this step. */
  let emptied: Int32Array = new Int32Array(64);
  let emptiedCount = 0;
  let bodiesBefore = 0;
  let isBuilt = false;

  /** The body that is being looked at: its layer, and the units that its box meets. */
  let layer = 0;
  const met = createUnitRange();
  /** The units of another body, and those of a query. */
  const otherMet = createUnitRange();
  const queried = createUnitRange();
  /** The rectangle of a query. */
  const edges = new Float64Array(4);

  function lookAt(slot: number): void {
    const width = boxes.maxX[slot] - boxes.minX[slot];
    const height = boxes.maxY[slot] - boxes.minY[slot];
    const wanted = (Math.sqrt(width * width + height * height) * LEAST_DIAGONALS) / layers.finestWidth;
    layer = 0;
    while (units[layer] < wanted) layer++;
    met[0] = unitAt(layers, boxes.minX[slot]);
    met[1] = unitAt(layers, boxes.minY[slot]);
    met[2] = unitAt(layers, boxes.maxX[slot]);
    met[3] = unitAt(layers, boxes.maxY[slot]);
  }

  /** The region of a layer at (column, row); it is made if need be, with those that it is a member of. */
  function obtainRegion(regionLayer: number, column: number, row: number, isLinking: boolean): number {
    const found = findRegion(layers, regionLayer, column, row);
    if (found !== 0) return found;
    let parent = 0;
    if (regionLayer < lastLayer) {
      const size = units[regionLayer + 1];
      parent = obtainRegion(regionLayer + 1, firstUnit(column, size), firstUnit(row, size), isLinking);
    }
    const region = addRegion(layers, regionLayer, column, row, parent);
    borders = grownInt32(borders, region + 1);
    seen = grownInt32(seen, region + 1);
    isEmptied = grownInt32(isEmptied, region + 1);
    borders[region] = addBorder(lists, region);
    seen[region] = 0;
    isEmptied[region] = 0;
    if (isLinking && parent !== 0) inherit(region, parent);
    return region;
  }

  /** Puts the large bodies that a new region meets into it. Their pairs with each other are known. */
  function inherit(region: number, parent: number): void {
    const first = borders[parent] * NODES + BEGIN_X;
    const last = first + END_X;
    // The arrays may be replaced at each entry; the links of the parent's list stay the same.
    for (let node = lists.next[first]; node !== last; node = lists.next[node]) {
      if ((node & 1) !== BEGIN_X) continue;
      const box = node - BEGIN_X;
      otherMet[0] = unitAt(layers, lists.values[box + BEGIN_X]);
      otherMet[1] = unitAt(layers, lists.values[box + BEGIN_Y]);
      otherMet[2] = unitAt(layers, lists.values[box + END_X]);
      otherMet[3] = unitAt(layers, lists.values[box + END_Y]);
      if (!holdsUnits(layers, region, otherMet)) continue;
      const entry = addEntry(lists, lists.slots[node >> 2], region, 1);
      const { values } = lists;
      for (let i = 0; i < NODES; i++) values[entry * NODES + i] = values[box + i];
      placeEntry(lists, entry, borders[region]);
    }
  }

  /** Makes entries for the body looked at in the regions of its layer; in the lists too if `isLinking`. */
  function settle(slot: number, isLinking: boolean): void {
    const size = units[layer];
    const lastColumn = firstUnit(met[2], size);
    const lastRow = firstUnit(met[3], size);
    let column = firstUnit(met[0], size);
    for (;;) {
      let row = firstUnit(met[1], size);
      for (;;) {
        const region = obtainRegion(layer, column, row, isLinking);
        if (!isLinking || seen[region] !== seenMark) {
          layers.residents[region]++;
          enter(slot, region, 0, isLinking);
        }
        if (row === lastRow) break;
        row += size;
      }
      if (column === lastColumn) break;
      column += size;
    }
  }

  function enter(slot: number, region: number, guest: 0 | 1, isLinking: boolean): void {
    const entry = addEntry(lists, slot, region, guest);
    if (isLinking) insertEntry(lists, entry, borders[region]);
  }

  /** Makes entries for the body looked at in the regions that lie in those of its layer. */
  function descendFromOwn(slot: number, isLinking: boolean): void {
    if (layer === 0) return;
    const size = units[layer];
    const lastColumn = firstUnit(met[2], size);
    const lastRow = firstUnit(met[3], size);
    let column = firstUnit(met[0], size);
    for (;;) {
      let row = firstUnit(met[1], size);
      for (;;) {
        descend(slot, findRegion(layers, layer, column, row), isLinking);
        if (row === lastRow) break;
        row += size;
      }
      if (column === lastColumn) break;
      column += size;
    }
  }

  function descend(slot: number, region: number, isLinking: boolean): void {
    for (let child = layers.firstChild[region]; child !== 0; child = layers.nextSibling[child]) {
      if (!holdsUnits(layers, child, met)) continue;
      if (!isLinking || seen[child] !== seenMark) enter(slot, child, 1, isLinking);
      descend(slot, child, isLinking);
    }
  }

  function loseResident(region: number): void {
    if (--layers.residents[region] > 0 || isEmptied[region] === 1) return;
    isEmptied[region] = 1;
    emptied = grownInt32(emptied, emptiedCount + 1);
    emptied[emptiedCount++] = region;
  }

  /** Removes the regions in which no body lives and no region lies, and then those that they were the last members of. */
  function removeEmptied(): void {
    while (emptiedCount > 0) {
      const region = emptied[--emptiedCount];
      isEmptied[region] = 0;
      const parent = layers.parent[region];
      if (layers.residents[region] > 0 || layers.firstChild[region] !== 0) continue;
      removeBorder(lists, borders[region]);
      borders[region] = 0;
      removeRegion(layers, region);
      if (parent === 0 || isEmptied[parent] === 1) continue;
      isEmptied[parent] = 1;
      emptied[emptiedCount++] = parent;
    }
  }

  function leave(slot: number): void {
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.nextOfBody[entry])
      reviewNeighbours(lists, entry);
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.firstOfBody[slot]) {
      if (lists.guests[entry] === 0) loseResident(lists.regions[entry]);
      removeEntry(lists, entry);
    }
  }

  function update(slot: number): void {
    const first = lists.firstOfBody[slot];
    const isRefiltered = noteFilter(lists, slot);
    lookAt(slot);
    if (seenMark === LAST_MARK) {
      seen.fill(0);
      seenMark = 0;
    }
    seenMark++;
    for (let entry = first; entry !== 0; ) {
      const following = lists.nextOfBody[entry];
      const region = lists.regions[entry];
      const regionLayer = layers.layer[region];
      const isKept = regionLayer <= layer && holdsUnits(layers, region, met);
      const wasGuest = lists.guests[entry];
      const guest = isKept && regionLayer === layer ? 0 : 1;
      moveEntry(lists, entry);
      lists.guests[entry] = guest;
      if (wasGuest < guest) loseResident(region);
      // The other guests that it meets here it has met in a coarser region as well, where it walks before it leaves.
      if (wasGuest > guest) layers.residents[region]++;
      if (isKept) seen[region] = seenMark;
      else removeEntry(lists, entry);
      entry = following;
    }
    settle(slot, true);
    descendFromOwn(slot, true);
    if (!isRefiltered || first === 0) return;
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.nextOfBody[entry])
      reviewNeighbours(lists, entry);
  }

  /** Makes all regions and lists from the bodies as they are. */
  function buildAnew(): void {
    const { ids, slotLimit } = bodies;
    clearRegions(layers);
    clearEntries(lists);
    borders.fill(0);
    // First all bodies where they live, so that every region exists when they are put into finer ones.
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      lookAt(slot);
      settle(slot, false);
    }
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      lookAt(slot);
      descendFromOwn(slot, false);
    }
    linkAll(linkMemory, lists, borders);
    reviewAll(linkMemory, lists, borders, layers.limit);
  }

  /** Appends the bodies that live in a region, or in those that lie in it, and whose boxes overlap the queried rectangle. */
  function queryRegion(region: number, into: SlotList): void {
    const { next, values, slots, guests } = lists;
    const left = edges[0];
    const top = edges[1];
    const right = edges[2];
    const bottom = edges[3];
    const last = borders[region] * NODES + END_X;
    for (
      let node = next[borders[region] * NODES + BEGIN_X];
      node !== last && values[node] <= right;
      node = next[node]
    ) {
      if ((node & 1) !== BEGIN_X || guests[node >> 2] === 1) continue;
      const slot = slots[node >> 2];
      if (boxes.maxX[slot] < left || boxes.minY[slot] > bottom || boxes.maxY[slot] < top) continue;
      // A body that lives in several regions is given by the one of the corner of its box's overlap with the rectangle.
      otherMet[0] = otherMet[2] = unitAt(layers, Math.max(boxes.minX[slot], left));
      otherMet[1] = otherMet[3] = unitAt(layers, Math.max(boxes.minY[slot], top));
      if (!holdsUnits(layers, region, otherMet)) continue;
      into.slots = grownInt32(into.slots, into.count + 1);
      into.slots[into.count++] = slot;
    }
    for (let child = layers.firstChild[region]; child !== 0; child = layers.nextSibling[child]) {
      if (holdsUnits(layers, child, queried)) queryRegion(child, into);
    }
  }

  function inspectRegion(region: number): InspectedRegion {
    const slots: number[] = [];
    const last = borders[region] * NODES + END_X;
    for (let node = lists.next[borders[region] * NODES + BEGIN_X]; node !== last; node = lists.next[node]) {
      if ((node & 1) === BEGIN_X) slots.push(lists.slots[node >> 2]);
    }
    const size = units[layers.layer[region]];
    const isEverywhere = size === Number.POSITIVE_INFINITY;
    return {
      minX: layers.column[region] * layers.finestWidth,
      minY: layers.row[region] * layers.finestWidth,
      maxX: isEverywhere ? size : (layers.column[region] + size) * layers.finestWidth,
      maxY: isEverywhere ? size : (layers.row[region] + size) * layers.finestWidth,
      depth: lastLayer - layers.layer[region],
      slots,
    };
  }

  return {
    counters,

    build() {
      startPairEvents(table);
      counters.swaps = 0;
      counters.boxTests = 0;
      counters.axisOverlaps = 0;
      if (!isBuilt || bodies.count > MANY_MORE * (bodiesBefore + SLACK)) {
        isBuilt = true;
        buildAnew();
      } else {
        const { ids, changedSlots, changedCount } = bodies;
        for (let i = 0; i < changedCount; i++) {
          const slot = changedSlots[i];
          if (ids[slot] === NO_BODY) leave(slot);
          else update(slot);
        }
        removeEmptied();
      }
      bodiesBefore = bodies.count;
      counters.regions = layers.count;
    },

    findPairs(into) {
      listPairs(table, into);
      counters.pairs = into.count;
    },

    queryRect(left, top, right, bottom, into) {
      const everywhere = findRegion(layers, lastLayer, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
      if (everywhere === 0) return;
      edges[0] = left;
      edges[1] = top;
      edges[2] = right;
      edges[3] = bottom;
      for (let i = 0; i < 4; i++) queried[i] = unitAt(layers, edges[i]);
      queryRegion(everywhere, into);
    },

    inspect() {
      const regions: InspectedRegion[] = [];
      for (let region = 1; region < layers.limit; region++) {
        if (layers.layer[region] !== NO_LAYER) regions.push(inspectRegion(region));
      }
      return { regions };
    },
  };
}
