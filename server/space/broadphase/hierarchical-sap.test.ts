import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { type BodyId, createBodyStore, slotOf } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import type { Rectangle } from "../rectangle.ts";
import { circle } from "../shapes.ts";
import { liveLong, stepAndCompare } from "../testing/long-history.ts";
import { LAYER_RATIO } from "./endpoints/region-layers.ts";
import { createHierarchicalSap } from "./hierarchical-sap.ts";

const SIDE = 14_000;
const BOUNDS: Rectangle = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };

/** 10,000 small bodies, spread over the bounds, and room for more. */
function createSmallBodies() {
  const random = createRandom(1);
  const store = createBodyStore(11_000);
  const ids: BodyId[] = [];
  for (let i = 0; i < 10_000; i++) {
    ids.push(
      store.add(circle(random.between(5, 10)), random.between(0, SIDE), random.between(0, SIDE), { still: true }),
    );
  }
  const sap = createHierarchicalSap(store, BOUNDS);
  const step = () => {
    updateBoxes(store, false);
    sap.build();
    store.settle();
  };
  step();
  return { random, store, ids, sap, step };
}

describe("hierarchical SAP", () => {
  test("a giant over 10,000 small bodies has no more entries than there are regions", () => {
    const { store, sap, step } = createSmallBodies();
    const { regions, entries } = sap.counters;
    store.add(circle(SIDE), SIDE / 2, SIDE / 2);
    step();
    const added = sap.counters.entries - entries;
    expect(added).toBeGreaterThan(regions / 2);
    expect(added).toBeLessThanOrEqual(sap.counters.regions);
    // It makes four regions of its own at most, and those that they lie in.
    expect(sap.counters.regions).toBeLessThan(regions + 16);
    expect(stepAndCompare(sap, store, "giant").length).toBe(10_000);
  });

  test("a giant meets bodies in regions that are made after it, and regions go when they are empty", () => {
    const store = createBodyStore(2000);
    const sap = createHierarchicalSap(store, BOUNDS);
    store.add(circle(3 * SIDE), 0, 0);
    stepAndCompare(sap, store, "giant alone");
    const { regions, entries } = sap.counters;
    const random = createRandom(2);
    const ids: BodyId[] = [];
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 20; i++) ids.push(store.add(circle(1), random.between(0, SIDE), random.between(0, SIDE)));
      const found = stepAndCompare(sap, store, `round ${round}`);
      expect(found.length).toBeGreaterThanOrEqual(ids.length);
    }
    expect(sap.counters.regions).toBeGreaterThan(100);
    for (const id of ids.splice(0)) store.remove(id);
    stepAndCompare(sap, store, "alone again");
    expect(sap.counters).toMatchObject({ regions, entries });
  });

  test("a giant that comes is put into the finer regions that exist, and leaves them when it goes", () => {
    const { store, sap, step } = createSmallBodies();
    const { regions, entries } = sap.counters;
    const giant = store.add(circle(SIDE / 4), -SIDE, -SIDE);
    step();
    const away = sap.counters.entries;
    expect(away - entries).toBeLessThanOrEqual(4);
    store.teleport(giant, SIDE / 2, SIDE / 2);
    stepAndCompare(sap, store, "over them");
    expect(sap.counters.entries - entries).toBeGreaterThan(50);
    store.remove(giant);
    step();
    expect(sap.counters).toMatchObject({ regions, entries });
  });

  test("a body among none smaller is in four regions at most, whatever its size and place", () => {
    fc.assert(
      fc.property(fc.double({ min: -12, max: 12, noNaN: true }), fc.integer(), (magnitude, seed) => {
        const random = createRandom(seed);
        const store = createBodyStore(1);
        const sap = createHierarchicalSap(store, BOUNDS);
        const reach = random.integer(2) === 0 ? SIDE : 1e12;
        const id = store.add(circle(10 ** magnitude), 0, 0);
        for (let i = 0; i < 10; i++) {
          const isRound = random.integer(2) === 0;
          const at = () => (isRound ? random.integer(20) * SIDE * 0.05 : random.between(-reach, reach));
          store.move(id, at(), at());
          updateBoxes(store, false);
          sap.build();
          store.settle();
          expect(sap.counters.entries).toBeLessThanOrEqual(4);
          expect(sap.counters.entries).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("each region lies in one of the next layer, ten times as wide, up to the one that is everywhere", () => {
    const { sap, store, random, step } = createSmallBodies();
    for (let i = 0; i < 50; i++)
      store.add(circle(random.between(1, 1000)), random.between(0, SIDE), random.between(0, SIDE));
    step();
    const { regions } = sap.inspect();
    const top = regions.filter(({ depth }) => depth === 0);
    expect(top.map(({ minX, maxY }) => [minX, maxY])).toEqual([[-Infinity, Infinity]]);
    for (const region of regions) {
      if (region.depth === 0) continue;
      const parents = regions.filter(
        ({ depth, minX, minY, maxX, maxY }) =>
          depth === region.depth - 1 &&
          minX <= region.minX &&
          minY <= region.minY &&
          maxX >= region.maxX &&
          maxY >= region.maxY,
      );
      expect(parents.length).toBe(1);
      if (region.depth === 1) continue;
      expect((parents[0].maxX - parents[0].minX) / (region.maxX - region.minX)).toBeCloseTo(LAYER_RATIO, 6);
    }
  });

  test("swaps do not grow with still bodies far away", () => {
    const swapsWith = (others: number) => {
      const random = createRandom(3);
      const store = createBodyStore(20_000);
      const sap = createHierarchicalSap(store, BOUNDS);
      const mover = store.add(circle(8), 3000, 3000);
      for (let i = 0; i < 50; i++) store.add(circle(8), random.between(2900, 3400), random.between(2900, 3400));
      for (let i = 0; i < others; i++) {
        store.add(circle(8), random.between(4000, SIDE), random.between(0, SIDE), { still: true });
      }
      let swaps = 0;
      for (let i = 0; i < 50; i++) {
        store.move(mover, 3000 + i * 8, 3000);
        updateBoxes(store, false);
        sap.build();
        store.settle();
        if (i > 0) swaps += sap.counters.swaps;
      }
      return swaps;
    };
    expect(swapsWith(0)).toBeGreaterThan(0);
    expect(swapsWith(10_000)).toBe(swapsWith(0));
  });

  test("a body that outgrows its layer, and shrinks again, is found on each", () => {
    const { store, sap, ids, step } = createSmallBodies();
    const { regions, entries } = sap.counters;
    const slot = slotOf(ids[5]);
    const radius = store.radius[slot];
    for (const grown of [radius * 10, radius * 100, radius * 1000, radius * 30, radius]) {
      store.resize(ids[5], grown);
      store.setStill(ids[5], false);
      stepAndCompare(sap, store, `radius ${grown}`);
    }
    step();
    expect(sap.counters).toMatchObject({ regions, entries });
  });

  test("a guest of a region that shrinks to live there meets the other guests", () => {
    const store = createBodyStore(11_000);
    const sap = createHierarchicalSap(store, BOUNDS);
    const small = store.add(circle(1), 2300, 2300);
    store.add(circle(300), 2800, 2300);
    const giant = store.add(circle(3000), -850, 2300);
    stepAndCompare(sap, store, "guests");
    const home = sap.inspect().regions.find(({ depth, slots }) => depth > 1 && slots.includes(slotOf(small)));
    expect(home?.slots.length).toBe(3);
    store.resize(giant, 1);
    store.teleport(giant, 2499.5, 2300);
    expect(stepAndCompare(sap, store, "shrunk").length).toBe(1);
  });

  test("finds all pairs through any long life", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.05, 1, 8), (seed, speed) => {
        liveLong(createHierarchicalSap, seed, speed, 100);
      }),
      { numRuns: 8 },
    );
  });
});
