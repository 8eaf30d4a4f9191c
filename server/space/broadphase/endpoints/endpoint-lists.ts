/**
 * Sorted lists of the begins and ends of boxes on both axes, kept from step to step, two lists for each region of the plane:
 * the common ground of the incremental algorithms.
 *
 * Idea: two boxes begin or cease to overlap on an axis when the begin of one and the end of the other change places in the
 * list of that axis. So a body that moves walks its four endpoints to their new places, and only pairs whose begin and end
 * pass each other, and which overlap on the other axis, are looked at (pair-table.ts). Begins come before ends of the same
 * value, since boxes that touch overlap.
 *
 * Bodies are walked one after the other, each from sorted lists to sorted lists. So the lists hold values of their own, which
 * are old for bodies whose turn has not come. What is passed only says *which* pairs to look at; whether it is a pair is then
 * read from the store, where all is new. A pair that changes between two steps is passed at one turn or the other, so none is
 * missed, and none is added only to be removed.
 *
 * Cost: a step of a walk for each endpoint that is passed. A body that is added walks in from the ends of the lists.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownFloat64, grownInt32, grownUint8 } from "../../grow.ts";
import type { BroadPhaseCounters } from "../broad-phase.ts";
import { type PairTable, reviewPair } from "../pair-table.ts";

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
const END_BIT = 1;
/** Set in a node on the axis y. */
const AXIS_BIT = 2;

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

/** Notes what the pairs of a body depend on besides its box. @returns whether it has changed since it was noted */
export function noteFilter(lists: EndpointLists, slot: number): boolean {
  const { lastStill, lastCategory, lastMask } = lists;
  const { still, category, mask } = lists.bodies;
  const isSame =
    lastStill[slot] === still[slot] && lastCategory[slot] === category[slot] && lastMask[slot] === mask[slot];
  lastStill[slot] = still[slot];
  lastCategory[slot] = category[slot];
  lastMask[slot] = mask[slot];
  return !isSame;
}

/** Puts the box of an entry's body into the lists of a region, and reviews the pairs with the bodies that are there. */
export function insertEntry(lists: EndpointLists, entry: number, border: number): void {
  const { values } = lists;
  const { minX, minY, maxX, maxY } = lists.bodies.boxes;
  const slot = lists.slots[entry];
  const node = entry * NODES;
  values[node + BEGIN_X] = minX[slot];
  values[node + END_X] = maxX[slot];
  values[node + BEGIN_Y] = minY[slot];
  values[node + END_Y] = maxY[slot];
  placeEntry(lists, entry, border);
  reviewNeighbours(lists, entry);
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

function link(next: Int32Array, previous: Int32Array, before: number, node: number): void {
  const after = next[before];
  next[before] = node;
  previous[node] = before;
  next[node] = after;
  previous[after] = node;
}

/** Reviews the pairs of an entry's body with all bodies whose boxes, as they are in these lists, overlap it. */
export function reviewNeighbours(lists: EndpointLists, entry: number): void {
  const { previous, values, slots, guests, table, bodies, counters } = lists;
  const node = entry * NODES;
  const slot = slots[entry];
  const beginX = values[node + BEGIN_X];
  const beginY = values[node + BEGIN_Y];
  const endY = values[node + END_Y];
  // From the end of the box back to the list's first node: the begins of all boxes that begin before this one ends.
  for (let other = previous[node + END_X]; values[other] !== Number.NEGATIVE_INFINITY; other = previous[other]) {
    if ((other & END_BIT) !== 0 || other === node || values[other + END_BIT] < beginX) continue;
    if ((guests[entry] & guests[other >> 2]) === 1) continue;
    counters.axisOverlaps++;
    counters.boxTests++;
    if (values[other + BEGIN_Y] > endY || values[other + END_Y] < beginY) continue;
    reviewPair(table, bodies, slot, slots[other >> 2]);
  }
}

/** Walks the entry of a body that may have moved to where it now belongs, and reviews the pairs that it passes. */
export function moveEntry(lists: EndpointLists, entry: number): void {
  const { minX, minY, maxX, maxY } = lists.bodies.boxes;
  const slot = lists.slots[entry];
  const node = entry * NODES;
  // The axis y keeps its old values until the walk along x is over: it is the box at the start of each walk that counts.
  moveOnAxis(lists, node + BEGIN_X, minX, maxX, slot);
  moveOnAxis(lists, node + BEGIN_Y, minY, maxY, slot);
}

/** What grows first, then what shrinks, so that the begin of a box never meets its own end. */
function moveOnAxis(lists: EndpointLists, begin: number, min: Float32Array, max: Float32Array, slot: number): void {
  const { values } = lists;
  const end = begin + END_BIT;
  const newBegin = min[slot];
  const newEnd = max[slot];
  const oldBegin = values[begin];
  const oldEnd = values[end];
  values[begin] = newBegin;
  values[end] = newEnd;
  if (newBegin < oldBegin) walkDown(lists, begin);
  if (newEnd > oldEnd) walkUp(lists, end);
  if (newBegin > oldBegin) walkUp(lists, begin);
  if (newEnd < oldEnd) walkDown(lists, end);
}

function walkDown(lists: EndpointLists, node: number): void {
  const { next, previous, values } = lists;
  const value = values[node];
  const isBegin = (node & END_BIT) === 0;
  let before = previous[node];
  if (values[before] < value) return;
  const after = next[node];
  let walked = 0;
  while (values[before] > value || (isBegin && values[before] === value && (before & END_BIT) !== 0)) {
    if (((before ^ node) & END_BIT) !== 0) reviewPassed(lists, node, before, isBegin);
    before = previous[before];
    walked++;
  }
  if (walked === 0) return;
  next[previous[node]] = after;
  previous[after] = previous[node];
  link(next, previous, before, node);
  lists.counters.swaps += walked;
}

function walkUp(lists: EndpointLists, node: number): void {
  const { next, previous, values } = lists;
  const value = values[node];
  const isEnd = (node & END_BIT) !== 0;
  let after = next[node];
  if (values[after] > value) return;
  const before = previous[node];
  let walked = 0;
  while (values[after] < value || (isEnd && values[after] === value && (after & END_BIT) === 0)) {
    if (((after ^ node) & END_BIT) !== 0) reviewPassed(lists, node, after, isEnd);
    after = next[after];
    walked++;
  }
  if (walked === 0) return;
  next[before] = next[node];
  previous[next[node]] = before;
  link(next, previous, previous[after], node);
  lists.counters.swaps += walked;
}

/** A begin and an end pass each other: the pair has changed if the boxes overlap on the other axis. */
function reviewPassed(lists: EndpointLists, node: number, other: number, isMeeting: boolean): void {
  const { values, slots, guests, counters } = lists;
  if ((guests[node >> 2] & guests[other >> 2]) === 1) return;
  // The begins on the other axis.
  const begin = (node & ~END_BIT) ^ AXIS_BIT;
  const otherBegin = (other & ~END_BIT) ^ AXIS_BIT;
  if (isMeeting) counters.axisOverlaps++;
  counters.boxTests++;
  if (values[begin] > values[otherBegin + END_BIT] || values[otherBegin] > values[begin + END_BIT]) return;
  reviewPair(lists.table, lists.bodies, slots[node >> 2], slots[other >> 2]);
}
