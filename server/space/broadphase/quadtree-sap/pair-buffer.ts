import { grownInt32 } from "../../grow.ts";
import type { PairList } from "../pair-list.ts";
import type { SlotList } from "../slot-list.ts";
import { type Block, createBlock, growBlock, type Kernel } from "./kernel/kernel.ts";

/** Where the kernel leaves the pairs that it finds, or the slots that a query asks for, until they are copied into a list. */
export interface PairBuffer {
  readonly first: Block;
  readonly second: Block;
  /** Pairs in it. */
  count: number;
  /** Pairs that there is room for. */
  room: number;
}

const BYTES = 4;
/** About how many pairs are copied at once: many more would fall out of the processor's nearest cache. */
const BATCH = 4096;

export function createPairBuffer(kernel: Kernel): PairBuffer {
  return { first: createBlock(kernel, 0), second: createBlock(kernel, 0), count: 0, room: 0 };
}

/** Sees to it that there is room for `most` pairs, once the buffer is empty, and for a batch besides. */
export function reservePairs(kernel: Kernel, buffer: PairBuffer, most: number): void {
  if (buffer.room >= most + BATCH) return;
  buffer.room = most + BATCH;
  growBlock(kernel, buffer.first, buffer.room * BYTES);
  growBlock(kernel, buffer.second, buffer.room * BYTES);
}

/** Appends the first `count` slots that a query has left where first slots of pairs go. The buffer holds no pairs then. */
export function copySlots({ ints }: Kernel, { first }: PairBuffer, count: number, into: SlotList): void {
  into.slots = grownInt32(into.slots, into.count + count);
  const { slots, count: before } = into;
  const from = first.at >> 2;
  for (let i = 0; i < count; i++) slots[before + i] = ints[from + i];
  into.count = before + count;
}

/** Appends the buffer's pairs to `into`, and empties it. */
export function emptyInto({ ints }: Kernel, buffer: PairBuffer, into: PairList): void {
  const { count } = buffer;
  into.a = grownInt32(into.a, into.count + count);
  into.b = grownInt32(into.b, into.count + count);
  const { a, b, count: before } = into;
  const first = buffer.first.at >> 2;
  const second = buffer.second.at >> 2;
  for (let i = 0; i < count; i++) {
    a[before + i] = ints[first + i];
    b[before + i] = ints[second + i];
  }
  into.count = before + count;
  buffer.count = 0;
}
