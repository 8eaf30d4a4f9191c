/**
 * Incremental sweep and prune: the begins and ends of boxes on both axes stay sorted from step to step, and a pair is added
 * or removed when a begin and an end pass each other (endpoint-lists.ts). Only bodies that changed are looked at, and what
 * comes out are events: pairs added, pairs removed.
 *
 * One list an axis for the whole world would not do: at equal density a wider world has more boxes beside each point of an
 * axis, so a mover would pass more of them the more still bodies there are far off on the other axis (√n in a square). So
 * the lists are local. The plane is cut into regions of about equal population (population-cut.ts), each with lists of its
 * own, and a mover passes only the endpoints of its region. The cut is made anew, from the bodies as they are, when their
 * number or that of entries has much changed, and after so many swaps that a new cut costs little beside them.
 *
 * Cost: a few swaps for each body that moves, for no matter how many that do not; nothing for those, except that listing the
 * pairs takes time for each pair. A body that jumps walks through the lists of one region. Choose it when few of many bodies
 * move, and slowly, or when the events are what is wanted. Where most move, a build anew costs less.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters, type InspectedRegion } from "./broad-phase.ts";
import {
  addBorder,
  addEntry,
  BEGIN_X,
  clearEntries,
  createEndpointLists,
  END_X,
  NODES,
  removeEntry,
} from "./endpoints/endpoint-entries.ts";
import { createLinkMemory, linkAll, reviewAll, sortBodies } from "./endpoints/endpoint-linking.ts";
import { insertEntry, moveEntry, noteFilter, reviewNeighbours } from "./endpoints/endpoint-lists.ts";
import {
  countMeetings,
  createPopulationCut,
  cutRows,
  cutStrips,
  meetsRegion,
  regionAt,
  regionMaxY,
  stripAt,
} from "./endpoints/population-cut.ts";
import type { PairList } from "./pair-list.ts";
import { createPairTable, listPairs, startPairEvents } from "./pair-table.ts";

/** What the events say, besides what every broad phase gives. */
export interface IncrementalSap extends BroadPhase {
  /** The pairs that the last build added and removed, slot a < slot b, in no particular order; no pair is in both. */
  readonly addedPairs: Readonly<PairList>;
  readonly removedPairs: Readonly<PairList>;
}

/** How many bodies a region is to hold. */
const SHARE = 16;
/** The regions are made larger while the bodies have more entries than this each, in the mean. */
const MAX_MEAN_ENTRIES = 4;
/** A new cut follows when there are this many times more bodies or entries than at the last, or fewer bodies. */
const CHANGE = 2;
/** A new cut follows when there were this many swaps for each entry since the last. */
const SWAPS_PER_ENTRY = 64;
/** So few bodies or entries more or less do not matter. */
const SLACK = 4 * SHARE;
/** The greatest mark that an int32 holds. */
const LAST_MARK = 2 ** 31 - 1;

export function createIncrementalSap(bodies: BodyStore): IncrementalSap {
  const counters = createBroadPhaseCounters();
  const table = createPairTable();
  const lists = createEndpointLists(bodies, table, counters);
  const linkMemory = createLinkMemory(bodies.capacity);
  const cut = createPopulationCut();
  /** The rectangle of a query. */
  const edges = new Float64Array(4);
  /** By region: its border; 0 where there is no region. And the last body that was found to be in it already. */
  let borders: Int32Array = new Int32Array(1);
  let seen: Int32Array = new Int32Array(1);
  let seenMark = 0;
  let bodiesAtCut = -1;
  let entriesAtCut = 0;
  let swapsSinceCut = 0;

  function needsCut(): boolean {
    const { count } = bodies;
    if (bodiesAtCut < 0 || swapsSinceCut > SWAPS_PER_ENTRY * (entriesAtCut + SLACK)) return true;
    if (count > CHANGE * bodiesAtCut + SLACK || CHANGE * (count + SLACK) < bodiesAtCut) return true;
    return counters.entries > CHANGE * entriesAtCut + SLACK;
  }

  function cutAnew(): void {
    const { boxes } = bodies;
    const { byBegin } = linkMemory;
    let share = SHARE;
    let entries: number;
    do {
      const count = sortBodies(linkMemory, lists, boxes.minX, boxes.maxX);
      cutStrips(cut, byBegin, count, boxes, share);
      sortBodies(linkMemory, lists, boxes.minY, boxes.maxY);
      cutRows(cut, byBegin, count, boxes, share);
      entries = countMeetings(cut, byBegin, count, boxes);
      share *= 4;
    } while (entries > MAX_MEAN_ENTRIES * bodies.count && cut.regionLimit > 1);

    const { strips, firstRegion, endRegion, regionLimit } = cut;
    clearEntries(lists);
    borders = grownInt32(borders, regionLimit);
    seen = grownInt32(seen, regionLimit);
    borders.fill(0);
    seen.fill(0);
    seenMark = 0;
    counters.regions = 0;
    for (let strip = 0; strip < strips; strip++) {
      counters.regions += endRegion[strip] - firstRegion[strip];
      for (let region = firstRegion[strip]; region < endRegion[strip]; region++)
        borders[region] = addBorder(lists, region);
    }
    const { ids, slotLimit } = bodies;
    for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) enterRegions(slot, false);
    linkAll(linkMemory, lists, borders);
    reviewAll(linkMemory, lists, borders, regionLimit);
    bodiesAtCut = bodies.count;
    entriesAtCut = counters.entries;
    swapsSinceCut = 0;
  }

  /** Makes entries for a body in the regions that it meets, except those marked as seen; in the lists too if `isLinking`. */
  function enterRegions(slot: number, isLinking: boolean): void {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    const lastStrip = stripAt(cut, maxX, slot);
    for (let strip = stripAt(cut, minX, slot); strip <= lastStrip; strip++) {
      const lastRegion = regionAt(cut, strip, maxY, slot);
      for (let region = regionAt(cut, strip, minY, slot); region <= lastRegion; region++) {
        if (isLinking && seen[region] === seenMark) continue;
        const entry = addEntry(lists, slot, region, 0);
        if (isLinking) insertEntry(lists, entry, borders[region]);
      }
    }
  }

  /** Takes in what happened to the body in a slot. */
  function update(slot: number): void {
    const { nextOfBody, regions } = lists;
    const first = lists.firstOfBody[slot];
    if (bodies.ids[slot] === NO_BODY) {
      for (let entry = first; entry !== 0; entry = nextOfBody[entry]) reviewNeighbours(lists, entry);
      while (lists.firstOfBody[slot] !== 0) removeEntry(lists, lists.firstOfBody[slot]);
      return;
    }
    const isRefiltered = noteFilter(lists, slot);
    if (seenMark === LAST_MARK) {
      seen.fill(0);
      seenMark = 0;
    }
    seenMark++;
    for (let entry = first; entry !== 0; ) {
      const following = nextOfBody[entry];
      const region = regions[entry];
      moveEntry(lists, entry);
      seen[region] = seenMark;
      if (!meetsRegion(cut, region, bodies.boxes, slot)) removeEntry(lists, entry);
      entry = following;
    }
    enterRegions(slot, true);
    if (!isRefiltered || first === 0) return;
    // Read anew: entering regions may have replaced the arrays.
    for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = lists.nextOfBody[entry])
      reviewNeighbours(lists, entry);
  }

  function inspectRegion(region: number): InspectedRegion {
    const slots: number[] = [];
    const last = borders[region] * NODES + END_X;
    for (let node = lists.next[borders[region] * NODES + BEGIN_X]; node !== last; node = lists.next[node]) {
      if ((node & 1) === BEGIN_X) slots.push(lists.slots[node >> 2]);
    }
    const strip = cut.regionStrip[region];
    return {
      minX: cut.stripMinX[strip],
      minY: cut.regionMinY[region],
      maxX: cut.stripMinX[strip + 1],
      maxY: regionMaxY(cut, region),
      depth: 0,
      slots,
    };
  }

  return {
    counters,
    addedPairs: table.added,
    removedPairs: table.removed,

    build() {
      startPairEvents(table);
      counters.swaps = 0;
      counters.boxTests = 0;
      counters.axisOverlaps = 0;
      if (needsCut()) {
        cutAnew();
        return;
      }
      const { changedSlots, changedCount } = bodies;
      for (let i = 0; i < changedCount; i++) update(changedSlots[i]);
      swapsSinceCut += counters.swaps;
    },

    findPairs(into) {
      listPairs(table, into);
      counters.pairs = into.count;
    },

    queryRect(left, top, right, bottom, into) {
      if (bodiesAtCut < 0) return;
      const { next, values, slots } = lists;
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { stripMinX } = cut;
      edges[0] = left;
      edges[1] = top;
      edges[2] = right;
      edges[3] = bottom;
      const lastStrip = stripAt(cut, edges, 2);
      for (let strip = stripAt(cut, edges, 0); strip <= lastStrip; strip++) {
        const lastRegion = regionAt(cut, strip, edges, 3);
        for (let region = regionAt(cut, strip, edges, 1); region <= lastRegion; region++) {
          const endY = regionMaxY(cut, region);
          const last = borders[region] * NODES + END_X;
          for (let node = next[borders[region] * NODES + BEGIN_X]; node !== last; node = next[node]) {
            if (values[node] > right) break;
            if ((node & 1) !== BEGIN_X) continue;
            const slot = slots[node >> 2];
            if (maxX[slot] < left || minY[slot] > bottom || maxY[slot] < top) continue;
            // A body in several regions is given by the one that holds the corner of its box's overlap with the rectangle.
            const cornerX = Math.max(minX[slot], left);
            const cornerY = Math.max(minY[slot], top);
            if (cornerX < stripMinX[strip] || cornerX >= stripMinX[strip + 1]) continue;
            if (cornerY < cut.regionMinY[region] || cornerY >= endY) continue;
            into.slots = grownInt32(into.slots, into.count + 1);
            into.slots[into.count++] = slot;
          }
        }
      }
    },

    inspect() {
      const regions: InspectedRegion[] = [];
      for (let region = 0; region < cut.regionLimit; region++) {
        if (borders[region] !== 0) regions.push(inspectRegion(region));
      }
      return { regions };
    },
  };
}
