/** A list of body ids that a query fills: the first `count` of `ids`. A query may replace `ids` with a longer array. */
export interface IdList {
  ids: Int32Array;
  count: number;
}

/** @param capacity how many ids the list holds before it has to grow. */
export function createIdList(capacity = 64): IdList {
  return { ids: new Int32Array(capacity), count: 0 };
}
