import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { type BodyId, createBodyStore, slotOf, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { circle } from "../shapes.ts";
import { foundPairs, liveLong, stepAndCompare } from "../testing/long-history.ts";
import { pairKey } from "../testing/naive.ts";
import { createIncrementalSap, type IncrementalSap } from "./incremental-sap.ts";
import type { PairList } from "./pair-list.ts";

const AREA_PER_BODY = 20_000;
const MOVERS = 100;

function step(sap: IncrementalSap, store: WritableBodyStore): void {
  updateBoxes(store, false);
  sap.build();
  store.settle();
}

/** What 100 movers among still bodies, as dense everywhere, cost in the mean of some steps. */
function costOfMovers(stillCount: number): { swaps: number; tests: number } {
  const random = createRandom(stillCount);
  const side = Math.sqrt(AREA_PER_BODY * stillCount);
  const anywhere = () => random.between(0, side);
  const store = createBodyStore(stillCount + MOVERS);
  for (let i = 0; i < stillCount; i++)
    store.add(circle(random.between(10, 20)), anywhere(), anywhere(), { still: true });
  const movers = Array.from({ length: MOVERS }, () => ({
    id: store.add(circle(30), anywhere(), anywhere()),
    heading: random.between(0, 2 * Math.PI),
  }));
  const sap = createIncrementalSap(store);
  step(sap, store);
  const steps = 50;
  let swaps = 0;
  let tests = 0;
  for (let i = 0; i < steps; i++) {
    for (const { id, heading } of movers) {
      const slot = slotOf(id);
      store.move(id, store.x[slot] + Math.cos(heading) * 10, store.y[slot] + Math.sin(heading) * 10);
    }
    step(sap, store);
    swaps += sap.counters.swaps / steps;
    tests += sap.counters.boxTests / steps;
  }
  return { swaps, tests };
}

function keysOf({ a, b, count }: Readonly<PairList>): number[] {
  return Array.from({ length: count }, (_, i) => pairKey(a[i], b[i]));
}

describe("incremental sweep and prune", () => {
  test("swaps stay flat as still bodies grow from 1,000 to 100,000", () => {
    const few = costOfMovers(1_000);
    const many = costOfMovers(100_000);
    expect(few.swaps).toBeGreaterThan(MOVERS);
    expect(many.swaps).toBeLessThan(few.swaps * 1.5);
    expect(many.tests).toBeLessThan(few.tests * 1.5);
  });

  test("nothing is done for bodies that do not change", () => {
    const random = createRandom(3);
    const store = createBodyStore(2000);
    for (let i = 0; i < 2000; i++) store.add(circle(5), random.between(0, 500), random.between(0, 500));
    const sap = createIncrementalSap(store);
    step(sap, store);
    const before = foundPairs(sap);
    for (let i = 0; i < 5; i++) {
      step(sap, store);
      expect(sap.counters).toMatchObject({ swaps: 0, boxTests: 0, axisOverlaps: 0 });
      expect([sap.addedPairs.count, sap.removedPairs.count]).toEqual([0, 0]);
    }
    expect(foundPairs(sap)).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  test("a body that jumps across the world passes the endpoints of the regions it leaves and enters alone", () => {
    const random = createRandom(4);
    const store = createBodyStore(10_001);
    for (let i = 0; i < 10_000; i++) store.add(circle(1), random.between(0, 5000), random.between(0, 5000));
    const jumper = store.add(circle(1), 1, 1);
    const sap = createIncrementalSap(store);
    step(sap, store);
    store.teleport(jumper, 4999, 4999);
    step(sap, store);
    expect(sap.counters.swaps).toBeGreaterThan(0);
    expect(sap.counters.swaps).toBeLessThan(1000);
  });

  test("two bodies pass each other: one event when they meet, one when they part", () => {
    const store = createBodyStore(2);
    store.add(circle(1), 0, 0, { still: true });
    const mover: BodyId = store.add(circle(1), -4, 0);
    const sap = createIncrementalSap(store);
    const events: string[] = [];
    for (let x = -4; x <= 4; x++) {
      store.move(mover, x, 0);
      step(sap, store);
      if (sap.addedPairs.count > 0) events.push(`meet at ${x}`);
      if (sap.removedPairs.count > 0) events.push(`part at ${x}`);
    }
    expect(events).toEqual(["meet at -2", "part at 3"]);
  });

  test.each([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])("boxes that come to share an edge meet, and part by the least there is (%d, %d)", (directionX, directionY) => {
    const store = createBodyStore(2);
    store.add(circle(0), 3, 3, { still: true });
    const mover = store.add(circle(0), 0, 0);
    const sap = createIncrementalSap(store);
    const { minX, minY, maxX, maxY } = store.boxes;
    let edgesShared = 0;
    // Half a digit of a float32 at a time.
    for (let i = -20; i <= 20; i++) {
      store.move(mover, 3 + directionX * i * 2 ** -23, 3 + directionY * i * 2 ** -23);
      stepAndCompare(sap, store, `at ${i}`);
      if (maxX[1] === minX[0] || minX[1] === maxX[0] || maxY[1] === minY[0] || minY[1] === maxY[0]) edgesShared++;
    }
    expect(edgesShared).toBeGreaterThan(1);
  });

  test("the events of each step lead from its pairs to the next one's, through any long life", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.05, 1, 8), (seed, speed) => {
        const known = new Set<number>();
        let sap: IncrementalSap | undefined;
        let events = 0;
        const create = (store: Parameters<typeof createIncrementalSap>[0]) => {
          sap = createIncrementalSap(store);
          return sap;
        };
        liveLong(create, seed, speed, 60, (found) => {
          if (sap === undefined) throw new Error("no step before the broad phase is made");
          for (const key of keysOf(sap.removedPairs)) expect(known.delete(key)).toBe(true);
          for (const key of keysOf(sap.addedPairs)) {
            expect(known.has(key)).toBe(false);
            known.add(key);
          }
          events += sap.addedPairs.count;
          expect([...known].sort((a, b) => a - b)).toEqual([...found]);
        });
        expect(events).toBeGreaterThan(0);
      }),
      { numRuns: 8 },
    );
  });

  test("a filter that changes in the step of a new cut, and back in the next, is followed", () => {
    const store = createBodyStore(2000);
    const first = store.add(circle(1), 0, 0);
    store.add(circle(1), 1, 0, { category: 2 });
    const sap = createIncrementalSap(store);
    expect(stepAndCompare(sap, store, "first").length).toBe(1);
    store.setFilter(first, 1, 2);
    stepAndCompare(sap, store, "noted");
    const regionsBefore = sap.counters.regions;
    for (let i = 0; i < 1000; i++) store.add(circle(1), 1000 + (i % 30) * 5, Math.floor(i / 30) * 5);
    store.setFilter(first, 1, 4);
    expect(stepAndCompare(sap, store, "cut anew").length).toBe(0);
    expect(sap.counters.regions).toBeGreaterThan(regionsBefore);
    store.setFilter(first, 1, 2);
    expect(stepAndCompare(sap, store, "and back").length).toBe(1);
  });

  test("a crowd that moves far away is cut into regions there too", () => {
    const random = createRandom(5);
    const store = createBodyStore(1000);
    const ids = Array.from({ length: 1000 }, () =>
      store.add(circle(1), random.between(0, 300), random.between(0, 300)),
    );
    const sap = createIncrementalSap(store);
    stepAndCompare(sap, store, "first");
    let mostInRegion = 1000;
    for (let i = 0; i < 40 && mostInRegion > 100; i++) {
      for (const id of ids) store.teleport(id, 1e6 + random.between(0, 300), random.between(0, 300));
      stepAndCompare(sap, store, `jump ${i}`);
      mostInRegion = Math.max(...sap.inspect().regions.map(({ slots }) => slots.length));
    }
    expect(mostInRegion).toBeLessThan(100);
  });
});
