/**
 * What entered and left each view since the tick before, the same for all competitors: what a view held before is marked in an
 * array by slot, then what it holds now, and each list is read once more against the marks. A slot that was freed is not given
 * out again within two ticks, so slots tell bodies apart.
 */
import { createSlotList, type SlotList } from "../../../server/space/broadphase/slot-list.ts";
import { grownInt32 } from "../../../server/space/grow.ts";

/** The lists of all views, one after another: those of `view` from `ends[view - 1]` to `ends[view]`. */
export interface ViewLists extends SlotList {
  readonly ends: Int32Array;
}

export interface ViewChanges {
  /** What the views hold now: to be filled from the front, after `begin`. */
  now: ViewLists;
  /** What they held at the tick before. */
  readonly before: ViewLists;
  readonly entered: ViewLists;
  readonly left: ViewLists;
  /** Makes what is now what was before. */
  begin(): void;
  /** Fills `entered` and `left`. */
  compare(): void;
}

function createViewLists(views: number): ViewLists {
  return { ...createSlotList(), ends: new Int32Array(views) };
}

export function createViewChanges(capacity: number, views: number): ViewChanges {
  const markOf = new Int32Array(capacity);
  let lastMark = 0;
  let before = createViewLists(views);
  const entered = createViewLists(views);
  const left = createViewLists(views);
  const changes = {
    now: createViewLists(views),
    get before() {
      return before;
    },
    entered,
    left,
    begin() {
      const { now } = changes;
      changes.now = before;
      before = now;
      changes.now.count = 0;
    },
    compare() {
      const { slots: nowSlots, ends: nowEnds, count: nowCount } = changes.now;
      const { slots: beforeSlots, ends: beforeEnds, count: beforeCount } = before;
      entered.slots = grownInt32(entered.slots, nowCount + 1);
      left.slots = grownInt32(left.slots, beforeCount + 1);
      const enteredSlots = entered.slots;
      const leftSlots = left.slots;
      let enteredCount = 0;
      let leftCount = 0;
      let nowStart = 0;
      let beforeStart = 0;
      if (lastMark > 0x7fff0000) {
        markOf.fill(0);
        lastMark = 0;
      }
      for (let view = 0; view < views; view++) {
        const markBefore = ++lastMark;
        const markNow = ++lastMark;
        const nowEnd = nowEnds[view];
        const beforeEnd = beforeEnds[view];
        for (let i = beforeStart; i < beforeEnd; i++) markOf[beforeSlots[i]] = markBefore;
        for (let i = nowStart; i < nowEnd; i++) {
          const slot = nowSlots[i];
          enteredSlots[enteredCount] = slot;
          if (markOf[slot] !== markBefore) enteredCount++;
          markOf[slot] = markNow;
        }
        for (let i = beforeStart; i < beforeEnd; i++) {
          const slot = beforeSlots[i];
          leftSlots[leftCount] = slot;
          if (markOf[slot] !== markNow) leftCount++;
        }
        entered.ends[view] = enteredCount;
        left.ends[view] = leftCount;
        nowStart = nowEnd;
        beforeStart = beforeEnd;
      }
      entered.count = enteredCount;
      left.count = leftCount;
    },
  };
  return changes;
}
