import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, type Random } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { createScene } from "../scenes/scenes.ts";
import { box, MAX_VERTICES, polygon, segment } from "../shapes.ts";
import { naivePairs, naiveQuery, pairKey } from "../testing/naive.ts";
import { storeScene } from "../testing/scene-store.ts";
import { createDirectionalSweep, createPolygonSweep } from "./directional-sweep.ts";
import { createPairList } from "./pair-list.ts";
import { createSlotList } from "./slot-list.ts";

type Corners = readonly (readonly [number, number])[];

function corners({ x, y, vertices, vertexCount }: WritableBodyStore, slot: number): Corners {
  const start = slot * MAX_VERTICES * 2;
  return Array.from({ length: vertexCount[slot] }, (_, i) => [
    x[slot] + vertices[start + 2 * i],
    y[slot] + vertices[start + 2 * i + 1],
  ]);
}

/** Whether no edge of `a` has all of `b` beyond it: convex polygons, both with a positive area. */
function isNotBeyond(a: Corners, b: Corners): boolean {
  return a.every(([x, y], i) => {
    const [nextX, nextY] = a[(i + 1) % a.length];
    return b.some(([cornerX, cornerY]) => (nextX - x) * (cornerY - y) - (nextY - y) * (cornerX - x) >= 0);
  });
}

/** The pairs of polygons that overlap, by `pairKey`. */
function overlappingPolygons(store: WritableBodyStore): number[] {
  const all = Array.from({ length: store.count }, (_, slot) => corners(store, slot));
  return [...naivePairs(store)].filter((key) => {
    const [a, b] = [all[Math.floor(key / 2 ** 20)], all[key % 2 ** 20]];
    return isNotBeyond(a, b) && isNotBeyond(b, a);
  });
}

function pairsAlong(store: WritableBodyStore, x: number, y: number) {
  const sweep = createPolygonSweep(store, x, y);
  const pairs = createPairList();
  sweep.build();
  sweep.findPairs(pairs);
  const keys = Array.from({ length: pairs.count }, (_, i) =>
    pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i])),
  );
  return { keys: new Set(keys), given: pairs.count, tests: sweep.counters.boxTests };
}

function addPolygon(store: WritableBodyStore, random: Random, x: number, y: number): void {
  const turn = random.between(0, 7);
  const radius = random.between(0.5, 6);
  const count = 3 + random.integer(MAX_VERTICES - 2);
  const vertices = Array.from({ length: count * 2 }, (_, i) => {
    const angle = turn + (Math.floor(i / 2) * 2 * Math.PI) / count;
    return (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle)) * radius;
  });
  store.add(polygon(vertices), x, y, { still: random.integer(4) === 0 });
}

test("along any direction, all polygons that overlap are found, each pair once", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandom(seed);
      const store = createBodyStore(60);
      for (let i = 0; i < 60; i++) addPolygon(store, random, random.between(-30, 30), random.between(-30, 30));
      updateBoxes(store, false);
      const overlapping = overlappingPolygons(store);
      const boxPairs = new Set(naivePairs(store));
      for (let i = 0; i < 8; i++) {
        const angle = i < 4 ? (i * Math.PI) / 4 : random.between(0, 7);
        const { keys, given } = pairsAlong(store, Math.cos(angle) * 5, Math.sin(angle) * 5);
        expect(given).toBe(keys.size);
        expect(overlapping.filter((key) => !keys.has(key))).toEqual([]);
        expect([...keys].filter((key) => !boxPairs.has(key))).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test("the direction changes how many are tested: few along the line that they are on, all across it", () => {
  const random = createRandom(3);
  const store = createBodyStore(100);
  for (let i = 0; i < 100; i++) addPolygon(store, random, i * 3, i * 3);
  for (let i = 0; i < 100; i++) store.setStill(store.ids[i], false);
  updateBoxes(store, false);
  const along = pairsAlong(store, 1, 1);
  const across = pairsAlong(store, 1, -1);
  expect(across.tests).toBeGreaterThan(4000);
  expect(along.tests).toBeLessThan(400);
  const overlapping = overlappingPolygons(store);
  expect(overlapping.length).toBeGreaterThan(50);
  for (const { keys } of [along, across]) expect(overlapping.every((key) => keys.has(key))).toBe(true);
});

test("along x or y it gives the pairs whose boxes overlap, for all shapes", () => {
  const store = storeScene(createScene("shapes-mixed", 400, 1));
  updateBoxes(store, false);
  const expected = [...naivePairs(store)];
  for (const [x, y] of [
    [1, 0],
    [-2, 0],
    [0, 1e-9],
  ]) {
    expect([...pairsAlong(store, x, y).keys].sort((a, b) => a - b)).toEqual(expected);
  }
});

test("far from the origin, where a sum is far off in its last digits, touching boxes are found along the diagonal", () => {
  const store = createBodyStore(2);
  store.add(box(1, 1), 1e12, -1e12);
  store.add(box(1, 1), 1e12 - 1, -1e12 + 1);
  updateBoxes(store, false);
  expect(pairsAlong(store, 1, 1).given).toBe(1);
  expect(pairsAlong(store, 1, -1).given).toBe(1);
});

test("of boxes, the direction changes the tests and never the pairs", () => {
  const store = storeScene(createScene("shapes-mixed", 400, 2));
  updateBoxes(store, false);
  const expected = [...naivePairs(store)];
  const pairs = createPairList();
  const tests = [0, 20, 45, 70, 90, 135].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const sweep = createDirectionalSweep(store, Math.cos(angle), Math.sin(angle));
    sweep.build();
    sweep.findPairs(pairs);
    const keys = Array.from({ length: pairs.count }, (_, i) =>
      pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i])),
    );
    expect(keys.sort((a, b) => a - b)).toEqual(expected);
    return sweep.counters.boxTests;
  });
  expect(new Set(tests).size).toBe(tests.length);
});

test("of shapes, slanted ones side by side are told apart though all of their boxes overlap", () => {
  const store = createBodyStore(50);
  for (let i = 0; i < 50; i++) store.add(polygon([-100, -101, 100, 99, 100, 101, -100, -99]), 5 * i, -5 * i);
  updateBoxes(store, false);
  expect(pairsAlong(store, 1, -1)).toMatchObject({ given: 0, tests: 0 });
  expect(naivePairs(store).length).toBeGreaterThan(500);
});

test("of shapes, a query gives every body whose box overlaps the rectangle, however much shorter its shape is", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(1, 1e6), (seed, scale) => {
      const random = createRandom(seed);
      const store = createBodyStore(60);
      for (let i = 0; i < 60; i++) {
        const [x, y] = [random.between(-100, 100) * scale, random.between(-100, 100) * scale];
        if (random.integer(2) === 0) addPolygon(store, random, x, y);
        else store.add(segment(random.between(-50, 50), random.between(-50, 50)), x, y);
      }
      updateBoxes(store, false);
      const angle = random.between(0, 7);
      const sweep = createPolygonSweep(store, Math.cos(angle), Math.sin(angle));
      sweep.build();
      const { minX, minY, maxX, maxY } = store.boxes;
      for (let slot = 0; slot < 60; slot++) {
        const other = random.integer(60);
        // From the corner of one box to that of another: some are touched at the corner alone.
        const [x1, x2] = [maxX[slot], minX[other]].sort((a, b) => a - b);
        const [y1, y2] = [maxY[slot], minY[other]].sort((a, b) => a - b);
        const found = createSlotList();
        sweep.queryRect(x1, y1, x2, y2, found);
        const slots = [...found.slots.subarray(0, found.count)].sort((a, b) => a - b);
        expect(slots).toEqual(naiveQuery(store, { minX: x1, minY: y1, maxX: x2, maxY: y2 }));
      }
    }),
    { numRuns: 100 },
  );
});

test("a direction of no length is refused", () => {
  const store = createBodyStore(1);
  expect(() => createDirectionalSweep(store, 0, 0)).toThrow(/direction is 0, 0: give one of some length/);
  expect(() => createDirectionalSweep(store, Number.NaN, 0)).toThrow(/directionX is NaN/);
});
