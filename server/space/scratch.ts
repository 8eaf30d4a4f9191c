import { createSlotList, type SlotList } from "./broadphase/slot-list.ts";
import { type CastHit, createCastHit } from "./narrowphase/cast.ts";
import { createNearestHeap, type NearestHeap } from "./nearest-heap.ts";
import { createNowhere, type Rectangle } from "./rectangle.ts";
import { createSegmentWalk, type SegmentWalk } from "./segment-walk.ts";

/** What one query or cast works in. */
export interface Scratch {
  readonly candidates: SlotList;
  readonly walk: SegmentWalk;
  readonly hit: CastHit;
  readonly heap: NearestHeap;
  readonly area: Rectangle;
  readonly before: Rectangle;
}

/**
 * Scratch for queries within queries: a predicate may ask the space, so each depth has its own. Whoever borrows gives back in
 * a `finally`, since a predicate may throw.
 */
export interface ScratchStack {
  borrow(): Scratch;
  giveBack(): void;
}

export function createScratchStack(): ScratchStack {
  const stack: Scratch[] = [createScratch()];
  let depth = 0;
  return {
    borrow() {
      if (depth === stack.length) stack.push(createScratch());
      return stack[depth++];
    },
    giveBack() {
      depth--;
    },
  };
}

function createScratch(): Scratch {
  return {
    candidates: createSlotList(),
    walk: createSegmentWalk(),
    hit: createCastHit(),
    heap: createNearestHeap(),
    area: createNowhere(),
    before: createNowhere(),
  };
}
