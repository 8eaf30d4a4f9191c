/** Slots that a query finds: the first `count` of `slots`. A query may replace the array by a longer one. */
export interface SlotList {
  slots: Int32Array;
  count: number;
}

/** How many slots a list holds before it first grows. */
const FIRST_CAPACITY = 256;

export function createSlotList(): SlotList {
  return { slots: new Int32Array(FIRST_CAPACITY), count: 0 };
}
