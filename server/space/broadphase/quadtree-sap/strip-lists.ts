/**
 * Fills the lists of the strips: the roots of the tree. One pass over the boxes counts how many begin in each slice of each
 * strip, so that each slice gets a piece of memory of the length that it needs, those of a strip in a row; one writes each
 * box's entry there; and then each strip's list is nearly in the order of minX. The few boxes that meet more strips than
 * one are noted in the first pass and get their further entries after it, so that neither pass has a branch to guess.
 */
import { grownUint8 } from "../../grow.ts";
import { END_PLACES, type EntryLists, reserveEntries } from "./entry-lists.ts";
import { type Block, createBlock, growBlock, type Kernel } from "./kernel/kernel.ts";
import { type ListOrderMemory, sortList } from "./list-order.ts";
import { type QuadtreeNodes, setRoots } from "./quadtree-nodes.ts";
import type { Strips } from "./strips.ts";
import type { SweptBoxes } from "./swept-boxes.ts";

/** What filling needs, kept from one build to the next; integers in the kernel's memory. */
export interface StripMemory {
  /** By box: its slice of the first strip that it meets, as strip × slices + slice. */
  readonly cells: Block;
  /** Boxes that meet more strips than one, and how many more. */
  readonly tall: Block;
  readonly further: Block;
  tallCount: number;
  /** By slice of a strip: how many begin there; then the place where the next one goes. */
  readonly ends: Block;
  /** By strip: what `takeLists` of the kernel tells of it, LIST_INTS integers. */
  readonly lists: Block;
  /** By strip: 1 if the slices have put its list nearly in order. */
  isSliced: Uint8Array;
  readonly order: ListOrderMemory;
}

const BYTES = 4;
const LIST_INTS = 4;

/** @param capacity most boxes */
export function createStripMemory(kernel: Kernel, capacity: number, order: ListOrderMemory): StripMemory {
  return {
    cells: createBlock(kernel, capacity * BYTES),
    tall: createBlock(kernel, capacity * BYTES),
    further: createBlock(kernel, capacity * BYTES),
    tallCount: 0,
    ends: createBlock(kernel, 0),
    lists: createBlock(kernel, 0),
    isSliced: new Uint8Array(0),
    order,
  };
}

/** Finds the strips that each of the first `count` boxes meets. @returns how many in all */
export function assignStrips(
  kernel: Kernel,
  memory: StripMemory,
  swept: SweptBoxes,
  count: number,
  strips: Strips,
): number {
  growBlock(kernel, memory.ends, (strips.count << strips.sliceBits) * BYTES);
  memory.tallCount = kernel.calls.assignStrips(
    swept.boxes.at,
    count,
    memory.cells.at,
    memory.ends.at,
    memory.tall.at,
    memory.further.at,
    strips.minX,
    strips.slicesPerUnit,
    strips.sliceBits,
    strips.minY,
    strips.stripsPerUnit,
    strips.count,
  );
  const { ints } = kernel;
  const further = memory.further.at >> 2;
  let entries = count;
  for (let i = 0; i < memory.tallCount; i++) entries += ints[further + i];
  return entries;
}

/** Least share of the cost of one list at which more of them are not worth it. */
const MAX_COST_RATIO = 0.8;
/** Nor are they with more entries than this to a box, in the mean. */
const MAX_MEAN_ENTRIES = 4;
/** The slices have sorted a list if the squares of what they hold are less than this for each of its entries, in the mean. */
const MAX_MEAN_SQUARE = 4;

/**
 * Makes the root nodes, one for each strip, and takes a list for each; and of it a piece for each slice, as long as `ends` says,
 * which is turned to where they start.
 * @param entries how long the lists are in all, as `assignStrips` has found
 * @returns whether the strips separate the boxes at all: not if the squares of the lists' lengths, to which the sweeps' costs
 * are in proportion, are together hardly less than for one list, or if each box is in many of them
 */
export function takeLists(
  kernel: Kernel,
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  strips: Strips,
  count: number,
  entries: number,
): boolean {
  memory.isSliced = grownUint8(memory.isSliced, strips.count);
  setRoots(nodes, strips.count);
  lists.length = 0;
  reserveEntries(kernel, lists, entries + strips.count * END_PLACES);
  growBlock(kernel, memory.lists, strips.count * LIST_INTS * BYTES);
  lists.length = kernel.calls.takeLists(
    memory.ends.at,
    strips.count,
    strips.sliceBits,
    memory.lists.at,
    lists.boxes.at,
    lists.tags.at,
  );
  const { ints } = kernel;
  const { start, end } = nodes;
  const { isSliced } = memory;
  let list = memory.lists.at >> 2;
  let cost = 0;
  for (let strip = 0; strip < strips.count; strip++) {
    start[strip] = ints[list];
    end[strip] = ints[list + 1];
    const size = end[strip] - start[strip];
    isSliced[strip] = ints[list + 2] <= MAX_MEAN_SQUARE * size ? 1 : 0;
    cost += size * size;
    list += LIST_INTS;
  }
  if (strips.count === 1) return true;
  return entries <= MAX_MEAN_ENTRIES * count && cost <= MAX_COST_RATIO * count * count;
}

/** Fills the lists of the boxes that meet each strip, ordered by minX. */
export function fillLists(
  kernel: Kernel,
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  swept: SweptBoxes,
  count: number,
  strips: Strips,
): void {
  const { cells, ends, tall, further, tallCount, isSliced } = memory;
  const boxesAt = lists.boxes.at;
  const tagsAt = lists.tags.at;
  kernel.calls.writeEntries(swept.boxes.at, swept.tags.at, count, cells.at, ends.at, boxesAt, tagsAt);
  kernel.calls.writeFurtherEntries(
    swept.boxes.at,
    swept.tags.at,
    tall.at,
    further.at,
    tallCount,
    strips.sliceBits,
    cells.at,
    ends.at,
    boxesAt,
    tagsAt,
  );
  const { start, end } = nodes;
  for (let strip = 0; strip < strips.count; strip++) {
    sortList(kernel, lists, start[strip], end[strip], isSliced[strip] === 1, memory.order);
  }
}
