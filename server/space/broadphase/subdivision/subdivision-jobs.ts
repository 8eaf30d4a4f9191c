/**
 * The jobs of a parallel subdivision: what each thread does to its slice, the same in a worker and in line. A job reads
 * what the jobs before it have written, and writes only into its thread's own places, so no thread waits for another
 * within a job.
 */
import {
  cellIdOf,
  columnOf,
  KEY_GUEST,
  rowStrideOf,
  WORD_ABOVE,
  WORD_AWAY_X,
  WORD_AWAY_Y,
  WORD_BELOW,
  WORD_LEFT,
  WORD_RIGHT,
  WORD_SLOT,
  WORD_STILL,
} from "./subdivision-cells.ts";
import {
  BODY_COUNT,
  BOX_TESTS,
  CELL_BITS,
  CELLS,
  CLASS_COUNT,
  DIGIT_BITS,
  DIGITS,
  ENTRIES,
  ENTRY_COUNT,
  entryShare,
  PAIRS,
  PASS_END,
  PASS_START,
  pairShare,
  REPORT_SIZE,
  type SubdivisionMemory,
} from "./subdivision-memory.ts";

export const JobKind = {
  mark: 0,
  enter: 1,
  countLow: 2,
  scatterLow: 3,
  countHigh: 4,
  scatterHigh: 5,
  findPairs: 6,
} as const;
export type JobKind = (typeof JobKind)[keyof typeof JobKind];

/** Does the slice of `thread` (from 0) of a job. */
export function runJob(memory: SubdivisionMemory, kind: JobKind, thread: number): void {
  if (kind === JobKind.mark) markCells(memory, thread);
  else if (kind === JobKind.enter) enterBodies(memory, thread);
  else if (kind === JobKind.countLow) countLow(memory, thread);
  else if (kind === JobKind.scatterLow) scatterLow(memory, thread);
  else if (kind === JobKind.countHigh) countHigh(memory, thread);
  else if (kind === JobKind.scatterHigh) scatterHigh(memory, thread);
  else findPairsOfPass(memory, thread);
}

/** Where the slice of `thread` begins, of `count` things; it ends where the next thread's begins. */
function sliceStart(count: number, thread: number, threads: number): number {
  return Math.floor((count * thread) / threads);
}

/** Marks the cells that have a member of their class. Threads may mark the same cell: they write the same. */
function markCells(memory: SubdivisionMemory, thread: number): void {
  const { job, cellsPerUnit, slots, boxes, sizeClass, occupied, threads } = memory;
  const cellBits = job[CELL_BITS];
  const rowStride = rowStrideOf(cellBits);
  const end = sliceStart(job[BODY_COUNT], thread + 1, threads);
  for (let i = sliceStart(job[BODY_COUNT], thread, threads); i < end; i++) {
    const slot = slots[i];
    const own = sizeClass[slot];
    const perUnit = cellsPerUnit[own];
    const left = columnOf(boxes[slot * 4], perUnit);
    const top = columnOf(boxes[slot * 4 + 1], perUnit);
    const right = columnOf(boxes[slot * 4 + 2], perUnit);
    const bottom = columnOf(boxes[slot * 4 + 3], perUnit);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        occupied[cellIdOf(own, column, row, cellBits, rowStride)] = 1;
      }
    }
  }
}

/**
 * Enters bodies into the cells of their class that they meet, and as guests into those of larger ones that have a
 * member.
 */
function enterBodies(memory: SubdivisionMemory, thread: number): void {
  const { job, cellsPerUnit, slots, boxes, sizeClass, still, occupied, keys, words, threads } = memory;
  const classes = job[CLASS_COUNT];
  const cellBits = job[CELL_BITS];
  const rowStride = rowStrideOf(cellBits);
  const room = entryShare(memory);
  const start = thread * room;
  const end = sliceStart(job[BODY_COUNT], thread + 1, threads);
  let count = 0;
  for (let i = sliceStart(job[BODY_COUNT], thread, threads); i < end; i++) {
    const slot = slots[i];
    const own = sizeClass[slot];
    const minX = boxes[slot * 4];
    const minY = boxes[slot * 4 + 1];
    const maxX = boxes[slot * 4 + 2];
    const maxY = boxes[slot * 4 + 3];
    const body = still[slot] === 1 ? slot | WORD_STILL : slot;
    for (let grid = own; grid < classes; grid++) {
      const perUnit = cellsPerUnit[grid];
      const left = columnOf(minX, perUnit);
      const top = columnOf(minY, perUnit);
      const right = columnOf(maxX, perUnit);
      const bottom = columnOf(maxY, perUnit);
      const homeColumn = columnOf((minX + maxX) / 2, perUnit);
      const homeRow = columnOf((minY + maxY) / 2, perUnit);
      const guest = grid === own ? 0 : KEY_GUEST;
      for (let row = top; row <= bottom; row++) {
        let rowBits = body;
        if (row !== homeRow) rowBits |= WORD_AWAY_Y;
        if ((row & 1) === 1 && top !== bottom) rowBits |= row === top ? WORD_BELOW : WORD_ABOVE;
        for (let column = left; column <= right; column++) {
          const cell = cellIdOf(grid, column, row, cellBits, rowStride);
          if (guest === KEY_GUEST && occupied[cell] === 0) continue;
          if (count < room) {
            let word = rowBits;
            if (column !== homeColumn) word |= WORD_AWAY_X;
            if ((column & 1) === 1 && left !== right) word |= column === left ? WORD_RIGHT : WORD_LEFT;
            keys[start + count] = (cell << 1) | guest;
            words[start + count] = word;
          }
          count++;
        }
      }
    }
  }
  memory.report[thread * REPORT_SIZE + ENTRIES] = count;
}

/**
 * The radix sort, least significant half of the key first: each thread counts the digits of its slice, the calling
 * thread turns all counts into places (`placeDigits`), and each thread moves its slice there. Stable, so the order does
 * not depend on how many slices there are.
 */
function countLow(memory: SubdivisionMemory, thread: number): void {
  const { job, keys, report } = memory;
  const start = thread * entryShare(memory);
  count(memory, thread, keys, start, start + report[thread * REPORT_SIZE + ENTRIES], 0, (1 << job[DIGIT_BITS]) - 1);
}

function scatterLow(memory: SubdivisionMemory, thread: number): void {
  const { job, keys, words, otherKeys, otherWords, report } = memory;
  const start = thread * entryShare(memory);
  const end = start + report[thread * REPORT_SIZE + ENTRIES];
  const mask = (1 << job[DIGIT_BITS]) - 1;
  scatter(memory, thread, keys, words, otherKeys, otherWords, start, end, 0, mask);
}

function countHigh(memory: SubdivisionMemory, thread: number): void {
  const { job, otherKeys, threads } = memory;
  const start = sliceStart(job[ENTRY_COUNT], thread, threads);
  const end = sliceStart(job[ENTRY_COUNT], thread + 1, threads);
  count(memory, thread, otherKeys, start, end, job[DIGIT_BITS], (1 << job[DIGIT_BITS]) - 1);
}

function scatterHigh(memory: SubdivisionMemory, thread: number): void {
  const { job, keys, words, otherKeys, otherWords, threads } = memory;
  const start = sliceStart(job[ENTRY_COUNT], thread, threads);
  const end = sliceStart(job[ENTRY_COUNT], thread + 1, threads);
  const mask = (1 << job[DIGIT_BITS]) - 1;
  scatter(memory, thread, otherKeys, otherWords, keys, words, start, end, job[DIGIT_BITS], mask);
}

/** Counts the digits `(key >> shift) & mask` of the keys from `start` up to `end`. */
function count(
  { digits }: SubdivisionMemory,
  thread: number,
  keys: Int32Array,
  start: number,
  end: number,
  shift: number,
  mask: number,
): void {
  const own = thread * DIGITS;
  digits.fill(0, own, own + mask + 1);
  for (let i = start; i < end; i++) digits[own + ((keys[i] >> shift) & mask)]++;
}

/** Moves the entries from `start` up to `end` to the places of their digits. */
function scatter(
  { digits }: SubdivisionMemory,
  thread: number,
  keys: Int32Array,
  words: Int32Array,
  toKeys: Int32Array,
  toWords: Int32Array,
  start: number,
  end: number,
  shift: number,
  mask: number,
): void {
  const own = thread * DIGITS;
  for (let i = start; i < end; i++) {
    const key = keys[i];
    const place = digits[own + ((key >> shift) & mask)]++;
    toKeys[place] = key;
    toWords[place] = words[i];
  }
}

/**
 * Turns how many entries of each digit each thread has into where its first of them goes; for the calling thread alone.
 */
export function placeDigits({ job, digits, threads }: SubdivisionMemory): void {
  let place = 0;
  for (let digit = 0; digit < 1 << job[DIGIT_BITS]; digit++) {
    for (let at = digit; at < threads * DIGITS; at += DIGITS) {
      const entries = digits[at];
      digits[at] = place;
      place += entries;
    }
  }
}

/**
 * Tests the pairs of each cell of a pass: of members, and of a member and a guest. A pair is tested only where one of
 * the two is at home on each axis, and where the control bits do not say that it is tested in the column or row before:
 * parallel-subdivision.ts says why this is once.
 */
function findPairsOfPass(memory: SubdivisionMemory, thread: number): void {
  const { job, boxes, keys, words, pairs, report, threads } = memory;
  const passStart = job[PASS_START];
  const passEnd = job[PASS_END];
  const entries = passEnd - passStart;
  const end = cellStart(keys, passStart, passStart + sliceStart(entries, thread + 1, threads), passEnd);
  const room = pairShare(memory);
  const firstPair = thread * room * 2;
  let found = 0;
  let boxTests = 0;
  let cells = 0;
  let start = cellStart(keys, passStart, passStart + sliceStart(entries, thread, threads), passEnd);
  while (start < end) {
    const memberKey = keys[start] & ~KEY_GUEST;
    let membersEnd = start;
    while (membersEnd < end && keys[membersEnd] === memberKey) membersEnd++;
    let cellEnd = membersEnd;
    while (cellEnd < end && keys[cellEnd] === memberKey + KEY_GUEST) cellEnd++;
    cells++;
    for (let i = start; i < membersEnd; i++) {
      const word = words[i];
      const slot = word & WORD_SLOT;
      const left = boxes[slot * 4];
      const top = boxes[slot * 4 + 1];
      const right = boxes[slot * 4 + 2];
      const bottom = boxes[slot * 4 + 3];
      for (let j = i + 1; j < cellEnd; j++) {
        const other = words[j];
        const both = word & other;
        if ((both & (WORD_STILL | WORD_AWAY_X | WORD_AWAY_Y)) !== 0) continue;
        const either = word | other;
        if ((both & (WORD_LEFT | WORD_RIGHT)) !== 0 && (either & WORD_AWAY_X) !== 0) continue;
        if ((both & (WORD_ABOVE | WORD_BELOW)) !== 0 && (either & WORD_AWAY_Y) !== 0) continue;
        boxTests++;
        const otherSlot = other & WORD_SLOT;
        const box = otherSlot * 4;
        if (boxes[box] > right || boxes[box + 2] < left || boxes[box + 1] > bottom || boxes[box + 3] < top) continue;
        if (found < room) {
          pairs[firstPair + found * 2] = slot;
          pairs[firstPair + found * 2 + 1] = otherSlot;
        }
        found++;
      }
    }
    start = cellEnd;
  }
  report[thread * REPORT_SIZE + PAIRS] = found;
  report[thread * REPORT_SIZE + BOX_TESTS] = boxTests;
  report[thread * REPORT_SIZE + CELLS] = cells;
}

/** The first entry of a cell at or after `at`, of the pass from `passStart` up to `passEnd`. */
function cellStart(keys: Int32Array, passStart: number, at: number, passEnd: number): number {
  let start = at;
  while (start > passStart && start < passEnd && keys[start] >> 1 === keys[start - 1] >> 1) start++;
  return start;
}
