import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, type Random } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { createScene } from "../scenes/scenes.ts";
import { box, MAX_VERTICES, polygon } from "../shapes.ts";
import { naivePairs, pairKey } from "../testing/naive.ts";
import { storeScene } from "../testing/scene-store.ts";
import { createDirectionalSweep } from "./directional-sweep.ts";
import { createPairList } from "./pair-list.ts";

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
  const sweep = createDirectionalSweep(store, x, y);
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

test("a direction of no length is refused", () => {
  const store = createBodyStore(1);
  expect(() => createDirectionalSweep(store, 0, 0)).toThrow(/direction is 0, 0: give one of some length/);
  expect(() => createDirectionalSweep(store, Number.NaN, 0)).toThrow(/directionX is NaN/);
});
