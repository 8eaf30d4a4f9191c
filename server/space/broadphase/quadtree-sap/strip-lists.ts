/**
 * Fills the lists of the strips: the roots of the tree. One pass over the movers counts how many begin in each slice of each
 * strip, so that each slice gets a piece of memory of the length that it needs, those of a strip in a row; one writes each
 * mover's entry there; and then each strip's list is nearly in the order of minX. The few movers that meet more strips than
 * one are noted in the first pass and get their further entries after it, so that neither pass has a branch to guess.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32, grownUint8 } from "../../grow.ts";
import type { BoxBits } from "./box-bits.ts";
import { blurredMax, blurredMin, keyOfBits } from "./box-key.ts";
import {
  type ENTRY_SIZE,
  type EntryLists,
  endList,
  reserveEntries,
  TAG_ABOVE,
  TAG_SLOT,
  TAG_STILL,
} from "./entry-lists.ts";
import { type ListOrderMemory, sortList } from "./list-order.ts";
import { type QuadtreeNodes, setRoots } from "./quadtree-nodes.ts";
import { cellOf, type Strips } from "./strips.ts";

/** What filling needs, kept from one build to the next. */
export interface StripMemory {
  /** By mover: its slice of the first strip that it meets, as strip × slices + slice. */
  readonly cells: Int32Array;
  /** Movers that meet more strips than one, and how many more. */
  readonly tall: Int32Array;
  readonly further: Int32Array;
  tallCount: number;
  /** By slice of a strip: how many begin there; then the place where the next one goes. */
  ends: Int32Array;
  /** By strip: 1 if the slices have put its list nearly in order. */
  isSliced: Uint8Array;
  readonly order: ListOrderMemory;
  /** Negative if the keys of two edges may be equal though the edges are not (box-key.ts). */
  blurred: number;
}

/** V8 folds a module's own constants into the code, but not those of others. */
const SIZE: typeof ENTRY_SIZE = 5;
const ABOVE = TAG_ABOVE;
const SLOT = TAG_SLOT;

/** @param capacity most movers */
export function createStripMemory(capacity: number, order: ListOrderMemory): StripMemory {
  return {
    cells: new Int32Array(capacity),
    tall: new Int32Array(capacity),
    further: new Int32Array(capacity),
    tallCount: 0,
    ends: new Int32Array(0),
    isSliced: new Uint8Array(0),
    order,
    blurred: 0,
  };
}

/** Finds the strips that each of the bodies of the first `count` of `tags` meets. @returns how many in all */
export function assignStrips(
  memory: StripMemory,
  { boxes }: BodyStore,
  tags: Int32Array,
  count: number,
  strips: Strips,
): number {
  const {
    isTransposed,
    count: stripCount,
    minY: originY,
    stripsPerUnit,
    minX: originX,
    slicesPerUnit,
    sliceBits,
  } = strips;
  const left = isTransposed ? boxes.minY : boxes.minX;
  const top = isTransposed ? boxes.minX : boxes.minY;
  const bottom = isTransposed ? boxes.maxX : boxes.maxY;
  const slices = 1 << sliceBits;
  memory.ends = grownInt32(memory.ends, stripCount << sliceBits);
  const { cells, tall, further, ends } = memory;
  ends.fill(0, 0, stripCount << sliceBits);
  // Read before the loop, as in writeEntries.
  const indexAt = cellOf;
  let tallCount = 0;
  for (let i = 0; i < count; i++) {
    const slot = tags[i] & SLOT;
    const strip = indexAt(top[slot], originY, stripsPerUnit, stripCount);
    const more = indexAt(bottom[slot], originY, stripsPerUnit, stripCount) - strip;
    const cell = (strip << sliceBits) | indexAt(left[slot], originX, slicesPerUnit, slices);
    cells[i] = cell;
    ends[cell] = (ends[cell] + 1) | 0;
    // Noted always, and kept by counting it.
    tall[tallCount] = i;
    further[tallCount] = more;
    tallCount = (tallCount - (-more >> 31)) | 0;
  }
  memory.tallCount = tallCount;
  let entries = count;
  for (let i = 0; i < tallCount; i++) {
    entries += further[i];
    let cell = cells[tall[i]];
    for (let more = further[i]; more > 0; more--) {
      cell += slices;
      ends[cell]++;
    }
  }
  return entries;
}

/** Least share of the cost of one list at which more of them are not worth it. */
const MAX_COST_RATIO = 0.8;
/** Nor are they with more entries than this to a mover, in the mean. */
const MAX_MEAN_ENTRIES = 4;
/** The slices have sorted a list if the squares of what they hold are less than this for each of its entries, in the mean. */
const MAX_MEAN_SQUARE = 4;

/**
 * Makes the root nodes, one for each strip, and takes a list for each; and of it a piece for each slice, as long as `ends` says,
 * which is turned to where they start.
 * @param entries how long the lists are in all, as `assignStrips` has found
 * @returns whether the strips separate the movers at all: not if the squares of the lists' lengths, to which the sweeps' costs
 * are in proportion, are together hardly less than for one list, or if each mover is in many of them
 */
export function takeLists(
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  strips: Strips,
  count: number,
  entries: number,
): boolean {
  memory.isSliced = grownUint8(memory.isSliced, strips.count);
  const { ends, isSliced } = memory;
  setRoots(nodes, strips.count);
  lists.length = 0;
  reserveEntries(lists, entries + strips.count);
  const { start, end } = nodes;
  const { values } = lists;
  const slices = 1 << strips.sliceBits;
  let place = 0;
  let cell = 0;
  let cost = 0;
  for (let strip = 0; strip < strips.count; strip++) {
    start[strip] = place;
    let squares = 0;
    for (let slice = 0; slice < slices; slice++) {
      const size = ends[cell];
      squares += size * size;
      ends[cell++] = place;
      place += size * SIZE;
    }
    end[strip] = place;
    const size = (place - start[strip]) / SIZE;
    cost += size * size;
    isSliced[strip] = squares <= MAX_MEAN_SQUARE * size ? 1 : 0;
    place = endList(values, place);
  }
  lists.length = place;
  if (strips.count === 1) return true;
  return entries <= MAX_MEAN_ENTRIES * count && cost <= MAX_COST_RATIO * count * count;
}

/**
 * Fills the lists of the bodies that meet each strip, ordered by minX.
 * @param movers how many of the tags are of movers: those after them are of still bodies
 */
export function fillLists(
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  bits: BoxBits,
  tags: Int32Array,
  count: number,
  movers: number,
  strips: Strips,
): void {
  const { values } = lists;
  memory.blurred = 0;
  writeEntries(values, memory, bits, tags, 0, movers, 0, strips);
  writeEntries(values, memory, bits, tags, movers, count, TAG_STILL, strips);
  writeFurtherEntries(values, memory, bits, tags, movers, strips);
  const { start, end } = nodes;
  const { isSliced } = memory;
  for (let strip = 0; strip < strips.count; strip++) {
    sortList(lists, start[strip], end[strip], isSliced[strip] === 1, memory.order);
  }
}

/**
 * Writes each body, of those from `from` up to `to`, into the list of the first strip that it meets. What is called in the
 * loop is read before it: V8 would check an imported function anew at each call.
 */
function writeEntries(
  values: Int32Array,
  memory: StripMemory,
  bits: BoxBits,
  tags: Int32Array,
  from: number,
  to: number,
  flags: number,
  { isTransposed }: Strips,
): void {
  const leftBits = isTransposed ? bits.minY : bits.minX;
  const rightBits = isTransposed ? bits.maxY : bits.maxX;
  const topBits = isTransposed ? bits.minX : bits.minY;
  const bottomBits = isTransposed ? bits.maxX : bits.maxY;
  const { cells, ends } = memory;
  let { blurred } = memory;
  const key = keyOfBits;
  const isBlurredMin = blurredMin;
  const isBlurredMax = blurredMax;
  for (let i = from; i < to; i++) {
    const tag = tags[i];
    const slot = tag & SLOT;
    const left = leftBits[slot];
    const right = rightBits[slot];
    const top = topBits[slot];
    const bottom = bottomBits[slot];
    blurred |= isBlurredMin(left) | isBlurredMax(right) | isBlurredMin(top) | isBlurredMax(bottom);
    const cell = cells[i];
    const place = ends[cell];
    ends[cell] = (place + SIZE) | 0;
    values[place] = left;
    values[(place + 1) | 0] = key(right);
    values[(place + 2) | 0] = key(top);
    values[(place + 3) | 0] = key(bottom);
    values[(place + 4) | 0] = tag | flags;
  }
  memory.blurred = blurred;
}

/** Writes those that meet more strips than one into the lists of the others. */
function writeFurtherEntries(
  values: Int32Array,
  { cells, tall, further, tallCount, ends }: StripMemory,
  bits: BoxBits,
  tags: Int32Array,
  movers: number,
  { isTransposed, sliceBits }: Strips,
): void {
  const leftBits = isTransposed ? bits.minY : bits.minX;
  const rightBits = isTransposed ? bits.maxY : bits.maxX;
  const topBits = isTransposed ? bits.minX : bits.minY;
  const bottomBits = isTransposed ? bits.maxX : bits.maxY;
  const slices = 1 << sliceBits;
  for (let i = 0; i < tallCount; i++) {
    const mover = tall[i];
    const slot = tags[mover] & SLOT;
    const minX = leftBits[slot];
    const maxX = keyOfBits(rightBits[slot]);
    const minY = keyOfBits(topBits[slot]);
    const maxY = keyOfBits(bottomBits[slot]);
    const tag = tags[mover] | ABOVE | (mover < movers ? 0 : TAG_STILL);
    let cell = cells[mover];
    for (let more = further[i]; more > 0; more--) {
      cell += slices;
      const place = ends[cell];
      ends[cell] = (place + SIZE) | 0;
      values[place] = minX;
      values[(place + 1) | 0] = maxX;
      values[(place + 2) | 0] = minY;
      values[(place + 3) | 0] = maxY;
      values[(place + 4) | 0] = tag;
    }
  }
}
