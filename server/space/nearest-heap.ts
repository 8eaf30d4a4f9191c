import { grownFloat64, grownInt32 } from "./grow.ts";

/** The nearest slots so far, up to a limit: a heap with the farthest on top, and of equally far ones the greatest slot. */
export interface NearestHeap {
  distances: Float64Array;
  slots: Int32Array;
  count: number;
  limit: number;
}

/** How many slots a heap holds before it first grows. */
const FIRST_CAPACITY = 16;

export function createNearestHeap(): NearestHeap {
  return { distances: new Float64Array(FIRST_CAPACITY), slots: new Int32Array(FIRST_CAPACITY), count: 0, limit: 0 };
}

/** Empties the heap, and makes room for `limit` slots. */
export function clearHeap(heap: NearestHeap, limit: number): void {
  heap.distances = grownFloat64(heap.distances, limit);
  heap.slots = grownInt32(heap.slots, limit);
  heap.count = 0;
  heap.limit = limit;
}

export function isFull({ count, limit }: NearestHeap): boolean {
  return count === limit;
}

/** Whether a slot at this distance belongs to the nearest so far. */
export function belongs({ distances, slots, count, limit }: NearestHeap, distance: number, slot: number): boolean {
  if (count < limit) return true;
  return distance < distances[0] || (distance === distances[0] && slot < slots[0]);
}

/** Adds a slot that belongs; the farthest makes room for it. */
export function insert(heap: NearestHeap, distance: number, slot: number): void {
  const { distances, slots } = heap;
  if (heap.count === heap.limit) {
    distances[0] = distance;
    slots[0] = slot;
    siftDown(heap, heap.count);
    return;
  }
  let child = heap.count++;
  distances[child] = distance;
  slots[child] = slot;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isFarther(heap, child, parent)) return;
    swap(heap, child, parent);
    child = parent;
  }
}

/** Sorts what the heap holds, the nearest first; it is no heap then until it is cleared. */
export function sortNearest(heap: NearestHeap): void {
  for (let end = heap.count - 1; end > 0; end--) {
    swap(heap, 0, end);
    siftDown(heap, end);
  }
}

function siftDown(heap: NearestHeap, end: number): void {
  for (let parent = 0; ; ) {
    let child = 2 * parent + 1;
    if (child >= end) return;
    if (child + 1 < end && isFarther(heap, child + 1, child)) child++;
    if (!isFarther(heap, child, parent)) return;
    swap(heap, child, parent);
    parent = child;
  }
}

function isFarther({ distances, slots }: NearestHeap, i: number, j: number): boolean {
  return distances[i] === distances[j] ? slots[i] > slots[j] : distances[i] > distances[j];
}

function swap({ distances, slots }: NearestHeap, i: number, j: number): void {
  const distance = distances[i];
  distances[i] = distances[j];
  distances[j] = distance;
  const slot = slots[i];
  slots[i] = slots[j];
  slots[j] = slot;
}
