import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase } from "../testing/scene-store.ts";
import { createPairList } from "./pair-list.ts";
import { createSparseGrid } from "./sparse-grid.ts";

const pairs = createPairList();

function scatter(store: WritableBodyStore, count: number, from: number, to: number): void {
  const random = createRandom(1);
  for (let i = 0; i < count; i++) store.add(circle(1), random.between(from, to), random.between(from, to));
}

test("it costs the same about the origin, below it and in a corner of a world a million times as wide", () => {
  const testsOf = (from: number) => {
    const store = createBodyStore(2000);
    scatter(store, 2000, from, from + 200);
    const grid = createSparseGrid(store);
    stepBroadPhase(store, grid, pairs);
    expect(grid.counters.entries).toBeLessThan(2000 * 4);
    return grid.counters.boxTests;
  };
  const tests = testsOf(0);
  for (const from of [-100, -200, -1e6, 1e6]) {
    expect(testsOf(from) / tests).toBeGreaterThan(0.8);
    expect(testsOf(from) / tests).toBeLessThan(1.25);
  }
});

test("a giant costs one entry and a test of each body, and not a cell more", () => {
  const store = createBodyStore(10_001);
  scatter(store, 10_000, 0, 1e6);
  const grid = createSparseGrid(store);
  stepBroadPhase(store, grid, pairs);
  const { entries, regions, boxTests } = grid.counters;
  store.add(circle(1e12), 0, 0);
  stepBroadPhase(store, grid, pairs);
  expect(grid.counters).toMatchObject({
    entries: entries + 1,
    regions: regions + 1,
    boxTests: boxTests + 10_000,
    pairs: grid.counters.pairs,
  });
  expect(grid.counters.pairs).toBeGreaterThanOrEqual(10_000);
});

test("bodies of all sizes: entries stay few, and few are in the list of large ones", () => {
  const store = createBodyStore(5000);
  const random = createRandom(2);
  for (let i = 0; i < 5000; i++) {
    store.add(circle(2 ** random.between(-20, 30)), random.between(-1e9, 1e9), random.between(-1e9, 1e9));
  }
  const grid = createSparseGrid(store);
  stepBroadPhase(store, grid, pairs);
  expect(grid.counters.entries).toBeLessThan(5000 * 6);
  const large = grid.inspect().regions.filter(({ depth }) => depth === 0);
  expect(large.length).toBeLessThanOrEqual(1);
  for (const { slots } of large) expect(slots.length).toBeLessThanOrEqual(5000 / 256);
});

test("a query of the whole world asks the cells that there are", () => {
  const store = createBodyStore(3);
  store.add(circle(1e-6), -1e12, -1e12);
  store.add(circle(1e-6), 0, 0);
  store.add(circle(1e-6), 1e12, 1e12);
  const grid = createSparseGrid(store);
  stepBroadPhase(store, grid, pairs);
  const list = { slots: new Int32Array(1), count: 0 };
  grid.queryRect(-1e12, -1e12, 1e12, 1e12, list);
  expect([...list.slots.subarray(0, list.count)].sort()).toEqual([0, 1, 2]);
});
