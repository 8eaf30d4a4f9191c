import type { BodyStore } from "../../bodies.ts";
import { type Block, createBlock, type Kernel } from "./kernel/kernel.ts";
import type { MoverList } from "./mover-list.ts";

/** The kernel's copies of the boxes by slot, and of the tags of what is swept. */
export interface BoxColumns {
  readonly minX: Block;
  readonly minY: Block;
  readonly maxX: Block;
  readonly maxY: Block;
  readonly tags: Block;
  /** What they are copies of, as far as slots were ever used and somewhat further: kept, as a view is an object. */
  sources: Sources;
}

interface Sources {
  readonly minX: Float32Array;
  readonly minY: Float32Array;
  readonly maxX: Float32Array;
  readonly maxY: Float32Array;
  readonly tags: Int32Array;
}

const BYTES = 4;

export function createBoxColumns(kernel: Kernel, { capacity, boxes }: BodyStore, { tags }: MoverList): BoxColumns {
  return {
    minX: createBlock(kernel, capacity * BYTES),
    minY: createBlock(kernel, capacity * BYTES),
    maxX: createBlock(kernel, capacity * BYTES),
    maxY: createBlock(kernel, capacity * BYTES),
    tags: createBlock(kernel, capacity * BYTES),
    sources: viewsOf({ ...boxes, tags }, 0),
  };
}

function viewsOf({ minX, minY, maxX, maxY, tags }: Sources, length: number): Sources {
  return {
    minX: minX.subarray(0, length),
    minY: minY.subarray(0, length),
    maxX: maxX.subarray(0, length),
    maxY: maxY.subarray(0, length),
    tags: tags.subarray(0, length),
  };
}

/** Copies what the bodies' boxes and the tags are now. */
export function copyColumns(
  { ints, floats }: Kernel,
  columns: BoxColumns,
  { boxes, slotLimit, capacity }: BodyStore,
  { tags }: MoverList,
): void {
  if (columns.sources.tags.length < slotLimit) {
    columns.sources = viewsOf({ ...boxes, tags }, Math.min(capacity, slotLimit * 2));
  }
  const { sources } = columns;
  floats.set(sources.minX, columns.minX.at >> 2);
  floats.set(sources.minY, columns.minY.at >> 2);
  floats.set(sources.maxX, columns.maxX.at >> 2);
  floats.set(sources.maxY, columns.maxY.at >> 2);
  ints.set(sources.tags, columns.tags.at >> 2);
}
