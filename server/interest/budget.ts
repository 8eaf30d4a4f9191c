/**
 * A budget of bytes, given to the most urgent first.
 *
 * Whatever is to be sent claims its bytes, with an urgency: its kind's weight times the updates that it has waited, this one
 * included. Claims are granted in the order of urgency until one does not fit; none goes ahead of a more urgent one, however
 * small.
 *
 * So nothing starves. Say that a viewer wants at most n bodies at once, that one takes at most m bytes (entry or whole), and that
 * exits and always-seen bodies leave at least B ≥ m bytes of each budget. Then at least g = ⌊B / m⌋ claims are granted in each
 * update, or all. With equal weights no one is ahead of a body twice, since whoever has been sent waits anew: it is sent by its
 * N-th update of waiting, N = ⌈n / g⌉. One of r times its weight is ahead again once it has waited 1 / r as long, which is not
 * twice within N updates when the body has waited r·N: it is sent by its ⌈(1 + r)·N⌉-th, r being the greatest weight over its
 * own. Where a rate puts a body off, all this begins when its interval is over. budget.test.ts holds it to this.
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
  /** Bytes of what is sent at any price. */
  spent: number;
}

export function createClaims(): Claims {
  return {
    slots: new Int32Array(0),
    places: new Int32Array(0),
    keys: new Float64Array(0),
    bytes: new Int32Array(0),
    order: new Int32Array(0),
    count: 0,
    spent: 0,
  };
}

export function clearClaims(claims: Claims): void {
  claims.count = 0;
  claims.spent = 0;
}

/** Counts what is sent at any price. */
export function spend(claims: Claims, bytes: number): void {
  claims.spent += bytes;
}

/** Adds a claim, of which the caller sets the key. @returns its number */
export function addClaim(claims: Claims, slot: number, place: number, bytes: number): number {
  const { count } = claims;
  claims.slots = grownInt32(claims.slots, count + 1);
  claims.places = grownInt32(claims.places, count + 1);
  claims.keys = grownFloat64(claims.keys, count + 1);
  claims.bytes = grownInt32(claims.bytes, count + 1);
  claims.order = grownInt32(claims.order, count + 1);
  claims.slots[count] = slot;
  claims.places[count] = place;
  claims.bytes[count] = bytes;
  claims.order[count] = count;
  claims.count = count + 1;
  return count;
}

/** Orders the claims. @returns how many of them fit into what is left of `budget` bytes. */
export function grant(claims: Claims, budget: number): number {
  const { keys, order, bytes, count } = claims;
  sortByKey(keys, order, count);
  let left = budget - claims.spent;
  let granted = 0;
  while (granted < count && bytes[order[granted]] <= left) left -= bytes[order[granted++]];
  return granted;
}
