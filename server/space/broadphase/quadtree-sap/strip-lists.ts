/**
 * Fills the lists of the strips: the roots of the tree. Three passes over the movers: one counts, so that each list gets one
 * piece of memory of the length that it needs; one writes each mover's entry into the list of each strip that it meets, in no
 * order; and one sorts each list by minX, by then in the cache. All memory is read and written from front to back but for
 * the ends of some hundred lists: that is what makes it fast for many bodies.
 */
import type { BodyStore } from "../../bodies.ts";
import { grownInt32 } from "../../grow.ts";
import type { BoxBits } from "./box-bits.ts";
import { blurredMax, blurredMin, keyOfBits } from "./box-key.ts";
import { type ENTRY_SIZE, type EntryLists, endList, reserveEntries, TAG_ABOVE, TAG_STILL } from "./entry-lists.ts";
import { type ListOrderMemory, sortList } from "./list-order.ts";
import { type QuadtreeNodes, setRoots } from "./quadtree-nodes.ts";
import { cellOf, type Strips } from "./strips.ts";

/** What filling needs, kept from one build to the next. */
export interface StripMemory {
  /** By mover: the first strip that it meets, and above SPAN_SHIFT bits how many more. */
  readonly spans: Int32Array;
  /** Movers that meet more than two strips. */
  readonly tall: Int32Array;
  /** The place of the entry of each of them in its last strip. */
  readonly tallPlaces: Int32Array;
  tallCount: number;
  /** By strip: how many meet it; then where the next one goes. */
  ends: Int32Array;
  readonly order: ListOrderMemory;
  /** Negative if the keys of two edges may be equal though the edges are not (box-key.ts). */
  blurred: number;
}

/** V8 folds a module's own constants into the code, but not those of others. */
const SIZE: typeof ENTRY_SIZE = 5;
const ABOVE = TAG_ABOVE;
/** A span: its first strip in so many bits, of MAX_STRIPS. */
const SPAN_SHIFT = 15;
const SPAN_FIRST = (1 << SPAN_SHIFT) - 1;

/** @param capacity most movers */
export function createStripMemory(capacity: number, order: ListOrderMemory): StripMemory {
  return {
    spans: new Int32Array(capacity),
    tall: new Int32Array(capacity),
    tallPlaces: new Int32Array(capacity),
    tallCount: 0,
    ends: new Int32Array(0),
    order,
    blurred: 0,
  };
}

/** Finds the strips that each of the first `count` of `slots` meets. @returns how many in all */
export function assignStrips(
  memory: StripMemory,
  { boxes }: BodyStore,
  slots: Int32Array,
  count: number,
  strips: Strips,
): number {
  const { isTransposed, count: stripCount, minY: origin, stripsPerUnit } = strips;
  const top = isTransposed ? boxes.minX : boxes.minY;
  const bottom = isTransposed ? boxes.maxX : boxes.maxY;
  memory.ends = grownInt32(memory.ends, stripCount);
  const { spans, tall, ends } = memory;
  ends.fill(0, 0, stripCount);
  let tallCount = 0;
  let entries = count;
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const strip = cellOf(top[slot], origin, stripsPerUnit, stripCount);
    const last = cellOf(bottom[slot], origin, stripsPerUnit, stripCount);
    const more = last - strip;
    spans[i] = strip | (more << SPAN_SHIFT);
    ends[strip]++;
    if (more > 0) {
      entries += more;
      ends[last]++;
      if (more > 1) tall[tallCount++] = i;
    }
  }
  for (let i = 0; i < tallCount; i++) {
    const span = spans[tall[i]];
    const strip = span & SPAN_FIRST;
    const last = strip + (span >> SPAN_SHIFT);
    for (let between = strip + 1; between < last; between++) ends[between]++;
  }
  memory.tallCount = tallCount;
  return entries;
}

/** Least share of the cost of one list at which more of them are not worth it. */
const MAX_COST_RATIO = 0.8;
/** Nor are they with more entries than this to a mover, in the mean. */
const MAX_MEAN_ENTRIES = 4;

/**
 * Whether the strips separate the movers at all: not if the squares of the lists' lengths, to which the sweeps' costs are in
 * proportion, are together hardly less than for one list, or if each mover is in many of them.
 */
export function separates({ ends }: StripMemory, stripCount: number, count: number, entries: number): boolean {
  if (stripCount === 1) return true;
  let squares = 0;
  for (let strip = 0; strip < stripCount; strip++) squares += ends[strip] * ends[strip];
  return squares <= MAX_COST_RATIO * count * count && entries <= MAX_MEAN_ENTRIES * count;
}

/**
 * Makes the root nodes, one for each strip, with the lists of the bodies that meet it, ordered by minX.
 * @param movers how many of the slots hold movers: those after them hold still bodies
 * @param entries how long the lists are in all, as `assignStrips` has found
 */
export function fillStrips(
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  bits: BoxBits,
  slots: Int32Array,
  count: number,
  movers: number,
  strips: Strips,
  entries: number,
): void {
  takeLists(nodes, lists, memory, strips.count, entries);
  const { values } = lists;
  memory.blurred = 0;
  memory.tallCount = 0;
  writeEntries(values, memory, bits, slots, 0, movers, 0, strips);
  writeEntries(values, memory, bits, slots, movers, count, TAG_STILL, strips);
  writeEntriesBetween(values, memory);
  const { start, end } = nodes;
  for (let strip = 0; strip < strips.count; strip++) {
    if (start[strip] < end[strip]) sortList(lists, start[strip], end[strip], memory.order);
  }
}

/** Takes a list for each strip, as long as `ends` says, and turns `ends` to where they start. */
function takeLists(
  nodes: QuadtreeNodes,
  lists: EntryLists,
  memory: StripMemory,
  stripCount: number,
  entries: number,
): void {
  setRoots(nodes, stripCount);
  const { ends } = memory;
  lists.length = 0;
  reserveEntries(lists, entries + stripCount);
  const { start, end } = nodes;
  const { values } = lists;
  let place = 0;
  for (let strip = 0; strip < stripCount; strip++) {
    const size = ends[strip] * SIZE;
    start[strip] = place;
    ends[strip] = place;
    end[strip] = place + size;
    place = endList(values, place + size);
  }
  lists.length = place;
}

/**
 * Writes each body, of those from `from` up to `to`, into the lists of the first and the last strip that it meets. Its minX
 * remains a float32 until the list is sorted.
 */
function writeEntries(
  values: Int32Array,
  memory: StripMemory,
  bits: BoxBits,
  slots: Int32Array,
  from: number,
  to: number,
  flags: number,
  { isTransposed }: Strips,
): void {
  const leftBits = isTransposed ? bits.minY : bits.minX;
  const rightBits = isTransposed ? bits.maxY : bits.maxX;
  const topBits = isTransposed ? bits.minX : bits.minY;
  const bottomBits = isTransposed ? bits.maxX : bits.maxY;
  const { spans, tallPlaces, ends } = memory;
  let { blurred, tallCount } = memory;
  for (let i = from; i < to; i++) {
    const slot = slots[i];
    const leftWord = leftBits[slot];
    const rightWord = rightBits[slot];
    const topWord = topBits[slot];
    const bottomWord = bottomBits[slot];
    blurred |= blurredMin(leftWord) | blurredMax(rightWord) | blurredMin(topWord) | blurredMax(bottomWord);
    const maxX = keyOfBits(rightWord);
    const minY = keyOfBits(topWord);
    const maxY = keyOfBits(bottomWord);
    const tag = slot | flags;
    const span = spans[i];
    const strip = span & SPAN_FIRST;
    const place = ends[strip];
    ends[strip] = place + SIZE;
    values[place] = leftWord;
    values[place + 1] = maxX;
    values[place + 2] = minY;
    values[place + 3] = maxY;
    values[place + 4] = tag;
    if (span > SPAN_FIRST) {
      const more = span >> SPAN_SHIFT;
      const lastPlace = ends[strip + more];
      ends[strip + more] = lastPlace + SIZE;
      values[lastPlace] = leftWord;
      values[lastPlace + 1] = maxX;
      values[lastPlace + 2] = minY;
      values[lastPlace + 3] = maxY;
      values[lastPlace + 4] = tag | ABOVE;
      if (more > 1) tallPlaces[tallCount++] = lastPlace;
    }
  }
  memory.blurred = blurred;
  memory.tallCount = tallCount;
}

/** Writes the movers that meet more than two strips into the lists of those between. */
function writeEntriesBetween(values: Int32Array, memory: StripMemory): void {
  const { spans, tall, tallPlaces, tallCount, ends } = memory;
  for (let i = 0; i < tallCount; i++) {
    const from = tallPlaces[i];
    const span = spans[tall[i]];
    const strip = span & SPAN_FIRST;
    const last = strip + (span >> SPAN_SHIFT);
    for (let between = strip + 1; between < last; between++) {
      const place = ends[between];
      ends[between] = place + SIZE;
      for (let field = 0; field < SIZE; field++) values[place + field] = values[from + field];
    }
  }
}
