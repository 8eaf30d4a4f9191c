import type { FilterClasses } from "../../filter-classes.ts";
import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import { type ENTRY_SIZE, TAG_CLASS_SHIFT, TAG_FLAGS_SHIFT, TAG_SLOT } from "./entry-lists.ts";
import type { QuadtreeNodes } from "./quadtree-nodes.ts";

/** Constants of this module's own (entry-lists.ts says why). */
const SIZE: typeof ENTRY_SIZE = 5;
const SLOT = TAG_SLOT;
const CLASS_SHIFT = TAG_CLASS_SHIFT;
const CLASSES = (1 << (TAG_FLAGS_SHIFT - TAG_CLASS_SHIFT)) - 1;
const FLAGS = -1 << TAG_FLAGS_SHIFT;

/** How far the sweep of a list has come. */
interface Sweep {
  /** Where in the list it goes on. */
  place: number;
  /** Pairs that overlap on x, so far. */
  overlaps: number;
}

const sweep: Sweep = { place: 0, overlaps: 0 };

/**
 * Sweeps the list of each leaf: for each box, those after it until one begins beyond its end on x. Appends to `into` the
 * pairs that overlap on y as well, have no TAG_ bit in common, and are of classes that meet.
 * @returns how many pairs overlap on x
 */
export function sweepLeaves(
  nodes: QuadtreeNodes,
  values: Int32Array,
  classes: Readonly<FilterClasses>,
  into: PairList,
): number {
  const { start, end, firstChild, count } = nodes;
  sweep.overlaps = 0;
  for (let node = 0; node < count; node++) {
    if (firstChild[node] !== 0) continue;
    sweep.place = start[node];
    while (sweep.place < end[node]) {
      const enough = into.count + end[node] - sweep.place;
      into.a = grownInt32(into.a, enough);
      into.b = grownInt32(into.b, enough);
      sweepList(values, end[node], classes.refused, into, sweep);
    }
  }
  return sweep.overlaps;
}

/**
 * Sweeps a list until its end, or until `into` has no room for all pairs of the next box: an array that does not change here
 * is one of which V8 knows where it is and how long. It sums places with | 0, as V8 then need not look for an overflow.
 */
function sweepList(values: Int32Array, end: number, refusedBy: Int32Array, into: PairList, sweep: Sweep): void {
  const { a, b } = into;
  const room = Math.min(a.length, b.length);
  let count = into.count | 0;
  let places = 0;
  let i = sweep.place | 0;
  for (; i < end; i = (i + SIZE) | 0) {
    const maxX = values[(i + 1) | 0];
    let j = (i + SIZE) | 0;
    if (values[j] > maxX) continue;
    if (((count + end - i) | 0) > room) break;
    const minY = values[(i + 2) | 0];
    const maxY = values[(i + 3) | 0];
    const tag = values[(i + 4) | 0];
    const slot = tag & SLOT;
    // The bits of which another tag must have none: our flags, and the classes that ours does not meet.
    const filterClass = 32 - Math.clz32((tag >>> CLASS_SHIFT) & CLASSES);
    const refused = (tag & FLAGS) | (refusedBy[filterClass] << CLASS_SHIFT);
    do {
      // Written always, and kept by counting it: the processor would guess a branch here wrong too often. The sign of
      // `apart` is set where the boxes are apart on y or the other tag has a bit that is refused.
      const otherTag = values[(j + 4) | 0];
      const common = (refused & otherTag) >>> CLASS_SHIFT;
      const apart = (maxY - values[(j + 2) | 0]) | (values[(j + 3) | 0] - minY) | (0 - common);
      a[count] = slot;
      b[count] = otherTag & SLOT;
      count = (count + 1 + (apart >> 31)) | 0;
      j = (j + SIZE) | 0;
    } while (values[j] <= maxX);
    places = (places + j - i - SIZE) | 0;
  }
  into.count = count;
  sweep.place = i;
  sweep.overlaps += places / SIZE;
}
