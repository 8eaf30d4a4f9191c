import type { PairList } from "../pair-list.ts";
import type { EntryLists } from "./entry-lists.ts";
import { type Kernel, REPORT_AT } from "./kernel/kernel.ts";
import { emptyInto, type PairBuffer, reservePairs } from "./pair-buffer.ts";
import type { QuadtreeNodes } from "./quadtree-nodes.ts";

/**
 * Sweeps the list of each leaf: for each box, those after it until one begins beyond its end on x. Appends to `into` the
 * pairs that overlap on y as well, have no TAG_ bit in common, and are of classes that meet.
 * @param refusedAt where the kernel finds, by class, the classes that it does not meet
 * @returns how many pairs overlap on x
 */
export function sweepLeaves(
  kernel: Kernel,
  nodes: QuadtreeNodes,
  { boxes, tags }: EntryLists,
  refusedAt: number,
  buffer: PairBuffer,
  into: PairList,
): number {
  const { start, end, firstChild, count } = nodes;
  let overlaps = 0;
  for (let node = 0; node < count; node++) {
    if (firstChild[node] !== 0) continue;
    reservePairs(kernel, buffer, end[node] - start[node]);
    const { ints } = kernel;
    let place = start[node];
    while (place < end[node]) {
      kernel.calls.sweepList(
        boxes.at,
        tags.at,
        place,
        end[node],
        refusedAt,
        buffer.first.at,
        buffer.second.at,
        buffer.count,
        buffer.room,
        REPORT_AT,
      );
      buffer.count = ints[REPORT_AT >> 2];
      place = ints[(REPORT_AT >> 2) + 1];
      overlaps += ints[(REPORT_AT >> 2) + 2];
      if (place < end[node]) emptyInto(kernel, buffer, into);
    }
  }
  emptyInto(kernel, buffer, into);
  return overlaps;
}
