import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, slotOf, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { circle } from "../shapes.ts";
import type { BroadPhase, InspectedRegion } from "./broad-phase.ts";
import { createBruteForce } from "./brute-force.ts";
import { createPairList } from "./pair-list.ts";
import { createQuadtreeSap } from "./quadtree-sap.ts";

const SIDE = 10_000;
const BOUNDS = { minX: 0, minY: 0, maxX: SIDE, maxY: SIDE };

function step(broadPhase: BroadPhase, store: WritableBodyStore, pairs = createPairList()) {
  updateBoxes(store, false);
  broadPhase.build();
  broadPhase.findPairs(pairs);
  store.settle();
  return pairs.count;
}

/** How many pairs brute force finds in the same bodies. */
function expectedPairs(store: WritableBodyStore): number {
  const oracle = createBruteForce(store);
  const pairs = createPairList();
  oracle.build();
  oracle.findPairs(pairs);
  return pairs.count;
}

/** Where each still body stands: the cell and the bodies in it. */
function stillCells(broadPhase: BroadPhase, store: WritableBodyStore): InspectedRegion[] {
  return broadPhase.inspect().regions.filter(({ slots }) => store.still[slots[0]] === 1);
}

test("pellets eaten, spawned and grown each tick do not rebuild their layer", () => {
  const random = createRandom(3);
  const store = createBodyStore(12_000);
  const broadPhase = createQuadtreeSap(store, BOUNDS);
  const place = () => random.between(0, SIDE);
  const pellets = Array.from({ length: 8000 }, () => store.add(circle(10), place(), place(), { still: true }));
  for (let i = 0; i < 100; i++) store.add(circle(50), place(), place());
  step(broadPhase, store);
  const cellsBefore = stillCells(broadPhase, store).map(({ minX, minY }) => `${minX} ${minY}`);

  let shifted = 0;
  for (let tick = 0; tick < 1000; tick++) {
    const eaten = random.integer(pellets.length);
    store.remove(pellets[eaten]);
    pellets[eaten] = store.add(circle(10), place(), place(), { still: true });
    for (let i = 0; i < 80; i++) store.resize(pellets[random.integer(pellets.length)], random.between(9, 11));
    step(broadPhase, store);
    shifted = Math.max(shifted, broadPhase.counters.swaps);
  }
  // A rebuild would count all 8000.
  expect(shifted).toBeLessThan(200);
  expect(step(broadPhase, store)).toBe(expectedPairs(store));
  // The grid is the one that it was, though a cell here and there may have become empty or not.
  const cellsAfter = new Set(stillCells(broadPhase, store).map(({ minX, minY }) => `${minX} ${minY}`));
  expect(cellsBefore.filter((cell) => cellsAfter.has(cell)).length).toBeGreaterThan(cellsBefore.length * 0.6);
});

test("a layer grows and shrinks at a cost in proportion to the changes", () => {
  const random = createRandom(4);
  const store = createBodyStore(20_000);
  const broadPhase = createQuadtreeSap(store, BOUNDS);
  store.add(circle(3000), 5000, 5000);
  const pellets: number[] = [];
  let shifts = 0;
  for (let tick = 0; tick < 200; tick++) {
    for (let i = 0; i < 50; i++) {
      // Each fifty in a small place of their own, where holes run out.
      const x = (tick % 20) * 400 + random.between(0, 20);
      const y = Math.floor(tick / 20) * 800 + random.between(0, 20);
      pellets.push(store.add(circle(5), x, y, { still: true }));
    }
    const pairs = step(broadPhase, store);
    if (tick % 20 === 19) expect(pairs).toBe(expectedPairs(store));
    shifts += broadPhase.counters.swaps;
  }
  while (pellets.length > 0) {
    for (const id of pellets.splice(-500)) store.remove(id);
    const pairs = step(broadPhase, store);
    if (pellets.length % 2000 === 0) expect(pairs).toBe(expectedPairs(store));
    shifts += broadPhase.counters.swaps;
  }
  expect(shifts).toBeLessThan(40 * 20_000);
  expect(broadPhase.counters.entries).toBeLessThan(20);
});

test("a body that becomes still, a mover, large or small is where it belongs", () => {
  const store = createBodyStore(600);
  const broadPhase = createQuadtreeSap(store, BOUNDS);
  const random = createRandom(5);
  const ids = Array.from({ length: 500 }, (_, i) =>
    store.add(circle(20), random.between(0, 1500), random.between(0, 1500), { still: i % 2 === 0 }),
  );
  for (let tick = 0; tick < 100; tick++) {
    for (let i = 0; i < 20; i++) {
      const id = ids[random.integer(ids.length)];
      if (i % 2 === 0) store.setStill(id, store.still[slotOf(id)] === 0);
      else store.resize(id, 2 ** random.between(0, 10));
    }
    expect(step(broadPhase, store)).toBe(expectedPairs(store));
  }
});

test("bodies in a column are swept along it, and those in a row along that", () => {
  for (const isColumn of [true, false]) {
    const store = createBodyStore(2000);
    const broadPhase = createQuadtreeSap(store, BOUNDS);
    for (let i = 0; i < 2000; i++) {
      const along = ((i * 1237) % 2000) * 5;
      store.add(circle(3), isColumn ? 5000 : along, isColumn ? along : 5000);
    }
    // Each touches the next one, and a sweep on the right axis compares no others.
    expect(step(broadPhase, store)).toBe(1999);
    expect(broadPhase.counters.axisOverlaps).toBe(1999);
  }
});

test("a crowd splits its leaf, and no scene splits for ever", () => {
  const random = createRandom(6);
  const store = createBodyStore(6000);
  const broadPhase = createQuadtreeSap(store, BOUNDS);
  for (let i = 0; i < 1000; i++) store.add(circle(80), random.between(0, SIDE), random.between(0, SIDE));
  for (let i = 0; i < 4000; i++) store.add(circle(1), 5010 + random.between(0, 50), 5010 + random.between(0, 50));
  expect(step(broadPhase, store)).toBe(expectedPairs(store));
  const { regions } = broadPhase.inspect();
  expect(Math.max(...regions.map(({ depth }) => depth))).toBeGreaterThan(1);
  expect(regions).toHaveLength(broadPhase.counters.regions);
  expect(regions.reduce((sum, { slots }) => sum + slots.length, 0)).toBe(broadPhase.counters.entries);
  // All of a leaf's boxes meet its region.
  const { minX, minY, maxX, maxY } = store.boxes;
  for (const { slots, ...region } of regions) {
    for (const slot of slots) {
      expect(minX[slot] <= region.maxX && maxX[slot] >= region.minX).toBe(true);
      expect(minY[slot] <= region.maxY && maxY[slot] >= region.minY).toBe(true);
    }
  }
  // Far fewer comparisons than of each with each in the crowd.
  expect(broadPhase.counters.boxTests).toBeLessThan(800_000);

  const coincident = createBodyStore(500);
  const whole = createQuadtreeSap(coincident, BOUNDS);
  for (let i = 0; i < 500; i++) coincident.add(circle(20), 5000, 5000);
  expect(step(whole, coincident)).toBe((500 * 499) / 2);
  expect(whole.counters).toMatchObject({ regions: 1, entries: 500, boxTests: (500 * 499) / 2 });
});

test("few still bodies among many movers are swept with them, many are not", () => {
  const random = createRandom(7);
  const store = createBodyStore(3000);
  const broadPhase = createQuadtreeSap(store, BOUNDS);
  const add = (count: number, radius: number, still: boolean) => {
    for (let i = 0; i < count; i++) {
      store.add(circle(radius), random.between(0, SIDE), random.between(0, SIDE), { still });
    }
  };
  add(600, 60, false);
  add(50, 200, true);
  expect(step(broadPhase, store)).toBe(expectedPairs(store));
  expect(broadPhase.counters.axisOverlaps).toBe(broadPhase.counters.boxTests);
  add(1500, 10, true);
  expect(step(broadPhase, store)).toBe(expectedPairs(store));
  expect(broadPhase.counters.axisOverlaps).toBeLessThan(broadPhase.counters.boxTests);
});
