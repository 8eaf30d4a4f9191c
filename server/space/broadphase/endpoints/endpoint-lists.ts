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
import { reviewPair } from "../pair-table.ts";
import {
  AXIS_BIT,
  BEGIN_X,
  BEGIN_Y,
  END_BIT,
  END_X,
  END_Y,
  type EndpointLists,
  link,
  NODES,
  placeEntry,
} from "./endpoint-entries.ts";

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
