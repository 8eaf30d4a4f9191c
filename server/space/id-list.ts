import { SpaceError } from "./errors.ts";
import { grownInt32 } from "./grow.ts";

/** A list of body ids that a query fills: the first `count` of `ids`. A query may replace `ids` with a longer array. */
export interface IdList {
  ids: Int32Array;
  count: number;
}

/** @param capacity how many ids the list holds before it has to grow; a SpaceError unless an integer from 0. */
export function createIdList(capacity = 64): IdList {
  if (!Number.isInteger(capacity) || capacity < 0) {
    throw new SpaceError("bad-capacity", "capacity", capacity, "give an integer from 0.");
  }
  return { ids: new Int32Array(capacity), count: 0 };
}

/** Adds `value` to the end of `list`. */
export function append(list: IdList, value: number): void {
  list.ids = grownInt32(list.ids, list.count + 1);
  list.ids[list.count++] = value;
}
