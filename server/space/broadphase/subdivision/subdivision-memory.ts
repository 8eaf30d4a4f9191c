import { fitCellBits, KEY_BITS_ABOVE_PLACE, MAX_CELL_BITS, MAX_CLASSES } from "./subdivision-cells.ts";

/**
 * What the threads of a parallel subdivision share: plain columns and nothing else, so that it can be handed to a
 * worker as it is. Before each job the calling thread writes what the job is about; during it each thread writes only
 * what is its own.
 */
export interface SubdivisionMemory {
  readonly threads: number;
  /** What the job is about: one number for each of the names below. */
  readonly job: Int32Array;
  /** By size class: cells to a u. */
  readonly cellsPerUnit: Float64Array;
  /** The slots that hold a body, the first BODY_COUNT. */
  readonly slots: Int32Array;
  /** By slot, four each: minX, minY, maxX, maxY. */
  readonly boxes: Float32Array;
  /** By slot: the size class, and whether the body is still. */
  readonly sizeClass: Uint8Array;
  readonly still: Uint8Array;
  /** By cell id: 1 for a cell that has a member. */
  occupied: Uint8Array;
  /**
   * The entries, a body in a cell each: sort key and word (subdivision-cells.ts). Each thread first writes those of its
   * bodies into a share of its own of these; once sorted, they are the first ENTRY_COUNT.
   */
  keys: Int32Array;
  words: Int32Array;
  /** Where sorting puts them between its two passes. */
  otherKeys: Int32Array;
  otherWords: Int32Array;
  /** A thread's DIGITS numbers after the other's: how many entries of each digit, then where the next of them goes. */
  readonly digits: Int32Array;
  /** Pairs of slots, two numbers each; each thread has a share of its own. */
  pairs: Int32Array;
  /** A thread's REPORT_SIZE numbers after the other's: what it did. */
  readonly report: Float64Array;
}

/** Places in `job`. */
export const BODY_COUNT = 0;
export const CLASS_COUNT = 1;
export const CELL_BITS = 2;
export const ENTRY_COUNT = 3;
/** Bits of a sort key's lower half; the upper half has at most as many. */
export const DIGIT_BITS = 4;
/** The entries of the pass: from the one up to the other. */
export const PASS_START = 5;
export const PASS_END = 6;
const JOB_SIZE = 7;

/** Places in a thread's report. Of ENTRIES and PAIRS the thread counts also those that its share had no room for. */
export const ENTRIES = 0;
export const PAIRS = 1;
export const BOX_TESTS = 2;
/** Cells that hold anything. */
export const CELLS = 3;
export const REPORT_SIZE = 4;

/** Digits of half a sort key. */
export const DIGITS = 1 << ((MAX_CELL_BITS + KEY_BITS_ABOVE_PLACE + 1) >> 1);

/** Entries to a body, and pairs to a thread, that there is room for at first. */
const FIRST_ENTRIES_PER_BODY = 3;
const FIRST_PAIRS = 1024;

/** Gives memory of so many bytes: shared memory where several threads look at it. */
export type Allocate = (bytes: number) => ArrayBufferLike;

/** @param capacity slots are below this */
export function createSubdivisionMemory(capacity: number, threads: number, allocate: Allocate): SubdivisionMemory {
  const integers = (length: number) => new Int32Array(allocate(length * 4));
  const bytes = (length: number) => new Uint8Array(allocate(length));
  const entries = Math.max(threads, FIRST_ENTRIES_PER_BODY * capacity);
  return {
    threads,
    job: integers(JOB_SIZE),
    cellsPerUnit: new Float64Array(allocate(MAX_CLASSES * 8)),
    slots: integers(capacity),
    boxes: new Float32Array(allocate(capacity * 4 * 4)),
    sizeClass: bytes(capacity),
    still: bytes(capacity),
    occupied: bytes(1 << fitCellBits(capacity)),
    keys: integers(entries),
    words: integers(entries),
    otherKeys: integers(entries),
    otherWords: integers(entries),
    digits: integers(threads * DIGITS),
    pairs: integers(threads * FIRST_PAIRS * 2),
    report: new Float64Array(allocate(threads * REPORT_SIZE * 8)),
  };
}

/** Entries that a thread's share has room for. */
export function entryShare({ keys, threads }: SubdivisionMemory): number {
  return Math.floor(keys.length / threads);
}

/** Pairs that a thread's share has room for. */
export function pairShare({ pairs, threads }: SubdivisionMemory): number {
  return Math.floor(pairs.length / 2 / threads);
}

/** The first of the sorted entries whose key is at least `key`; ENTRY_COUNT if there is none. */
export function firstEntryOf({ keys, job }: SubdivisionMemory, key: number): number {
  let low = 0;
  let high = job[ENTRY_COUNT];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes room for `share` entries of each thread; those that there are, are lost. */
export function growEntries(memory: SubdivisionMemory, share: number, allocate: Allocate): void {
  const bytes = share * memory.threads * 4;
  memory.keys = new Int32Array(allocate(bytes));
  memory.words = new Int32Array(allocate(bytes));
  memory.otherKeys = new Int32Array(allocate(bytes));
  memory.otherWords = new Int32Array(allocate(bytes));
}

/** Makes room for `share` pairs of each thread; those that there are, are lost. */
export function growPairs(memory: SubdivisionMemory, share: number, allocate: Allocate): void {
  memory.pairs = new Int32Array(allocate(share * memory.threads * 2 * 4));
}
