/**
 * What judges a competitor: the oracle's pairs of the same store, compared by their number and a hash that does not depend on
 * the order of the pairs, nor on which slot of a pair comes first.
 */
import { type BodyStore, NO_BODY } from "../../../server/space/bodies.ts";
import type { PairList } from "../../../server/space/broadphase/pair-list.ts";

/** A set of pairs, or of other findings, in two numbers. */
export interface Fingerprint {
  readonly count: number;
  /** The sum of a mixed value of each one, modulo 2^32. */
  readonly hash: number;
}

export function isSame(a: Fingerprint, b: Fingerprint): boolean {
  return a.count === b.count && a.hash === b.hash;
}

/** Two integers, mixed into one of 32 bits of which each depends on all of theirs. The order of the two matters. */
export function mix(a: number, b: number): number {
  let value = Math.imul(a + 1, 0x9e3779b1) + Math.imul(b + 1, 0x61c88647);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12) ^ Math.imul(b, 0x297a2d39), 0x165667b1);
  return value ^ (value >>> 16);
}

function mixPair(a: number, b: number): number {
  return a < b ? mix(a, b) : mix(b, a);
}

export function fingerprintOf({ a, b, count }: PairList): Fingerprint {
  let hash = 0;
  for (let i = 0; i < count; i++) hash = (hash + mixPair(a[i], b[i])) | 0;
  return { count, hash };
}

/**
 * The oracle: the pairs of the store as its boxes are, found in the plainest way that a hundred thousand bodies allow. The
 * bodies in the order of minX, and each against those that follow until one begins beyond its end. The test beside this file
 * compares it with all n(n − 1)/2 pairs.
 */
export function oraclePairs(bodies: BodyStore): Fingerprint {
  const { minX, minY, maxX, maxY } = bodies.boxes;
  const { ids, still, category, mask, slotLimit } = bodies;
  const order: number[] = [];
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) order.push(slot);
  order.sort((a, b) => minX[a] - minX[b]);
  let count = 0;
  let hash = 0;
  for (let i = 0; i < order.length; i++) {
    const a = order[i];
    for (let j = i + 1; j < order.length; j++) {
      const b = order[j];
      if (minX[b] > maxX[a]) break;
      if (minY[a] > maxY[b] || minY[b] > maxY[a]) continue;
      if (still[a] === 1 && still[b] === 1) continue;
      if ((category[a] & mask[b]) === 0 || (category[b] & mask[a]) === 0) continue;
      count++;
      hash = (hash + mixPair(a, b)) | 0;
    }
  }
  return { count, hash };
}
