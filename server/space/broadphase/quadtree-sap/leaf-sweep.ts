import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import { type ENTRY_SIZE, TAG_FLAGS_SHIFT, TAG_SLOT } from "./entry-lists.ts";
import type { QuadtreeNodes } from "./quadtree-nodes.ts";

/** Constants of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
const SLOT = TAG_SLOT;
const FLAGS_SHIFT = TAG_FLAGS_SHIFT;

/**
 * Sweeps the list of each leaf: for each box, those after it until one begins beyond its end on x. Appends to `into` the
 * pairs that overlap on y as well and have no TAG_ bit in common.
 * @returns how many pairs overlap on x
 */
export function sweepLeaves(nodes: QuadtreeNodes, values: Int32Array, into: PairList): number {
  const { start, end, firstChild, count } = nodes;
  let overlaps = 0;
  for (let node = 0; node < count; node++) {
    if (firstChild[node] === 0 && end[node] - start[node] > SIZE) {
      overlaps += sweepList(values, start[node], end[node], into);
    }
  }
  return overlaps;
}

function sweepList(values: Int32Array, start: number, end: number, into: PairList): number {
  let { a, b, count } = into;
  let places = 0;
  for (let i = start; i < end; i += SIZE) {
    const maxX = values[i + 1];
    let j = i + SIZE;
    if (values[j] > maxX) continue;
    const mostPairs = count + (end - i) / SIZE;
    if (a.length < mostPairs) {
      a = grownInt32(a, mostPairs);
      b = grownInt32(b, mostPairs);
    }
    const minY = values[i + 2];
    const maxY = values[i + 3];
    const tag = values[i + 4];
    const slot = tag & SLOT;
    do {
      // Written always, and kept by counting it: the processor would guess a branch here wrong too often. The sign of
      // `apart` is set where the boxes are apart on y or have one of the three TAG_ bits in common.
      const otherTag = values[j + 4];
      const common = tag & otherTag;
      const apart = (maxY - values[j + 2]) | (values[j + 3] - minY) | (0 - (common >>> FLAGS_SHIFT));
      a[count] = slot;
      b[count] = otherTag & SLOT;
      count += 1 + (apart >> 31);
      j += SIZE;
    } while (values[j] <= maxX);
    places += j - i - SIZE;
  }
  into.a = a;
  into.b = b;
  into.count = count;
  return places / SIZE;
}
