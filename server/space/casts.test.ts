import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type BodyId, NO_BODY, slotOf } from "./bodies.ts";
import { createBruteForce } from "./broadphase/brute-force.ts";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import type { QueryFilter } from "./filter.ts";
import { type CastHit, castCircleAgainst, createCastHit } from "./narrowphase/cast.ts";
import { box, circle, segment } from "./shapes.ts";
import { createHit, createHitList, createSpace } from "./space.ts";
import { TWIN_BOUNDS, TWIN_CHANGES, Twin } from "./testing/twin.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

interface Cast {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  /** 0 for a ray. */
  radius: number;
}

type NaiveHit = CastHit & { slot: number };

/** What a cast has to find: a look at every body, by fraction and then by slot. */
function naiveHits(twin: Twin, { fromX, fromY, toX, toY, radius }: Cast, filter: QueryFilter | undefined): NaiveHit[] {
  const { bodies } = twin.space;
  const hits: NaiveHit[] = [];
  const hit = createCastHit();
  const [dx, dy] = [toX - fromX, toY - fromY];
  for (const slot of twin.slotsWhere(filter, () => true)) {
    if (castCircleAgainst(bodies, slot, fromX, fromY, dx, dy, radius, hit)) hits.push({ ...hit, slot });
  }
  return hits.sort((a, b) => a.fraction - b.fraction || a.slot - b.slot);
}

function randomCast(twin: Twin): Cast {
  const { random } = twin;
  const [fromX, fromY] = [twin.coordinate(), twin.coordinate()];
  const kind = random.integer(8);
  const radius = random.integer(2) * twin.size();
  if (kind === 0) return { fromX, fromY, toX: fromX, toY: fromY, radius };
  if (kind === 1) return { fromX, fromY, toX: twin.coordinate(), toY: fromY, radius };
  if (kind === 2) return { fromX, fromY, toX: fromX, toY: twin.coordinate(), radius };
  if (kind === 3) return { fromX, fromY, toX: fromX * -1e4, toY: fromY * -1e4, radius };
  return { fromX, fromY, toX: twin.coordinate(), toY: twin.coordinate(), radius };
}

function checkCast(twin: Twin): void {
  const { space } = twin;
  const cast = randomCast(twin);
  const { fromX, fromY, toX, toY, radius } = cast;
  const filter = twin.filter();
  const expected = naiveHits(twin, cast, filter);
  const hit = createHit();
  const hits = createHitList();
  let found: boolean;
  let any: boolean;
  let count: number;
  if (radius === 0) {
    found = space.castRay(fromX, fromY, toX, toY, hit, filter);
    any = space.castRayAny(fromX, fromY, toX, toY, filter);
    count = space.castRayAll(fromX, fromY, toX, toY, hits, filter);
  } else {
    found = space.castCircle(fromX, fromY, toX, toY, radius, hit, filter);
    any = space.castCircleAny(fromX, fromY, toX, toY, radius, filter);
    count = space.castCircleAll(fromX, fromY, toX, toY, radius, hits, filter);
  }
  const all = Array.from({ length: count }, (_, i) => ({
    slot: slotOf(hits.ids[i]),
    fraction: hits.fraction[i],
    pointX: hits.pointX[i],
    pointY: hits.pointY[i],
    normalX: hits.normalX[i],
    normalY: hits.normalY[i],
  }));
  expect({ cast, all }).toEqual({ cast, all: expected });
  expect([found, any, hits.count]).toEqual([expected.length > 0, expected.length > 0, expected.length]);
  if (!found) {
    expect(hit.id).toBe(NO_BODY);
    return;
  }
  const { id, ...first } = hit;
  expect({ cast, first: { ...first, slot: slotOf(id) } }).toEqual({ cast, first: expected[0] });
}

describe.each(BROAD_PHASE_NAMES)("%s: casts", (name) => {
  test("meet what a look at every body finds, with any filter, after any changes and between steps too", () => {
    const command = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...TWIN_CHANGES) },
      { weight: 1, arbitrary: fc.constant("step" as const) },
      { weight: 4, arbitrary: fc.constant("cast" as const) },
    );
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 150 }),
        fc.boolean(),
        fc.array(command, { maxLength: 60 }),
        (seed, count, sweep, commands) => {
          const twin = new Twin(name, seed, { sweep });
          for (let i = 0; i < count; i++) twin.apply("add");
          for (const each of commands) {
            if (each === "cast") checkCast(twin);
            else twin.apply(each);
          }
          twin.apply("step");
          for (let i = 0; i < 5; i++) checkCast(twin);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("a ray along a row of a thousand stops at the first, and meets all in order", () => {
    const space = createSpace({
      bounds: { minX: 0, minY: -10, maxX: 10_000, maxY: 10 },
      capacity: 1000,
      broadPhase: name,
    });
    const ids = Array.from({ length: 1000 }, (_, i) => space.add(circle(1), 10 * ((i * 7) % 1000), 0));
    space.step();
    const byX = [...ids].sort((a, b) => space.bodies.x[slotOf(a)] - space.bodies.x[slotOf(b)]);
    const hit = createHit();
    const hits = createHitList();
    const asked: BodyId[] = [];
    const predicate = (id: BodyId) => asked.push(id) > 0;
    for (const [from, to, order] of [
      [-1000, 20_000, byX],
      [20_000, -1000, byX.toReversed()],
    ] as const) {
      asked.length = 0;
      expect(space.castRay(from, 0.5, to, 0.5, hit, { predicate })).toBe(true);
      expect(hit.id).toBe(order[0]);
      expect(asked.length).toBeLessThan(20);
      expect(space.castRayAll(from, 0.5, to, 0.5, hits)).toBe(1000);
      expect([...hits.ids.subarray(0, 1000)]).toEqual(order);
    }
  });
});

describe("a cast", () => {
  const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
  const wall = space.add(segment(0, 20), 10, 0, { still: true });
  const block = space.add(box(4, 4), 30, 0, { still: true, category: 2 });
  space.step();
  const hit = createHit();

  test("gives where and how it meets the body", () => {
    expect(space.castRay(0, 0, 20, 0, hit)).toBe(true);
    expect(hit).toEqual({ id: wall, fraction: 0.5, pointX: 10, pointY: 0, normalX: -1, normalY: expect.closeTo(0) });
    expect(space.castCircle(0, 0, 20, 0, 2, hit)).toBe(true);
    expect(hit).toMatchObject({ id: wall, fraction: 0.4, pointX: 10, normalX: -1 });
  });

  test("that starts in a body meets it at once, with a normal", () => {
    expect(space.castRay(29, 0, 100, 0, hit)).toBe(true);
    expect(hit).toMatchObject({ id: block, fraction: 0 });
    expect(Math.hypot(hit.normalX, hit.normalY)).toBeCloseTo(1, 12);
  });

  test("passes through what the filter lets it", () => {
    expect(space.castRay(0, 0, 100, 0, hit, { mask: 2 })).toBe(true);
    expect(hit.id).toBe(block);
    expect(space.castRayAny(0, 0, 100, 0, { mask: 4 })).toBe(false);
  });

  test("for the first asks the broad phase no further than it must", () => {
    let queries = 0;
    const countingSpace = createSpace({
      bounds: { minX: 0, minY: -1, maxX: 10_000, maxY: 1 },
      capacity: 1000,
      broadPhase(bodies) {
        const { queryRect, ...rest } = createBruteForce(bodies);
        const count: typeof queryRect = (...asked) => {
          queries++;
          queryRect(...asked);
        };
        return { ...rest, queryRect: count };
      },
    });
    for (let i = 0; i < 1000; i++) countingSpace.add(circle(1), 10 * i, 0);
    countingSpace.step();
    expect(countingSpace.castRay(-5, 0, 10_005, 0, hit)).toBe(true);
    expect(queries).toBeLessThanOrEqual(3);
    queries = 0;
    expect(countingSpace.castRayAll(-5, 0, 10_005, 0, createHitList())).toBe(1000);
    expect(queries).toBeGreaterThan(10);
  });

  test("sees a wall that has been moved away, and back, without a step", () => {
    space.teleport(wall, 50, 50);
    expect(space.castRay(0, 0, 20, 0, hit)).toBe(false);
    expect(hit.id).toBe(NO_BODY);
    space.teleport(wall, 10, 0);
    expect(space.castRay(0, 0, 20, 0, hit)).toBe(true);
  });

  test("does not stop at a body near the end of a piece while one of the next piece is met before it", () => {
    // The piece ends where the bounds do, at (0, 0). All numbers are sums of powers of two, so that nothing is rounded.
    const bounds = { minX: -8, minY: -8, maxX: 0, maxY: 0 };
    const { add, step, castRay, castRayAll } = createSpace({ bounds, capacity: 2 });
    add(circle(0), -(2 ** -10), -(2 ** -10));
    // So long that it counts as parallel to the ray, which is then met by its nearer end: a little beside the ray, beyond
    // the piece on x, but before the point along the ray.
    const [endX, endY] = [2 ** -13, 2 ** -13 - 2 ** -8];
    const [halfX, halfY] = [2 ** 38, 2 ** 38 + 3 * 2 ** -10];
    const long = add(segment(halfX, halfY), endX + halfX, endY + halfY, { still: true });
    step();
    const hits = createHitList();
    const nearest = createHit();
    expect(castRayAll(-8, -8, 8, 8, hits)).toBe(2);
    expect(castRay(-8, -8, 8, 8, nearest)).toBe(true);
    expect(hits.ids[0]).toBe(long);
    expect([nearest.id, nearest.fraction]).toEqual([long, hits.fraction[0]]);
  });
});
