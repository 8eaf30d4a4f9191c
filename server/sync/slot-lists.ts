/**
 * What sync is told of a viewer, in lists of slots (the index of a body in the columns). server/interest makes them; whatever
 * has lists of this shape will do.
 */

/** The first `count` of `slots`. */
export interface SlotList {
  slots: Int32Array;
  count: number;
}

/** Bodies whose changes are to be sent now, the first `count` of each array. */
export interface DueList extends SlotList {
  /** Ticks since each body's changes were last sent; 1 for one that was up to date at the last tick. Not read when `isFresh`. */
  ages: Int32Array;
  /** All ages are 1. */
  isFresh: boolean;
}

/** What a viewer sees, as of this tick. No slot twice in a list. */
export interface ViewLists {
  readonly entered: Readonly<SlotList>;
  readonly left: Readonly<SlotList>;
  readonly stayed: Readonly<SlotList>;
  /** Some of `stayed`, or all. */
  readonly due: Readonly<DueList>;
}

export function createSlotList(): SlotList {
  return { slots: new Int32Array(64), count: 0 };
}

export function createDueList(): DueList {
  return { slots: new Int32Array(64), ages: new Int32Array(64), count: 0, isFresh: true };
}

export function appendSlot(list: SlotList, slot: number): void {
  if (list.count === list.slots.length) list.slots = doubled(list.slots);
  list.slots[list.count++] = slot;
}

/** @param age in ticks; see `DueList.ages`. */
export function appendDue(list: DueList, slot: number, age: number): void {
  if (list.count === list.ages.length) list.ages = doubled(list.ages);
  list.ages[list.count] = age;
  appendSlot(list, slot);
}

function doubled(array: Int32Array): Int32Array {
  const longer = new Int32Array(array.length * 2);
  longer.set(array);
  return longer;
}
