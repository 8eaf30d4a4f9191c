/**
 * A budget of bytes, given to the most urgent first.
 *
 * Whatever is to be sent claims its bytes, with an urgency: its kind's weight times the updates that it has waited, this one
 * included. Claims are granted in the order of urgency until one does not fit; none goes ahead of a more urgent one, however
 * small. So nothing starves: with equal weights, and while nothing enters or leaves, what claims c bytes of n claims in all of
 * at most m bytes each is sent within ⌈n·m / (budget − m)⌉ + 1 updates; with weights, within (1 + greatest / own weight) times
 * that. budget.test.ts holds it to this.
 */
import { grownFloat64, grownInt32 } from "../space/grow.ts";
import { sortByKey } from "./order.ts";

/** The first `count` of the columns. */
export interface Claims {
  slots: Int32Array;
  /** Place in the viewer's list of what is seen. */
  places: Int32Array;
  /** Minus the urgency, so that the least key is the most urgent. */
  keys: Float64Array;
  bytes: Int32Array;
  /** Numbers of the claims, the most urgent first, once granted. */
  order: Int32Array;
  count: number;
}

export function createClaims(): Claims {
  return {
    slots: new Int32Array(0),
    places: new Int32Array(0),
    keys: new Float64Array(0),
    bytes: new Int32Array(0),
    order: new Int32Array(0),
    count: 0,
  };
}

export function clearClaims(claims: Claims): void {
  claims.count = 0;
}

export function addClaim(claims: Claims, slot: number, place: number, urgency: number, bytes: number): void {
  const { count } = claims;
  claims.slots = grownInt32(claims.slots, count + 1);
  claims.places = grownInt32(claims.places, count + 1);
  claims.keys = grownFloat64(claims.keys, count + 1);
  claims.bytes = grownInt32(claims.bytes, count + 1);
  claims.order = grownInt32(claims.order, count + 1);
  claims.slots[count] = slot;
  claims.places[count] = place;
  claims.keys[count] = -urgency;
  claims.bytes[count] = bytes;
  claims.order[count] = count;
  claims.count = count + 1;
}

/** Orders the claims. @returns how many of them fit into `budget` bytes. */
export function grant(claims: Claims, budget: number): number {
  const { keys, order, bytes, count } = claims;
  sortByKey(keys, order, count);
  let left = budget;
  let granted = 0;
  while (granted < count && bytes[order[granted]] <= left) left -= bytes[order[granted++]];
  return granted;
}
