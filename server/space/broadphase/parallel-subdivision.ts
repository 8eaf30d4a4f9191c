/**
 * Parallel spatial subdivision, after GPU Gems 3, chapter 32, in the plane: the work of each step is cut into slices
 * that threads do side by side, and the result is the same, to the order of the pairs, however many there are.
 *
 * Idea: cells are 1.5 times as large as the largest body, so that a body meets at most two columns and two rows: its
 * *home* cell, with the middle of its box, and up to three *phantom* cells. Each meeting is an entry: cell id and body,
 * packed into two integers. A radix sort by cell brings the bodies of a cell together. Cells have four colours, by the
 * parities of column and row; as neighbours differ, no body is twice in the cells of one colour, and the pairs are
 * looked for in four passes, a colour each.
 *
 * Each pair is tested once. Two boxes that overlap share columns, and in one of those at least one of the two is at
 * home: were they both away in all of them, their middles would be more than a cell apart. The same holds for rows. So
 * a pair is tested only in cells where one of them is at home on x, and one of them on y. (To ask that one of them be
 * at home on both would not do: the arms of an L made of two boxes may meet in a cell that is home to neither.) Where
 * that is true of both shared columns, the control bits tell, and the odd column is skipped; likewise the odd row.
 *
 * Bodies of unlike sizes: each class of sizes (size-classes.ts) has a grid of its own with four passes. A body is a
 * *member* in its class's grid, and a *guest* in the cells of larger classes that have a member. Members are tested
 * with members and with guests, guests not with each other: so a pair meets in one grid only, that of the larger body,
 * where the above holds.
 *
 * Cost: O(n) to build, in two scatters; at most four entries a body and class, and 2.8 in the mean for bodies of one
 * size; all pairs of a cell are tested. A crowd in one place costs n²/2 tests, and one thread alone does it. The
 * calling thread copies the boxes, and gathers the pairs. Each job wakes all threads and waits for them, and there are
 * five or six and one for each pass: with few bodies that costs more than the work itself. Choose it for very many
 * bodies of few sizes, spread out, on a machine with idle cores; parallel-subdivision-threads.ts makes one with
 * threads. In line it is a grid for mixed sizes.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { keepAllowedPairs, type PairList } from "./pair-list.ts";
import {
  CELLS_PER_SIZE,
  chooseSizeClasses,
  clearSizeClasses,
  countSize,
  createSizeClasses,
} from "./subdivision/size-classes.ts";
import { fitCellBits, KEY_BITS_ABOVE_PLACE, PASSES_PER_CLASS } from "./subdivision/subdivision-cells.ts";
import { type Crew, createInlineCrew } from "./subdivision/subdivision-crew.ts";
import { inspectCells } from "./subdivision/subdivision-inspection.ts";
import { JobKind, placeDigits } from "./subdivision/subdivision-jobs.ts";
import {
  BODY_COUNT,
  BOX_TESTS,
  CELL_BITS,
  CELLS,
  CLASS_COUNT,
  createSubdivisionMemory,
  DIGIT_BITS,
  ENTRIES,
  ENTRY_COUNT,
  entryShare,
  firstEntryOf,
  growEntries,
  growPairs,
  PAIRS,
  PASS_END,
  PASS_START,
  pairShare,
  REPORT_SIZE,
} from "./subdivision/subdivision-memory.ts";
import { querySubdivision } from "./subdivision/subdivision-query.ts";

/** @param bodies what is looked at */
export function createParallelSubdivision(bodies: BodyStore): BroadPhase {
  return createSubdivision(bodies, createInlineCrew());
}

/** As `createParallelSubdivision`, done by `crew`. */
export function createSubdivision(bodies: BodyStore, crew: Crew): BroadPhase {
  const counters = createBroadPhaseCounters();
  const classes = createSizeClasses();
  const memory = createSubdivisionMemory(bodies.capacity, crew.threads, crew.allocate);
  const { job, report } = memory;

  /** Takes in all boxes, and chooses the classes and their cells. */
  function readBodies(): void {
    const { ids, still, slotLimit } = bodies;
    const { minX, minY, maxX, maxY } = bodies.boxes;
    const { slots, boxes, sizeClass } = memory;
    clearSizeClasses(classes);
    let count = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      slots[count++] = slot;
      const left = minX[slot];
      const top = minY[slot];
      const right = maxX[slot];
      const bottom = maxY[slot];
      boxes[slot * 4] = left;
      boxes[slot * 4 + 1] = top;
      boxes[slot * 4 + 2] = right;
      boxes[slot * 4 + 3] = bottom;
      memory.still[slot] = still[slot];
      sizeClass[slot] = countSize(classes, Math.max(right - left, bottom - top));
    }
    chooseSizeClasses(classes);
    for (let i = 0; i < count; i++) sizeClass[slots[i]] = classes.classOf[sizeClass[slots[i]]];
    for (let i = 0; i < classes.count; i++) memory.cellsPerUnit[i] = 1 / (CELLS_PER_SIZE * classes.largest[i]);
    job[BODY_COUNT] = count;
    job[CLASS_COUNT] = classes.count;
    job[CELL_BITS] = fitCellBits(count);
    job[DIGIT_BITS] = (job[CELL_BITS] + KEY_BITS_ABOVE_PLACE + 1) >> 1;
  }

  /** Marks the cells that guests have to enter: with one class there are no guests. */
  function markCells(): void {
    if (classes.count < 2) return;
    const cells = (classes.count * PASSES_PER_CLASS) << job[CELL_BITS];
    if (memory.occupied.length < cells) {
      memory.occupied = new Uint8Array(crew.allocate(cells));
      crew.memoryChanged();
    }
    memory.occupied.fill(0, 0, cells);
    crew.run(memory, JobKind.mark);
  }

  function enterBodies(): void {
    crew.run(memory, JobKind.enter);
    const most = mostOf(ENTRIES);
    if (most > entryShare(memory)) {
      growEntries(memory, most * 2, crew.allocate);
      crew.memoryChanged();
      crew.run(memory, JobKind.enter);
    }
    job[ENTRY_COUNT] = sumOf(ENTRIES);
  }

  function sortEntries(): void {
    crew.run(memory, JobKind.countLow);
    placeDigits(memory);
    crew.run(memory, JobKind.scatterLow);
    crew.run(memory, JobKind.countHigh);
    placeDigits(memory);
    crew.run(memory, JobKind.scatterHigh);
  }

  /** Finds the pairs of the pass that `job` is about, and appends them to `into` in the order of the cells. */
  function findPairsOfPass(into: PairList): void {
    crew.run(memory, JobKind.findPairs);
    const most = mostOf(PAIRS);
    if (most > pairShare(memory)) {
      growPairs(memory, most * 2, crew.allocate);
      crew.memoryChanged();
      crew.run(memory, JobKind.findPairs);
    }
    const { pairs } = memory;
    const share = pairShare(memory);
    const { count } = into;
    into.a = grownInt32(into.a, count + sumOf(PAIRS));
    into.b = grownInt32(into.b, count + sumOf(PAIRS));
    const { a, b } = into;
    let next = count;
    for (let thread = 0; thread < crew.threads; thread++) {
      const start = thread * share * 2;
      const end = start + report[thread * REPORT_SIZE + PAIRS] * 2;
      for (let i = start; i < end; i += 2) {
        a[next] = pairs[i];
        b[next++] = pairs[i + 1];
      }
    }
    into.count = next;
    counters.boxTests += sumOf(BOX_TESTS);
    counters.regions += sumOf(CELLS);
  }

  function mostOf(place: number): number {
    let most = 0;
    for (let at = place; at < report.length; at += REPORT_SIZE) if (report[at] > most) most = report[at];
    return most;
  }

  function sumOf(place: number): number {
    let sum = 0;
    for (let at = place; at < report.length; at += REPORT_SIZE) sum += report[at];
    return sum;
  }

  return {
    counters,

    build() {
      readBodies();
      markCells();
      enterBodies();
      sortEntries();
      counters.entries = job[ENTRY_COUNT];
    },

    findPairs(into) {
      into.count = 0;
      counters.boxTests = 0;
      counters.regions = 0;
      let start = 0;
      for (let pass = 0; pass < job[CLASS_COUNT] * PASSES_PER_CLASS; pass++) {
        const end = firstEntryOf(memory, (pass + 1) << (job[CELL_BITS] + 1));
        job[PASS_START] = start;
        job[PASS_END] = end;
        if (start < end) findPairsOfPass(into);
        start = end;
      }
      keepAllowedPairs(into, bodies);
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      querySubdivision(memory, classes, minX, minY, maxX, maxY, into);
    },

    inspect: () => ({ regions: inspectCells(memory) }),
  };
}
