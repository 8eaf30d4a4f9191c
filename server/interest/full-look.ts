/**
 * The look with everything: any areas, rules by kind, walls, caps, rates and a budget.
 *
 * What is wanted (wanted.ts) and was seen stays; what was not seen enters, if the budget lets it. What stays is due when its
 * rate says so, and the budget lets it. Exits are always told.
 *
 * Cost: O(bodies about the areas × areas), O(n log n) for the n of capped kinds or, with a budget, for all that is to be sent.
 */
import { slotOf } from "../space/bodies.ts";
import { grownInt32 } from "../space/grow.ts";
import { append } from "../space/id-list.ts";
import { addClaim, type Claims, clearClaims, createClaims, grant } from "./budget.ts";
import { rowOf, type Sight } from "./sight.ts";
import { Refusal, turnRefused, turnSeen, turnTimes, type ViewerState } from "./viewer.ts";
import { findWanted, placeBefore, refuse, wanted } from "./wanted.ts";

const claims: Claims = createClaims();

export function lookFully(viewer: ViewerState, sight: Sight): void {
  turnSeen(viewer);
  turnTimes(viewer);
  turnRefused(viewer);
  const { before } = viewer;
  for (let i = 0; i < before.count; i++) sight.placeOf[slotOf(before.ids[i])] = i;
  findWanted(viewer, sight);
  listLeft(viewer, sight);
  reserve(viewer);
  clearClaims(claims);
  for (let i = 0; i < wanted.count; i++) {
    const slot = wanted.slots[i];
    const place = placeBefore(viewer, sight, slot);
    if (place >= 0) stay(viewer, sight, i, place);
    else if (i < wanted.always || viewer.budget === Infinity) enter(viewer, sight, slot);
    else claimEntry(viewer, sight, slot);
  }
  if (viewer.budget !== Infinity) share(viewer, sight);
}

function listLeft(viewer: ViewerState, sight: Sight): void {
  const { before, left } = viewer;
  left.slots = grownInt32(left.slots, before.count + 1);
  left.count = 0;
  for (let i = 0; i < before.count; i++) {
    const id = before.ids[i];
    const slot = slotOf(id);
    // A slot that was given to another body has left, and may enter.
    if (sight.known[slot] !== id || sight.marks[slot] !== wanted.mark) left.slots[left.count++] = slot;
  }
}

/** Empties the lists, with room for all that is wanted. */
function reserve(viewer: ViewerState): void {
  const { entered, stayed, due } = viewer;
  const room = wanted.count + 1;
  entered.slots = grownInt32(entered.slots, room);
  stayed.slots = grownInt32(stayed.slots, room);
  due.slots = grownInt32(due.slots, room);
  due.ages = grownInt32(due.ages, room);
  viewer.enteredAt = grownInt32(viewer.enteredAt, room);
  viewer.knownAt = grownInt32(viewer.knownAt, room);
  viewer.pending = grownInt32(viewer.pending, room);
  entered.count = 0;
  stayed.count = 0;
  due.count = 0;
  due.isFresh = false;
}

function enter(viewer: ViewerState, sight: Sight, slot: number): void {
  const { seen, entered } = viewer;
  entered.slots[entered.count++] = slot;
  viewer.enteredAt[seen.count] = sight.tick;
  viewer.knownAt[seen.count] = sight.tick;
  viewer.pending[seen.count] = 0;
  append(seen, sight.known[slot]);
}

/** @param index in `wanted`; @param place in `before`. */
function stay(viewer: ViewerState, sight: Sight, index: number, place: number): void {
  const { seen, stayed } = viewer;
  const { bytes } = sight;
  const slot = wanted.slots[index];
  const knownAt = viewer.knownAtBefore[place];
  const at = seen.count;
  viewer.enteredAt[at] = viewer.enteredAtBefore[place];
  viewer.knownAt[at] = knownAt;
  stayed.slots[stayed.count++] = slot;
  append(seen, sight.known[slot]);
  const changed = bytes === undefined ? 0 : bytes.changed[slot];
  const pending = viewer.pendingBefore[place] + changed;
  viewer.pending[at] = pending;
  if (index >= wanted.always && !isDue(sight, slot, wanted.distances[index], sight.tick - knownAt)) return;
  if (viewer.budget === Infinity || index < wanted.always) send(viewer, sight, at, slot);
  else if (pending === 0) viewer.knownAt[at] = sight.tick;
  else addClaim(claims, slot, at, weightOf(sight, slot) * (sight.tick - knownAt), costOf(viewer, sight, at));
}

/** Whether the kind's rate at that distance lets its changes go out now. */
function isDue(sight: Sight, slot: number, distance: number, age: number): boolean {
  const { rateStart, beyond, every } = sight.kinds;
  const row = rowOf(sight, slot);
  let interval = 1;
  for (let r = rateStart[row]; r < rateStart[row + 1] && distance > beyond[r]; r++) interval = every[r];
  // By slot, so that not all come at once.
  return age >= interval || (sight.tick + slot) % interval === 0;
}

function send(viewer: ViewerState, sight: Sight, at: number, slot: number): void {
  const { due } = viewer;
  due.slots[due.count] = slot;
  due.ages[due.count++] = sight.tick - viewer.knownAt[at];
  viewer.knownAt[at] = sight.tick;
  viewer.pending[at] = 0;
}

function weightOf(sight: Sight, slot: number): number {
  return sight.kinds.weight[rowOf(sight, slot)];
}

/** Most bytes that the changes of a body, at a place of `seen`, can take: no more than all of its fields. */
function costOf(viewer: ViewerState, { bytes }: Sight, at: number): number {
  return bytes === undefined ? 0 : Math.min(viewer.pending[at], bytes.whole);
}

/** No place in `seen`: a body that is to enter. */
const NO_PLACE = -1;

function claimEntry(viewer: ViewerState, sight: Sight, slot: number): void {
  const waited = sight.tick - waitingSince(viewer, sight, slot) + 1;
  addClaim(claims, slot, NO_PLACE, weightOf(sight, slot) * waited, sight.bytes?.entry ?? 0);
}

/** The update at which the budget first kept the body out, without an end since. */
function waitingSince(
  { refusedBefore, refusedSinceBefore }: ViewerState,
  { known, tick }: Sight,
  slot: number,
): number {
  for (let i = 0; i < refusedBefore.count; i++) {
    if (refusedBefore.ids[i] === known[slot]) return refusedSinceBefore[i];
  }
  return tick;
}

/** Lets the most urgent of what claims the budget go out. */
function share(viewer: ViewerState, sight: Sight): void {
  const { bytes } = sight;
  if (bytes === undefined) return;
  let left = viewer.budget - viewer.left.count * bytes.exit - viewer.entered.count * bytes.entry;
  for (let i = 0; i < viewer.due.count; i++) left -= bytes.whole;
  const granted = grant(claims, left);
  for (let i = 0; i < claims.count; i++) {
    const claim = claims.order[i];
    const slot = claims.slots[claim];
    if (claims.places[claim] === NO_PLACE) {
      if (i < granted) enter(viewer, sight, slot);
      else refuse(viewer, sight, slot, Refusal.budget, waitingSince(viewer, sight, slot));
    } else if (i < granted) send(viewer, sight, claims.places[claim], slot);
  }
}
