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
import type { Rectangle } from "../rectangle.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { addEntry, removeEntry } from "./endpoints/endpoint-entries.ts";
import { createLinkMemory, linkAll, reviewAll } from "./endpoints/endpoint-linking.ts";
import { insertEntry, moveEntry, noteFilter, reviewNeighbours } from "./endpoints/endpoint-lists.ts";
import {
  clearListedRegions,
  createListedRegions,
  inspectListedRegions,
  loseResident,
  obtainRegion,
  removeEmptied,
} from "./endpoints/listed-regions.ts";
import { createListedRegionsQuery } from "./endpoints/listed-regions-query.ts";
import { createUnitRange, findRegion, firstUnit, holdsUnits, unitAt } from "./endpoints/region-layers.ts";
import { createPairTable, listPairs, startPairEvents } from "./pair-table.ts";

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
  const regions = createListedRegions(bodies, bounds, table, counters);
  const { layers, lists } = regions;
  const { units } = layers;
  const linkMemory = createLinkMemory(bodies.capacity);
  /** What `regions.seen` has for those that the body updated is in. */
  let seenMark = 0;
  let bodiesBefore = 0;
  let isBuilt = false;

  /** The body that is being looked at: its layer, and the units that its box meets. */
  let layer = 0;
  const met = createUnitRange();

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

  /** Makes entries for the body looked at in the regions of its layer; in the lists too if `isLinking`. */
  function settle(slot: number, isLinking: boolean): void {
    visitOwn(slot, isLinking, false);
  }

  /** Makes entries for the body looked at in the regions that lie in those of its layer. */
  function descendFromOwn(slot: number, isLinking: boolean): void {
    if (layer > 0) visitOwn(slot, isLinking, true);
  }

  /** Goes through the regions of its layer that the body looked at meets: into them, or down from them. */
  function visitOwn(slot: number, isLinking: boolean, isDescending: boolean): void {
    const size = units[layer];
    const lastColumn = firstUnit(met[2], size);
    const lastRow = firstUnit(met[3], size);
    let column = firstUnit(met[0], size);
    for (;;) {
      let row = firstUnit(met[1], size);
      for (;;) {
        if (isDescending) descend(slot, findRegion(layers, layer, column, row), isLinking);
        else liveIn(slot, obtainRegion(regions, layer, column, row, isLinking), isLinking);
        if (row === lastRow) break;
        row += size;
      }
      if (column === lastColumn) break;
      column += size;
    }
  }

  function liveIn(slot: number, region: number, isLinking: boolean): void {
    if (isLinking && regions.seen[region] === seenMark) return;
    layers.residents[region]++;
    enter(slot, region, 0, isLinking);
  }

  function enter(slot: number, region: number, guest: 0 | 1, isLinking: boolean): void {
    const entry = addEntry(lists, slot, region, guest);
    if (isLinking) insertEntry(lists, entry, regions.borders[region]);
  }

  function descend(slot: number, region: number, isLinking: boolean): void {
    for (let child = layers.firstChild[region]; child !== 0; child = layers.nextSibling[child]) {
      if (!holdsUnits(layers, child, met)) continue;
      if (!isLinking || regions.seen[child] !== seenMark) enter(slot, child, 1, isLinking);
      descend(slot, child, isLinking);
    }
  }

  function leave(slot: number): void {
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.nextOfBody[entry])
      reviewNeighbours(lists, entry);
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.firstOfBody[slot]) {
      if (lists.guests[entry] === 0) loseResident(regions, lists.regions[entry]);
      removeEntry(lists, entry);
    }
  }

  function update(slot: number): void {
    const first = lists.firstOfBody[slot];
    const isRefiltered = noteFilter(lists, slot);
    lookAt(slot);
    if (seenMark === LAST_MARK) {
      regions.seen.fill(0);
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
      if (wasGuest < guest) loseResident(regions, region);
      // The other guests that it meets here it has met in a coarser region as well, where it walks before it leaves.
      if (wasGuest > guest) layers.residents[region]++;
      if (isKept) regions.seen[region] = seenMark;
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
    clearListedRegions(regions);
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
    linkAll(linkMemory, lists, regions.borders);
    reviewAll(linkMemory, lists, regions.borders, layers.limit);
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
        removeEmptied(regions);
      }
      bodiesBefore = bodies.count;
      counters.regions = layers.count;
    },

    findPairs(into) {
      listPairs(table, into);
      counters.pairs = into.count;
    },

    queryRect: createListedRegionsQuery(regions),

    inspect: () => ({ regions: inspectListedRegions(regions) }),
  };
}
