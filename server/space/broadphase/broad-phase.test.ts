import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore, type WritableBodyStore } from "../bodies.ts";
import type { Rectangle } from "../rectangle.ts";
import { createScene, SCENE_NAMES } from "../scenes/scenes.ts";
import { type NaiveBody, naivePairs, pairKey } from "../testing/naive.ts";
import { awkwardCoordinate, awkwardRadius } from "../testing/random-bodies.ts";
import type { BroadPhase } from "./broad-phase.ts";
import { BROAD_PHASE_NAMES, type BroadPhaseName, createBroadPhase } from "./catalog.ts";
import { createPairList } from "./pair-list.ts";
import { createSlotList } from "./slot-list.ts";

type Body = Omit<NaiveBody, "id">;

const BOUNDS: Rectangle = { minX: -100, minY: -100, maxX: 100, maxY: 100 };

/** A broad phase, built from bodies that are in the slots of their indices. */
function build(name: BroadPhaseName, bodies: readonly Body[], bounds = BOUNDS): BroadPhase {
  const store: WritableBodyStore = createBodyStore(Math.max(1, bodies.length));
  for (const { x, y, radius, still } of bodies) store.add(x, y, radius, still);
  const broadPhase = createBroadPhase(name, store, bounds);
  broadPhase.build();
  return broadPhase;
}

/** The `pairKey`s, ascending, of the pairs that a broad phase gives. */
function pairsOf(broadPhase: BroadPhase): Float64Array {
  const pairs = createPairList();
  broadPhase.findPairs(pairs);
  expect(broadPhase.counters.pairs).toBe(pairs.count);
  const keys = new Float64Array(pairs.count);
  for (let i = 0; i < pairs.count; i++) {
    keys[i] = pairKey(Math.min(pairs.a[i], pairs.b[i]), Math.max(pairs.a[i], pairs.b[i]));
  }
  return keys.sort();
}

/** Fails at the first pair that is missing, wrong or given twice. */
function expectPairs(found: Float64Array, expected: Float64Array): void {
  const at = found.findIndex((key, i) => key !== expected[i]);
  expect({ at, key: found[at], count: found.length }).toEqual({ at: -1, key: undefined, count: expected.length });
}

/** Fails unless a query gives every body whose box overlaps the rectangle, and none twice. */
function expectQuery(broadPhase: BroadPhase, bodies: readonly Body[], rectangle: Rectangle): void {
  const { minX, minY, maxX, maxY } = rectangle;
  const list = createSlotList();
  broadPhase.queryRect(minX, minY, maxX, maxY, list);
  const found = new Set(list.slots.subarray(0, list.count));
  const missed = bodies.filter(
    ({ x, y, radius }, slot) =>
      x - radius <= maxX && x + radius >= minX && y - radius <= maxY && y + radius >= minY && !found.has(slot),
  );
  expect({ rectangle, missed, twice: list.count - found.size }).toEqual({ rectangle, missed: [], twice: 0 });
}

/** The bodies of a scene, as the oracle wants them. */
function sceneBodies(name: (typeof SCENE_NAMES)[number], count: number, seed: number) {
  const { x, y, radius, still, bounds } = createScene(name, count, seed);
  const bodies: Body[] = Array.from(x, (_, i) => ({ x: x[i], y: y[i], radius: radius[i], still: still[i] === 1 }));
  return { bodies, bounds };
}

/** Any float that a body may have, extremes and all. */
const anyCoordinate = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e308, -1e308, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, -Number.MIN_VALUE, 100),
  fc.integer({ min: -5, max: 5 }),
);
const anyRadius = anyCoordinate.map(Math.abs);
const anyBody = fc.record({ x: anyCoordinate, y: anyCoordinate, radius: anyRadius, still: fc.boolean() });

describe.each(BROAD_PHASE_NAMES)("%s", (name) => {
  test.each(SCENE_NAMES)("finds the pairs of the scene %s", (scene) => {
    for (const [count, seed] of [
      [0, 1],
      [1, 1],
      [17, 2],
      [300, 3],
      [900, 4],
    ]) {
      const { bodies, bounds } = sceneBodies(scene, count, seed);
      // In bounds that fit, and in some far too small.
      const expected = naivePairs(bodies);
      expectPairs(pairsOf(build(name, bodies, bounds)), expected);
      expectPairs(pairsOf(build(name, bodies, { minX: 3, minY: 3, maxX: 3.1, maxY: 4 })), expected);
    }
  });

  test("finds the pairs of awkward bodies in a crowd", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 500 }), (seed, count) => {
        const random = createRandom(seed);
        const bodies = Array.from({ length: count }, () => ({
          x: awkwardCoordinate(random),
          y: awkwardCoordinate(random),
          radius: awkwardRadius(random),
          still: random.integer(2) === 1,
        }));
        expectPairs(pairsOf(build(name, bodies)), naivePairs(bodies));
      }),
      { numRuns: 150 },
    );
  });

  test("finds the pairs of bodies with any floats, in any bounds", () => {
    const bounds = fc
      .tuple(fc.double({ min: -1e300, max: 1e300, noNaN: true }), fc.constantFrom(1e-300, 1e-9, 1, 1e9, 1e299))
      .map(([least, size]) => ({ minX: least, minY: -least, maxX: least + size, maxY: -least + size }))
      .filter(({ minX, minY, maxX, maxY }) => minX < maxX && minY < maxY);
    fc.assert(
      fc.property(fc.array(anyBody, { maxLength: 200 }), bounds, (bodies, bounds) => {
        expectPairs(pairsOf(build(name, bodies, bounds)), naivePairs(bodies));
      }),
      { numRuns: 200 },
    );
  });

  test("a query gives each body whose box overlaps the rectangle, once", () => {
    const edge = fc.oneof(anyCoordinate, fc.double({ min: -110, max: 110, noNaN: true }));
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 500 }),
        fc.array(anyBody, { maxLength: 10 }),
        fc.tuple(edge, edge, edge, edge),
        (seed, count, extra, [x1, y1, x2, y2]) => {
          const random = createRandom(seed);
          const bodies: Body[] = [...extra];
          for (let i = 0; i < count; i++) {
            const still = random.integer(2) === 1;
            const radius = awkwardRadius(random);
            bodies.push({ x: awkwardCoordinate(random), y: awkwardCoordinate(random), radius, still });
          }
          const rectangle = {
            minX: Math.min(x1, x2),
            minY: Math.min(y1, y2),
            maxX: Math.max(x1, x2),
            maxY: Math.max(y1, y2),
          };
          expectQuery(build(name, bodies), bodies, rectangle);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each(SCENE_NAMES)("queries of the scene %s, with edges that touch its bodies'", (scene) => {
    const random = createRandom(8);
    const { bodies, bounds } = sceneBodies(scene, 1500, 6);
    const broadPhase = build(name, bodies, bounds);
    // An edge of a body's box on one axis.
    const edge = (axis: "x" | "y") => {
      const body = bodies[random.integer(bodies.length)];
      return body[axis] + (random.integer(3) - 1) * body.radius;
    };
    for (let i = 0; i < 60; i++) {
      const x = edge("x");
      const y = edge("y");
      const isPoint = i % 4 === 0;
      const otherX = isPoint ? x : edge("x");
      const otherY = isPoint ? y : edge("y");
      const minX = Math.min(x, otherX);
      const minY = Math.min(y, otherY);
      expectQuery(broadPhase, bodies, { minX, minY, maxX: Math.max(x, otherX), maxY: Math.max(y, otherY) });
    }
  });

  test("a query before the first build finds nothing and fails at nothing", () => {
    const found = createSlotList();
    createBroadPhase(name, createBodyStore(10), BOUNDS).queryRect(-1, -1, 1, 1, found);
    expect(found.count).toBe(0);
  });

  test("bodies on the edges of cells, and on both sides of zero, are paired once", () => {
    const bodies: Body[] = [];
    for (let i = 0; i < 400; i++) {
      bodies.push({
        x: ((i % 20) - 10) * 10,
        y: (Math.floor(i / 20) - 10) * 10,
        radius: i % 2 === 0 ? 0 : 10,
        still: false,
      });
    }
    expectPairs(pairsOf(build(name, bodies)), naivePairs(bodies));
  });
});
