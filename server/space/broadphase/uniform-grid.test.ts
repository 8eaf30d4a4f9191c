import { expect, test } from "vitest";
import { createBodyStore } from "../bodies.ts";
import { createScene } from "../scenes/scenes.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase, storeScene } from "../testing/scene-store.ts";
import { createPairList } from "./pair-list.ts";
import { createUniformGrid } from "./uniform-grid.ts";

const pairs = createPairList();

test("a body has an entry in each cell that it covers; cells without a body are no regions", () => {
  const store = createBodyStore(32);
  // 32 bodies make 16 cells: four by four, of 100 u.
  for (let i = 0; i < 30; i++) store.add(circle(1), 50, 50);
  store.add(circle(1), 200, 200);
  store.add(circle(1), 350, 100);
  const grid = createUniformGrid(store, { minX: 0, minY: 0, maxX: 400, maxY: 400 });
  stepBroadPhase(store, grid, pairs);
  expect(grid.counters).toMatchObject({ entries: 30 + 4 + 2, regions: 1 + 4 + 2, boxTests: (30 * 29) / 2 });
});

test("at constant density the tests grow with the number of bodies, not with its square", () => {
  const testsOf = (count: number) => {
    const scene = createScene("uniform", count, 1);
    const store = storeScene(scene);
    const grid = createUniformGrid(store, scene.bounds);
    stepBroadPhase(store, grid, pairs);
    expect(grid.counters.entries).toBeLessThanOrEqual(count * 4);
    return grid.counters.boxTests / count;
  };
  expect(testsOf(16_000)).toBeLessThan(testsOf(1000) * 1.2);
  expect(testsOf(16_000)).toBeLessThan(10);
});

test("giants join the cells, so that entries stay few", () => {
  const scene = createScene("giants", 500, 1);
  const store = storeScene(scene);
  const grid = createUniformGrid(store, scene.bounds);
  stepBroadPhase(store, grid, pairs);
  expect(grid.counters.entries).toBeLessThanOrEqual(500 * 4);
});
