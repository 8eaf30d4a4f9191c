import { grownInt32 } from "../grow.ts";
import { ENTRY_SIZE, MAX_X, MAX_Y, MIN_X, MIN_Y, TAG, TAG_SLOT } from "./entry-lists.ts";
import type { PairList } from "./pair-list.ts";

/**
 * Sweeps a list of entries (entry-lists.ts) from `start` up to `end`: for each box, those after it until one begins beyond
 * its end on x. Appends to `into` the pairs that overlap on y as well and have no TAG_ bit in common.
 * @returns how many pairs overlap on x
 */
export function sweepLeaf(values: Int32Array, start: number, end: number, into: PairList): number {
  let { a, b, count } = into;
  let overlaps = 0;
  for (let i = start; i < end; i += ENTRY_SIZE) {
    const maxX = values[i + MAX_X];
    let j = i + ENTRY_SIZE;
    if (values[j + MIN_X] > maxX) continue;
    const mostPairs = count + (end - i) / ENTRY_SIZE;
    if (a.length < mostPairs) {
      a = grownInt32(a, mostPairs);
      b = grownInt32(b, mostPairs);
    }
    const minY = values[i + MIN_Y];
    const maxY = values[i + MAX_Y];
    const tag = values[i + TAG];
    const slot = tag & TAG_SLOT;
    do {
      // Written always, and kept by counting it: the processor would guess a branch here wrong too often. The sign of
      // `apart` is set where the boxes are apart on y or have one of the three TAG_ bits in common.
      const otherTag = values[j + TAG];
      const common = tag & otherTag;
      const apart = (maxY - values[j + MIN_Y]) | (values[j + MAX_Y] - minY) | common | (common << 1) | (common << 2);
      a[count] = slot;
      b[count] = otherTag & TAG_SLOT;
      count += 1 + (apart >> 31);
      overlaps++;
      j += ENTRY_SIZE;
    } while (values[j + MIN_X] <= maxX);
  }
  into.a = a;
  into.b = b;
  into.count = count;
  return overlaps;
}
