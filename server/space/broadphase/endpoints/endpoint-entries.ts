/**
 * The storage of the endpoint lists (endpoint-lists.ts): which bodies are in which regions, and the links of each region's two
 * sorted lists. Nothing here looks at a pair.
 *
 * Cost: constant for an entry made or taken out. One that is put into the lists walks in from their ends.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownFloat64, grownInt32, grownUint8 } from "../../grow.ts";
import type { BroadPhaseCounters } from "../broad-phase.ts";
import type { PairTable } from "../pair-table.ts";

/**
 * An entry is a body in a region. It has four nodes, the links of the lists: NODES × entry + BEGIN_X and so on. Each region
 * has an entry of its own, its border, whose nodes are the first and last of its lists. Entry 0 is none.
 */
export interface EndpointLists {
  readonly bodies: BodyStore;
  readonly table: PairTable;
  readonly counters: BroadPhaseCounters;
  /** By node. */
  next: Int32Array;
  previous: Int32Array;
  values: Float64Array;
  /** By entry. */
  slots: Int32Array;
  regions: Int32Array;
  /** 1 for a body that is a guest: pairs of two guests are not looked at, as they share another region. */
  guests: Uint8Array;
  nextOfBody: Int32Array;
  previousOfBody: Int32Array;
  /** By slot: the first entry of the body; 0 if it is in no list. */
  readonly firstOfBody: Int32Array;
  /** No entry was given out from this one on. */
  limit: number;
  /** The first entry that was given back; the others follow by `nextOfBody`. */
  free: number;
  /** By slot: what a body's pairs depend on besides its box, as of the last step. */
  readonly lastStill: Uint8Array;
  readonly lastCategory: Int32Array;
  readonly lastMask: Int32Array;
}

export const NODES = 4;
export const BEGIN_X = 0;
export const END_X = 1;
export const BEGIN_Y = 2;
export const END_Y = 3;
/** Set in a node that is an end. */
export const END_BIT = 1;
/** Set in a node on the axis y. */
export const AXIS_BIT = 2;

const FIRST_ENTRIES = 256;

export function createEndpointLists(bodies: BodyStore, table: PairTable, counters: BroadPhaseCounters): EndpointLists {
  const { capacity } = bodies;
  return {
    bodies,
    table,
    counters,
    next: new Int32Array(NODES * FIRST_ENTRIES),
    previous: new Int32Array(NODES * FIRST_ENTRIES),
    values: new Float64Array(NODES * FIRST_ENTRIES),
    slots: new Int32Array(FIRST_ENTRIES),
    regions: new Int32Array(FIRST_ENTRIES),
    guests: new Uint8Array(FIRST_ENTRIES),
    nextOfBody: new Int32Array(FIRST_ENTRIES),
    previousOfBody: new Int32Array(FIRST_ENTRIES),
    firstOfBody: new Int32Array(capacity),
    limit: 1,
    free: 0,
    lastStill: new Uint8Array(capacity),
    lastCategory: new Int32Array(capacity),
    lastMask: new Int32Array(capacity),
  };
}

/** Forgets all entries and borders. */
export function clearEntries(lists: EndpointLists): void {
  lists.firstOfBody.fill(0);
  lists.limit = 1;
  lists.free = 0;
  lists.counters.entries = 0;
}

function takeEntry(lists: EndpointLists): number {
  const given = lists.free;
  if (given !== 0) {
    lists.free = lists.nextOfBody[given];
    return given;
  }
  const length = lists.limit + 1;
  if (length > lists.slots.length) {
    lists.next = grownInt32(lists.next, length * NODES);
    lists.previous = grownInt32(lists.previous, length * NODES);
    lists.values = grownFloat64(lists.values, length * NODES);
    lists.slots = grownInt32(lists.slots, length);
    lists.regions = grownInt32(lists.regions, length);
    lists.guests = grownUint8(lists.guests, length);
    lists.nextOfBody = grownInt32(lists.nextOfBody, length);
    lists.previousOfBody = grownInt32(lists.previousOfBody, length);
  }
  return lists.limit++;
}

function giveBackEntry(lists: EndpointLists, entry: number): void {
  lists.nextOfBody[entry] = lists.free;
  lists.free = entry;
}

/** Makes the border of a new, empty region. @returns its entry */
export function addBorder(lists: EndpointLists, region: number): number {
  const border = takeEntry(lists);
  lists.regions[border] = region;
  emptyBorder(lists, border);
  return border;
}

function emptyBorder({ values, next, previous }: EndpointLists, border: number): void {
  const node = border * NODES;
  for (let first = node + BEGIN_X; first <= node + BEGIN_Y; first += AXIS_BIT) {
    const last = first + END_BIT;
    values[first] = Number.NEGATIVE_INFINITY;
    values[last] = Number.POSITIVE_INFINITY;
    next[first] = last;
    previous[last] = first;
  }
}

/** Removes a region, and the entries of bodies that are still in it: no pair is looked at. */
export function removeBorder(lists: EndpointLists, border: number): void {
  const { next } = lists;
  const last = border * NODES + END_X;
  for (let node = next[border * NODES + BEGIN_X]; node !== last; node = next[node]) {
    if ((node & END_BIT) === 0) forgetEntry(lists, node >> 2);
  }
  giveBackEntry(lists, border);
}

/** Makes an entry for the body in `slot`, which is in no list yet. @param guest see `guests` @returns it */
export function addEntry(lists: EndpointLists, slot: number, region: number, guest: 0 | 1): number {
  const entry = takeEntry(lists);
  const first = lists.firstOfBody[slot];
  lists.slots[entry] = slot;
  lists.regions[entry] = region;
  lists.guests[entry] = guest;
  lists.nextOfBody[entry] = first;
  lists.previousOfBody[entry] = 0;
  lists.previousOfBody[first] = entry;
  lists.firstOfBody[slot] = entry;
  lists.counters.entries++;
  return entry;
}

/** Takes an entry from its body, and leaves it in the lists. */
function forgetEntry(lists: EndpointLists, entry: number): void {
  const { nextOfBody, previousOfBody } = lists;
  const next = nextOfBody[entry];
  const previous = previousOfBody[entry];
  if (previous === 0) lists.firstOfBody[lists.slots[entry]] = next;
  else nextOfBody[previous] = next;
  previousOfBody[next] = previous;
  lists.counters.entries--;
  giveBackEntry(lists, entry);
}

/** Takes an entry out of the lists; no pair is looked at. */
export function removeEntry(lists: EndpointLists, entry: number): void {
  const { next, previous } = lists;
  for (let node = entry * NODES; node < (entry + 1) * NODES; node++) {
    next[previous[node]] = next[node];
    previous[next[node]] = previous[node];
  }
  forgetEntry(lists, entry);
}

/** Puts an entry, which has its values, into the lists of a region; no pair is looked at. */
export function placeEntry(lists: EndpointLists, entry: number, border: number): void {
  for (let end = END_X; end <= END_Y; end += AXIS_BIT) {
    append(lists, border * NODES + end, entry * NODES + end);
    append(lists, border * NODES + end, entry * NODES + end - END_BIT);
  }
}

/** Puts a node where it belongs in a list, walking in from the list's last node. */
export function append(lists: EndpointLists, last: number, node: number): void {
  const { next, previous, values } = lists;
  const value = values[node];
  const isBegin = (node & END_BIT) === 0;
  let before = previous[last];
  let walked = 0;
  while (values[before] > value || (isBegin && values[before] === value && (before & END_BIT) !== 0)) {
    before = previous[before];
    walked++;
  }
  link(next, previous, before, node);
  lists.counters.swaps += walked;
}

/** Links a node in behind another. */
export function link(next: Int32Array, previous: Int32Array, before: number, node: number): void {
  const after = next[before];
  next[before] = node;
  previous[node] = before;
  next[node] = after;
  previous[after] = node;
}
