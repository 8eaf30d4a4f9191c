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
import { addClaim, type Claims, clearClaims, createClaims, grant, spend } from "./budget.ts";
import { isDue } from "./rates.ts";
import { rowOf, type Sight } from "./sight.ts";
import {
  NOT_WAITING,
  Refusal,
  reserveTimes,
  sourceOf,
  turnRefused,
  turnSeen,
  turnTimes,
  type ViewerState,
} from "./viewer.ts";
import { findWanted, placeBefore, refuse, wanted } from "./wanted.ts";

const claims: Claims = createClaims();

/** @param isRestart Whether all that is wanted enters, whatever the budget. */
export function lookFully(viewer: ViewerState, sight: Sight, isRestart: boolean): void {
  const isLimited = viewer.budget !== Infinity && !isRestart;
  turnSeen(viewer);
  turnTimes(viewer);
  turnRefused(viewer);
  notePlaces(viewer, sight);
  findWanted(viewer, sight);
  listLeft(viewer, sight);
  reserve(viewer, sight);
  clearClaims(claims);
  const { rateUnit } = sourceOf(viewer);
  for (let i = 0; i < wanted.count; i++) {
    const slot = wanted.slots[i];
    const place = placeBefore(viewer, sight, slot);
    if (place >= 0) stay(viewer, sight, i, place, rateUnit);
    else if (i >= wanted.always && isLimited) claimEntry(viewer, sight, slot);
    else enter(viewer, sight, slot);
  }
  if (isLimited) share(viewer, sight);
}

/** Notes where the slots are in the list of what was seen before, or behind its end in that of what was refused. */
function notePlaces({ before, refusedBefore }: ViewerState, { placeOf }: Sight): void {
  for (let i = 0; i < before.count; i++) placeOf[slotOf(before.ids[i])] = i;
  for (let i = 0; i < refusedBefore.count; i++) placeOf[slotOf(refusedBefore.ids[i])] = before.count + i;
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
function reserve(viewer: ViewerState, { kinds }: Sight): void {
  const { entered, stayed, due } = viewer;
  const room = wanted.count + 1;
  entered.slots = grownInt32(entered.slots, room);
  stayed.slots = grownInt32(stayed.slots, room);
  due.slots = grownInt32(due.slots, room);
  due.ages = grownInt32(due.ages, room);
  reserveTimes(viewer, room);
  entered.count = 0;
  stayed.count = 0;
  due.count = 0;
  // Then all that stays is due, always.
  due.isFresh = !kinds.hasRates && viewer.budget === Infinity;
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
function stay(viewer: ViewerState, sight: Sight, index: number, place: number, rateUnit: number): void {
  const { seen, stayed, due } = viewer;
  const { bytes } = sight;
  const slot = wanted.slots[index];
  const at = seen.count;
  viewer.enteredAt[at] = viewer.enteredAtBefore[place];
  stayed.slots[stayed.count++] = slot;
  append(seen, sight.known[slot]);
  if (due.isFresh) {
    due.slots[due.count++] = slot;
    return;
  }
  const knownAt = viewer.knownAtBefore[place];
  viewer.knownAt[at] = knownAt;
  const changed = bytes === undefined ? 0 : bytes.changed[slot];
  const pending = viewer.pendingBefore[place] + changed;
  viewer.pending[at] = pending;
  const isAlwaysSeen = index < wanted.always;
  if (!isAlwaysSeen && !isDue(sight, slot, wanted.distances[index], sight.tick - knownAt, rateUnit)) return;
  if (isAlwaysSeen) spend(claims, costOf(viewer, sight, at));
  if (isAlwaysSeen || viewer.budget === Infinity) send(viewer, sight, at, slot);
  else if (pending === 0) viewer.knownAt[at] = sight.tick;
  else claim(sight, slot, at, sight.tick - knownAt, costOf(viewer, sight, at));
}

function send(viewer: ViewerState, sight: Sight, at: number, slot: number): void {
  const { due } = viewer;
  due.slots[due.count] = slot;
  due.ages[due.count++] = sight.tick - viewer.knownAt[at];
  viewer.knownAt[at] = sight.tick;
  viewer.pending[at] = 0;
}

/** @param place in `seen`, or NO_PLACE for a body that is to enter; @param waited updates, this one included. */
function claim(sight: Sight, slot: number, place: number, waited: number, bytes: number): void {
  const number = addClaim(claims, slot, place, bytes);
  claims.keys[number] = -sight.kinds.weight[rowOf(sight, slot)] * waited;
}

/** Most bytes that the changes of a body, at a place of `seen`, can take: no more than all of its fields. */
function costOf(viewer: ViewerState, { bytes }: Sight, at: number): number {
  return bytes === undefined ? 0 : Math.min(viewer.pending[at], bytes.whole);
}

/** No place in `seen`: a body that is to enter. */
const NO_PLACE = -1;

function claimEntry(viewer: ViewerState, sight: Sight, slot: number): void {
  const waited = sight.tick - waitingSince(viewer, sight, slot) + 1;
  claim(sight, slot, NO_PLACE, waited, sight.bytes?.entry ?? 0);
}

/** The update at which the budget first kept the body out, without an end since; this one if it did not. */
function waitingSince(
  { before, refusedBefore, refusedSinceBefore }: ViewerState,
  { placeOf, known, tick }: Sight,
  slot: number,
): number {
  const place = placeOf[slot] - before.count;
  const isWaiting = place >= 0 && place < refusedBefore.count && refusedBefore.ids[place] === known[slot];
  return isWaiting && refusedSinceBefore[place] !== NOT_WAITING ? refusedSinceBefore[place] : tick;
}

/** Lets the most urgent of what claims the budget go out. */
function share(viewer: ViewerState, sight: Sight): void {
  const { bytes } = sight;
  if (bytes === undefined) return;
  spend(claims, viewer.left.count * bytes.exit + viewer.entered.count * bytes.entry);
  const granted = grant(claims, viewer.budget);
  for (let i = 0; i < claims.count; i++) {
    const number = claims.order[i];
    const slot = claims.slots[number];
    if (claims.places[number] === NO_PLACE) {
      if (i < granted) enter(viewer, sight, slot);
      else refuse(viewer, sight, slot, Refusal.budget, waitingSince(viewer, sight, slot));
    } else if (i < granted) send(viewer, sight, claims.places[number], slot);
  }
}
