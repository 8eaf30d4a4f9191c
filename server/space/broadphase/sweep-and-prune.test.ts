import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, slotOf } from "../bodies.ts";
import { createScene } from "../scenes/scenes.ts";
import { circle } from "../shapes.ts";
import { stepBroadPhase, storeScene } from "../testing/scene-store.ts";
import { createPairList } from "./pair-list.ts";
import { createSortAndSweep } from "./sort-and-sweep.ts";
import { createSweepAndPrune } from "./sweep-and-prune.ts";

const pairs = createPairList();

test("no shifts on a still scene, nor for newcomers", () => {
  const store = storeScene(createScene("agar", 2000, 1));
  const sweep = createSweepAndPrune(store);
  for (let i = 0; i < 3; i++) {
    stepBroadPhase(store, sweep, pairs);
    expect(sweep.counters.swaps).toBe(0);
  }
  for (let i = 0; i < 100; i++) store.remove(store.ids[i * 7]);
  stepBroadPhase(store, sweep, pairs);
  for (let i = 0; i < 100; i++) store.add(circle(5), i * 30, i * 40);
  stepBroadPhase(store, sweep, pairs);
  expect(sweep.counters).toMatchObject({ swaps: 0, entries: 2000 });
});

test("few shifts when bodies move little: as many as bodies that pass one another", () => {
  const store = createBodyStore(1000);
  const random = createRandom(3);
  // Wider than tall, so that it is swept along x.
  for (let i = 0; i < 1000; i++) store.add(circle(5), random.between(0, 4000), random.between(0, 1000));
  const sweep = createSweepAndPrune(store);
  stepBroadPhase(store, sweep, pairs);
  for (let step = 0; step < 5; step++) {
    const before = store.x.slice();
    for (const id of store.ids) store.move(id, store.x[slotOf(id)] + random.between(-0.3, 0.3), 0);
    stepBroadPhase(store, sweep, pairs);
    let passes = 0;
    for (let a = 0; a < 1000; a++) {
      for (let b = 0; b < 1000; b++) if (before[a] < before[b] && store.x[a] > store.x[b]) passes++;
    }
    expect(passes).toBeGreaterThan(0);
    expect(passes).toBeLessThan(100);
    // Not to the last one: boxes begin at float32s, which may be the same for two bodies.
    expect(Math.abs(sweep.counters.swaps - passes)).toBeLessThanOrEqual(3);
  }
});

test("after a shuffle it gives up shifting at a bound, a few dozen to a body, and sorts anew", () => {
  const count = 3000;
  const store = storeScene(createScene("uniform", count, 1));
  const random = createRandom(2);
  const sweep = createSweepAndPrune(store);
  stepBroadPhase(store, sweep, pairs);
  for (let i = 0; i < count; i++) store.teleport(store.ids[i], random.between(0, 7000), random.between(0, 7000));
  stepBroadPhase(store, sweep, pairs);
  // A shuffle is n²/4 inversions: 750 a body.
  expect(sweep.counters.swaps).toBeGreaterThan(count);
  expect(sweep.counters.swaps).toBeLessThan(count * 20);
  stepBroadPhase(store, sweep, pairs);
  expect(sweep.counters.swaps).toBe(0);
});

test("it compares the bodies that overlap on the axis, and two still ones on neither", () => {
  const store = storeScene(createScene("agar", 1000, 1));
  const sweep = createSweepAndPrune(store);
  const oracle = createSortAndSweep(store);
  stepBroadPhase(store, sweep, pairs);
  oracle.build();
  oracle.findPairs(createPairList());
  expect(sweep.counters.boxTests).toBe(oracle.counters.boxTests);
  expect(sweep.counters.axisOverlaps).toBeGreaterThan(sweep.counters.boxTests * 1.2);
});

test("the axis is the one that separates: a column costs no more than a row", () => {
  for (const name of ["row", "column"] as const) {
    const store = storeScene(createScene(name, 1000, 1));
    const sweep = createSweepAndPrune(store);
    stepBroadPhase(store, sweep, pairs);
    expect(sweep.counters.axisOverlaps).toBeLessThan(2000);
  }
});

test("bodies that turn from a row into a column have their axis changed", () => {
  const store = storeScene(createScene("row", 500, 1));
  const sweep = createSweepAndPrune(store);
  stepBroadPhase(store, sweep, pairs);
  for (let i = 0; i < 500; i++) store.teleport(store.ids[i], 0, store.x[i]);
  stepBroadPhase(store, sweep, pairs);
  expect(sweep.counters).toMatchObject({ swaps: 0 });
  expect(sweep.counters.axisOverlaps).toBeLessThan(1000);
});
