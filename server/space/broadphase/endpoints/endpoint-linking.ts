/**
 * Links endpoint lists from scratch and finds all pairs in them: when everything is new, or the regions are. Sorting all
 * endpoints once and dealing them out in that order makes each list arrive sorted; each list is then swept.
 *
 * Cost: O(n) to sort and link, and a sweep of each list along x, in which still bodies meet movers only.
 */
import { NO_BODY } from "../../bodies.ts";
import { orderKey } from "../order-key.ts";
import { reviewAllPairs, reviewPair } from "../pair-table.ts";
import { createSortMemory, type SortMemory, sortSlots } from "../radix-sort.ts";
import { append, BEGIN_X, BEGIN_Y, END_X, END_Y, type EndpointLists, NODES } from "./endpoint-entries.ts";
import { noteFilter } from "./endpoint-lists.ts";

interface LinkMemory {
  /** The slots that hold a body, by begin and by end on the axis that is being linked. */
  readonly byBegin: Int32Array;
  readonly byEnd: Int32Array;
  readonly beginKeys: Int32Array;
  readonly endKeys: Int32Array;
  readonly sort: SortMemory;
  /** Entries whose boxes the sweep is in, by kind, and how many; by slot, where a body's entry stands among its kind. */
  readonly active: readonly Int32Array[];
  readonly activeCounts: Int32Array;
  readonly places: Int32Array;
}

/** Kinds of entries: still or not, plus 2 for guests. Two kinds that share a bit have no pairs to be looked at. */
const KINDS = 4;
const GUEST_KIND = 2;

/** @param capacity slots are below this */
export function createLinkMemory(capacity: number): LinkMemory {
  return {
    byBegin: new Int32Array(capacity),
    byEnd: new Int32Array(capacity),
    beginKeys: new Int32Array(capacity),
    endKeys: new Int32Array(capacity),
    sort: createSortMemory(capacity),
    active: Array.from({ length: KINDS }, () => new Int32Array(capacity)),
    activeCounts: new Int32Array(KINDS),
    places: new Int32Array(capacity),
  };
}

/** Sorts the slots that hold a body into `byBegin` and `byEnd`. @returns how many there are */
export function sortBodies(memory: LinkMemory, lists: EndpointLists, min: Float32Array, max: Float32Array): number {
  const { ids, slotLimit } = lists.bodies;
  const { byBegin, byEnd, beginKeys, endKeys, sort } = memory;
  let count = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    beginKeys[slot] = orderKey(min[slot]);
    endKeys[slot] = orderKey(max[slot]);
    byBegin[count] = slot;
    byEnd[count++] = slot;
  }
  sortSlots(byBegin, count, beginKeys, sort);
  sortSlots(byEnd, count, endKeys, sort);
  return count;
}

/**
 * Links the entries of all bodies into the lists of their regions, which are empty, and brings the table up to date.
 *
 * @param borders by region
 */
export function linkAll(memory: LinkMemory, lists: EndpointLists, borders: Int32Array): void {
  const { minX, minY, maxX, maxY } = lists.bodies.boxes;
  linkAxis(memory, lists, borders, BEGIN_Y, sortBodies(memory, lists, minY, maxY), minY, maxY);
  const count = sortBodies(memory, lists, minX, maxX);
  linkAxis(memory, lists, borders, BEGIN_X, count, minX, maxX);
  for (let i = 0; i < count; i++) noteFilter(lists, memory.byBegin[i]);
}

function linkAxis(
  memory: LinkMemory,
  lists: EndpointLists,
  borders: Int32Array,
  axis: number,
  count: number,
  min: Float32Array,
  max: Float32Array,
): void {
  const { byBegin, byEnd, beginKeys, endKeys } = memory;
  let begins = 0;
  for (let ends = 0; ends < count; ends++) {
    const slot = byEnd[ends];
    while (begins < count && beginKeys[byBegin[begins]] <= endKeys[slot]) {
      const beginning = byBegin[begins++];
      appendAll(lists, borders, beginning, axis, min);
    }
    appendAll(lists, borders, slot, axis + 1, max);
  }
}

/** Appends one endpoint of each entry of a body. Values that share an order key may still walk a little. */
function appendAll(lists: EndpointLists, borders: Int32Array, slot: number, node: number, edges: Float32Array): void {
  const { nextOfBody, regions, values } = lists;
  const last = node | 1;
  for (let entry = lists.firstOfBody[slot]; entry !== 0; entry = nextOfBody[entry]) {
    values[entry * NODES + node] = edges[slot];
    append(lists, borders[regions[entry]] * NODES + last, entry * NODES + node);
  }
}

/** Reviews all pairs in the table, and all that overlap in a region. */
export function reviewAll(memory: LinkMemory, lists: EndpointLists, borders: Int32Array, regionLimit: number): void {
  reviewAllPairs(lists.table, lists.bodies);
  for (let region = 0; region < regionLimit; region++) {
    if (borders[region] !== 0) sweepRegion(memory, lists, borders[region]);
  }
}

function sweepRegion(memory: LinkMemory, lists: EndpointLists, border: number): void {
  const { next, slots, guests } = lists;
  const { still } = lists.bodies;
  const { active, activeCounts, places } = memory;
  activeCounts.fill(0);
  const last = border * NODES + END_X;
  for (let node = next[border * NODES + BEGIN_X]; node !== last; node = next[node]) {
    const entry = node >> 2;
    const slot = slots[entry];
    const kind = still[slot] + guests[entry] * GUEST_KIND;
    if ((node & 1) === BEGIN_X) {
      for (let other = 0; other < KINDS; other++) {
        if ((kind & other) === 0) reviewActive(lists, entry, active[other], activeCounts[other]);
      }
      places[slot] = activeCounts[kind];
      active[kind][activeCounts[kind]++] = entry;
      continue;
    }
    const moved = active[kind][--activeCounts[kind]];
    active[kind][places[slot]] = moved;
    places[slots[moved]] = places[slot];
  }
}

function reviewActive(lists: EndpointLists, entry: number, active: Int32Array, count: number): void {
  const { values, slots, table, bodies, counters } = lists;
  const slot = slots[entry];
  const beginY = values[entry * NODES + BEGIN_Y];
  const endY = values[entry * NODES + END_Y];
  counters.axisOverlaps += count;
  counters.boxTests += count;
  for (let i = 0; i < count; i++) {
    const other = active[i] * NODES;
    if (values[other + BEGIN_Y] > endY || values[other + END_Y] < beginY) continue;
    reviewPair(table, bodies, slot, slots[active[i]]);
  }
}
