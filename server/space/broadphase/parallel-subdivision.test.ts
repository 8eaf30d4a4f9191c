import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { createScene, SCENE_NAMES } from "../scenes/scenes.ts";
import { box, circle } from "../shapes.ts";
import { naivePairs, naiveSlots, pairKey } from "../testing/naive.ts";
import { ANY_BODIES, AWKWARD_BODIES, type BodyKind, randomShape } from "../testing/random-bodies.ts";
import type { BroadPhase } from "./broad-phase.ts";
import { createPairList } from "./pair-list.ts";
import { createParallelSubdivision, createSubdivision } from "./parallel-subdivision.ts";
import { createThreadedSubdivision } from "./subdivision/parallel-subdivision-threads.ts";
import { CELLS_PER_SIZE } from "./subdivision/size-classes.ts";
import { PASSES_PER_CLASS, WORD_AWAY_X, WORD_AWAY_Y, WORD_SLOT } from "./subdivision/subdivision-cells.ts";
import { type Crew, createInlineCrew } from "./subdivision/subdivision-crew.ts";
import { JobKind } from "./subdivision/subdivision-jobs.ts";
import { CELL_BITS, PASS_END, PASS_START, type SubdivisionMemory } from "./subdivision/subdivision-memory.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const CAPACITY = 2000;

function pairsOf(broadPhase: BroadPhase): number[] {
  const pairs = createPairList();
  broadPhase.findPairs(pairs);
  return Array.from({ length: pairs.count }, (_, i) =>
    pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i])),
  );
}

function addScene(store: WritableBodyStore, name: (typeof SCENE_NAMES)[number], count: number, seed: number): void {
  const { x, y, radius, still } = createScene(name, count, seed);
  for (let i = 0; i < count; i++) store.add(circle(radius[i]), x[i], y[i], { still: still[i] === 1 });
}

function removeAll(store: WritableBodyStore): void {
  for (const slot of naiveSlots(store)) store.remove(store.ids[slot]);
}

describe("at 1, 2 and 4 threads", () => {
  const store = createBodyStore(CAPACITY);
  const crews = [1, 2, 4].map((threads) => createThreadedSubdivision(store, threads));
  const broadPhases = [createParallelSubdivision(store), ...crews];
  afterAll(() => Promise.all(crews.map((crew) => crew.dispose())));

  /** Fails unless all give the pairs of the oracle, and all in one order. @returns the pairs */
  function step(): number[] {
    updateBoxes(store, false);
    for (const broadPhase of broadPhases) broadPhase.build();
    const [first, ...others] = broadPhases.map(pairsOf);
    for (const pairs of others) expect(pairs).toEqual(first);
    for (const { counters } of broadPhases) expect(counters).toEqual(broadPhases[0].counters);
    expect(Float64Array.from(first).sort()).toEqual(naivePairs(store));
    store.settle();
    return first;
  }

  test.each(SCENE_NAMES)("the pairs of the scene %s are the same, in the same order", (scene) => {
    for (const [count, seed] of [
      [0, 1],
      [1, 1],
      [5, 2],
      [700, 3],
    ]) {
      removeAll(store);
      step();
      addScene(store, scene, count, seed);
      step();
    }
  });

  test.each([
    ["awkward", AWKWARD_BODIES],
    ["any", ANY_BODIES],
  ])("the pairs of %s bodies are the same through any history", (_, kind: BodyKind) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 300 }), (seed, count) => {
        const random = createRandom(seed);
        removeAll(store);
        step();
        for (let i = 0; i < count; i++) {
          const category = 1 << random.integer(3);
          const options = { still: random.integer(3) === 0, category, mask: random.integer(8) };
          store.add(randomShape(random, kind.size), kind.coordinate(random), kind.coordinate(random), options);
        }
        for (let round = 0; round < 5; round++) {
          for (let change = random.integer(count); change > 0; change--) {
            const slots = naiveSlots(store);
            if (slots.length === 0) break;
            const id = store.ids[slots[random.integer(slots.length)]];
            const what = random.integer(6);
            if (what === 0) store.remove(id);
            else if (what === 1) store.reshape(id, randomShape(random, kind.size));
            else if (what === 2) store.setStill(id, random.integer(2) === 0);
            else store.move(id, kind.coordinate(random), kind.coordinate(random));
          }
          step();
        }
      }),
      { numRuns: 40 },
    );
  });

  test("more pairs than there was room for are all found, and again in the next step", () => {
    removeAll(store);
    step();
    for (let i = 0; i < 300; i++) store.add(circle(1 + (i % 7)), 0, 0);
    expect(step()).toHaveLength((300 * 299) / 2);
    expect(step()).toHaveLength((300 * 299) / 2);
  });
});

/**
 * Looks at the passes of the store's bodies, and fails unless they are what they should be. @returns how many there
 * were
 */
function expectPasses(store: WritableBodyStore): number {
  updateBoxes(store, false);
  const inlineCrew = createInlineCrew();
  const cellsOf = new Map<string, number>();
  const homesOf = new Map<string, number>();
  const passes: number[] = [];
  const crew: Crew = {
    ...inlineCrew,
    run(memory, kind) {
      if (kind === JobKind.findPairs) lookAtPass(memory);
      inlineCrew.run(memory, kind);
    },
  };

  function lookAtPass({ job, keys, words, sizeClass }: SubdivisionMemory): void {
    const passOf = (entry: number) => keys[entry] >> (job[CELL_BITS] + 1);
    const pass = passOf(job[PASS_START]);
    // Again, because there was no room for all pairs.
    if (pass === passes.at(-1)) return;
    passes.push(pass);
    const seen = new Set<number>();
    for (let i = job[PASS_START]; i < job[PASS_END]; i++) {
      expect(passOf(i)).toBe(pass);
      const slot = words[i] & WORD_SLOT;
      seen.add(slot);
      const entry = `class ${Math.floor(pass / PASSES_PER_CLASS)} slot ${slot}`;
      cellsOf.set(entry, (cellsOf.get(entry) ?? 0) + 1);
      const isMember = sizeClass[slot] === Math.floor(pass / PASSES_PER_CLASS);
      const isHome = (words[i] & (WORD_AWAY_X | WORD_AWAY_Y)) === 0;
      if (isMember && isHome) homesOf.set(entry, (homesOf.get(entry) ?? 0) + 1);
    }
    expect(seen.size, "bodies of a pass").toBe(job[PASS_END] - job[PASS_START]);
  }

  const broadPhase = createSubdivision(store, crew);
  broadPhase.build();
  pairsOf(broadPhase);
  expect(passes).toEqual([...new Set(passes)].sort((a, b) => a - b));
  expect(Math.max(0, ...cellsOf.values())).toBeLessThanOrEqual(4);
  expect([...homesOf.values()]).toEqual(naiveSlots(store).map(() => 1));
  return passes.length;
}

describe("in a pass no body is twice, of a grid a body meets four cells at most, and one is its home,", () => {
  test.each(SCENE_NAMES)("in the scene %s", (scene) => {
    const store = createBodyStore(CAPACITY);
    addScene(store, scene, 700, 5);
    expect(expectPasses(store)).toBeGreaterThan(0);
  });

  test.each([
    ["awkward", AWKWARD_BODIES],
    ["any", ANY_BODIES],
  ])("for %s bodies", (_, kind: BodyKind) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 200 }), (seed, count) => {
        const random = createRandom(seed);
        const store = createBodyStore(count);
        for (let i = 0; i < count; i++) {
          store.add(randomShape(random, kind.size), kind.coordinate(random), kind.coordinate(random));
        }
        expectPasses(store);
      }),
      { numRuns: 100 },
    );
  });

  test("and bodies of one size have four passes", () => {
    const store = createBodyStore(CAPACITY);
    addScene(store, "uniform", 700, 5);
    expect(expectPasses(store)).toBe(PASSES_PER_CLASS);
  });
});

test("a pair is tested once, where one is at home on each axis", () => {
  const store = createBodyStore(CAPACITY);
  addScene(store, "uniform", 500, 9);
  updateBoxes(store, false);
  const broadPhase = createParallelSubdivision(store);
  broadPhase.build();
  pairsOf(broadPhase);

  const { minX, minY, maxX, maxY } = store.boxes;
  const slots = naiveSlots(store);
  const side = CELLS_PER_SIZE * Math.max(...slots.map((i) => Math.max(maxX[i] - minX[i], maxY[i] - minY[i])));
  const column = (coordinate: number) => Math.floor(coordinate / side);
  /** Whether two bodies share a column (row) in which one is at home. */
  const meetAtHome = (min: Float32Array, max: Float32Array, a: number, b: number) => {
    const homes = [column((min[a] + max[a]) / 2), column((min[b] + max[b]) / 2)];
    return homes.some((home) => [a, b].every((i) => column(min[i]) <= home && home <= column(max[i])));
  };
  let expected = 0;
  for (const a of slots) {
    for (const b of slots) if (a < b && meetAtHome(minX, maxX, a, b) && meetAtHome(minY, maxY, a, b)) expected++;
  }
  expect(broadPhase.counters.boxTests).toBe(expected);
});

test("a giant over small bodies enters four cells, and they enter those", () => {
  const store = createBodyStore(10_001);
  for (let i = 0; i < 10_000; i++) store.add(circle(1), (i % 100) * 10, Math.floor(i / 100) * 10);
  updateBoxes(store, false);
  const broadPhase = createParallelSubdivision(store);
  broadPhase.build();
  const before = broadPhase.counters.entries;
  store.add(circle(5000), 500, 500);
  updateBoxes(store, false);
  broadPhase.build();
  expect(pairsOf(broadPhase)).toHaveLength(10_000);
  expect(broadPhase.counters.entries - before).toBeLessThanOrEqual(4 + 4 * 10_000);
  expect(broadPhase.inspect().regions.filter(({ depth }) => depth === 0).length).toBeLessThanOrEqual(4);
});

test("boxes that meet in a cell that is home to neither are found", () => {
  const store = createBodyStore(10);
  // Cells of 30 u. The arms of an L: one at home in column 0, row 0, the other in column 1, row 1; they meet in (1, 0).
  store.add(box(20, 2), 25, 28);
  store.add(box(2, 20), 34, 38);
  updateBoxes(store, false);
  const broadPhase = createParallelSubdivision(store);
  broadPhase.build();
  expect(pairsOf(broadPhase)).toEqual([pairKey(0, 1)]);
  const side = CELLS_PER_SIZE * 20;
  expect(broadPhase.inspect().regions.find(({ slots }) => slots.length === 2)).toMatchObject({
    minX: expect.closeTo(side, 3),
    minY: 0,
  });
});
