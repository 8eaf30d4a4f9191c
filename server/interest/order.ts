/**
 * Sorts the first `count` of `items` by the key at the same place, the least first, and at equal keys by the item. In place and
 * without memory of its own: a heap sort, O(n log n) whatever the order.
 */
export function sortByKey(keys: Float64Array, items: Int32Array, count: number): void {
  for (let root = (count >> 1) - 1; root >= 0; root--) sink(keys, items, root, count);
  for (let last = count - 1; last > 0; last--) {
    swap(keys, items, 0, last);
    sink(keys, items, 0, last);
  }
}

function sink(keys: Float64Array, items: Int32Array, from: number, count: number): void {
  let parent = from;
  for (let child = 2 * parent + 1; child < count; child = 2 * parent + 1) {
    if (child + 1 < count && isLess(keys, items, child, child + 1)) child++;
    if (!isLess(keys, items, parent, child)) return;
    swap(keys, items, parent, child);
    parent = child;
  }
}

function isLess(keys: Float64Array, items: Int32Array, a: number, b: number): boolean {
  return keys[a] < keys[b] || (keys[a] === keys[b] && items[a] < items[b]);
}

function swap(keys: Float64Array, items: Int32Array, a: number, b: number): void {
  const key = keys[a];
  const item = items[a];
  keys[a] = keys[b];
  items[a] = items[b];
  keys[b] = key;
  items[b] = item;
}
