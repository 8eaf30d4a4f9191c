/**
 * The pairs that overlap, kept from step to step: for algorithms that learn of changes rather than of all pairs.
 *
 * The pairs stand in a row, so that listing them is a copy; a hash table with open addressing (linear probing, deletion by
 * shifting back, so that no tombstones pile up) finds where. Adding, removing and asking take constant time in the mean.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { createPairList, maskAllows, type PairList } from "./pair-list.ts";

export interface PairTable {
  /** The pairs, slot a < slot b, in no particular order. */
  readonly pairs: PairList;
  /** Where a pair stands in `pairs`, plus 1; 0 for none. Its length is a power of two, at least twice the pairs. */
  places: Int32Array;
  /** Pairs that began and ceased to be since `startPairEvents`, each once, and never both. */
  readonly added: PairList;
  readonly removed: PairList;
}

const FIRST_PLACES = 2048;

export function createPairTable(): PairTable {
  return {
    pairs: createPairList(),
    places: new Int32Array(FIRST_PLACES),
    added: createPairList(),
    removed: createPairList(),
  };
}

/** Forgets the events of the step before. */
export function startPairEvents(table: PairTable): void {
  table.added.count = 0;
  table.removed.count = 0;
}

/** Whether the bodies are a pair as the store has them now: both there, not both still, allowed by the masks, boxes overlapping. */
export function isPair(bodies: BodyStore, a: number, b: number): boolean {
  const { ids, still } = bodies;
  const { minX, minY, maxX, maxY } = bodies.boxes;
  if (minX[a] > maxX[b] || minX[b] > maxX[a] || minY[a] > maxY[b] || minY[b] > maxY[a]) return false;
  if ((still[a] & still[b]) === 1 || ids[a] === NO_BODY || ids[b] === NO_BODY) return false;
  return maskAllows(bodies, a, b);
}

/**
 * Puts the pair of two slots into the table or takes it out, as the store has them now. What it does depends on nothing but
 * the store, so a pair may be reviewed several times in a step and its event is still given once.
 */
export function reviewPair(table: PairTable, bodies: BodyStore, a: number, b: number): void {
  if (isPair(bodies, a, b)) addPair(table, Math.min(a, b), Math.max(a, b));
  else removePair(table, Math.min(a, b), Math.max(a, b));
}

/** Reviews every pair in the table: takes out those that ceased to be. */
export function reviewAllPairs(table: PairTable, bodies: BodyStore): void {
  const { pairs } = table;
  // From the last on: the last pair takes the place of one that is removed.
  for (let i = pairs.count - 1; i >= 0; i--) {
    if (!isPair(bodies, pairs.a[i], pairs.b[i])) removePair(table, pairs.a[i], pairs.b[i]);
  }
}

/** Replaces what `into` holds by the pairs in the table. */
export function listPairs({ pairs }: PairTable, into: PairList): void {
  into.a = grownInt32(into.a, pairs.count);
  into.b = grownInt32(into.b, pairs.count);
  for (let i = 0; i < pairs.count; i++) {
    into.a[i] = pairs.a[i];
    into.b[i] = pairs.b[i];
  }
  into.count = pairs.count;
}

function pushPair(list: PairList, a: number, b: number): void {
  list.a = grownInt32(list.a, list.count + 1);
  list.b = grownInt32(list.b, list.count + 1);
  list.a[list.count] = a;
  list.b[list.count++] = b;
}

/** Spreads the pairs over 32 bits. The constants are odd, so that no bit is lost, and their bits in no pattern. */
function hashPair(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) + Math.imul(b, 0x85ebca6b);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
  return spread ^ (spread >>> 16);
}

/** The place of a pair in `places`, or the empty one where it belongs. */
function findPlace({ pairs, places }: PairTable, a: number, b: number): number {
  const wrap = places.length - 1;
  let place = hashPair(a, b) & wrap;
  for (let at = places[place]; at !== 0; at = places[place]) {
    if (pairs.a[at - 1] === a && pairs.b[at - 1] === b) break;
    place = (place + 1) & wrap;
  }
  return place;
}

function addPair(table: PairTable, a: number, b: number): void {
  const { pairs } = table;
  const place = findPlace(table, a, b);
  if (table.places[place] !== 0) return;
  pushPair(pairs, a, b);
  table.places[place] = pairs.count;
  pushPair(table.added, a, b);
  if (pairs.count * 2 > table.places.length) growPlaces(table);
}

function growPlaces(table: PairTable): void {
  const { pairs } = table;
  table.places = new Int32Array(table.places.length * 2);
  for (let i = 0; i < pairs.count; i++) table.places[findPlace(table, pairs.a[i], pairs.b[i])] = i + 1;
}

function removePair(table: PairTable, a: number, b: number): void {
  const { pairs, places } = table;
  const place = findPlace(table, a, b);
  const at = places[place];
  if (at === 0) return;
  const lastA = pairs.a[pairs.count - 1];
  const lastB = pairs.b[pairs.count - 1];
  places[findPlace(table, lastA, lastB)] = at;
  pairs.a[at - 1] = lastA;
  pairs.b[at - 1] = lastB;
  emptyPlace(table, place);
  pairs.count--;
  pushPair(table.removed, a, b);
}

/** Empties a place, and moves up what stood behind it only because it was taken. */
function emptyPlace({ pairs, places }: PairTable, place: number): void {
  const wrap = places.length - 1;
  let hole = place;
  for (let next = (hole + 1) & wrap; places[next] !== 0; next = (next + 1) & wrap) {
    const at = places[next] - 1;
    const home = hashPair(pairs.a[at], pairs.b[at]) & wrap;
    if (((next - home) & wrap) < ((next - hole) & wrap)) continue;
    places[hole] = places[next];
    hole = next;
  }
  places[hole] = 0;
}
