import type { ViewLists } from "./slot-lists.ts";
import { appendDue, appendSlot, createDueList, createSlotList, type SlotList } from "./slot-lists.ts";

/**
 * Turns a viewer's lists into what its reader has to be told when the last frame left bodies out: those enter now, if they are
 * still in view, and are neither removed nor changed.
 */
export interface PostponedLists {
  readonly lists: ViewLists;
  /** Fills `lists` from `view` and `postponed`. */
  merge(view: ViewLists, postponed: Readonly<SlotList>): void;
}

export function createPostponedLists(capacity: number): PostponedLists {
  const isPostponed = new Uint8Array(capacity);
  const [entered, left, stayed] = [createSlotList(), createSlotList(), createSlotList()];
  const due = createDueList();

  return {
    lists: { entered, left, stayed, due },
    merge(view, postponed) {
      entered.count = 0;
      left.count = 0;
      stayed.count = 0;
      due.count = 0;
      due.isFresh = view.due.isFresh;
      for (let i = 0; i < postponed.count; i++) isPostponed[postponed.slots[i]] = 1;
      for (let i = 0; i < view.left.count; i++) {
        const slot = view.left.slots[i];
        if (isPostponed[slot] === 0) appendSlot(left, slot);
        isPostponed[slot] = 0;
      }
      for (let i = 0; i < view.entered.count; i++) appendSlot(entered, view.entered.slots[i]);
      for (let i = 0; i < view.stayed.count; i++) {
        const slot = view.stayed.slots[i];
        appendSlot(isPostponed[slot] === 0 ? stayed : entered, slot);
      }
      for (let i = 0; i < view.due.count; i++) {
        const slot = view.due.slots[i];
        if (isPostponed[slot] === 0) appendDue(due, slot, view.due.isFresh ? 1 : view.due.ages[i]);
      }
      for (let i = 0; i < postponed.count; i++) isPostponed[postponed.slots[i]] = 0;
    },
  };
}
