import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { slotOf } from "./bodies.ts";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import { SpaceError } from "./errors.ts";
import type { QueryFilter } from "./filter.ts";
import { createIdList, type IdList } from "./id-list.ts";
import { distanceTo, overlapsCircle, overlapsPolygon, overlapsRectangle } from "./narrowphase/overlap.ts";
import { circle, polygon } from "./shapes.ts";
import { createHit, createSpace, type Space } from "./space.ts";
import { TWIN_BOUNDS, TWIN_CHANGES, Twin } from "./testing/twin.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const QUERIES = ["rect", "circle", "polygon", "point", "nearest"] as const;

/** Any history of a space with queries in it. */
const histories = fc.record({
  seed: fc.integer(),
  count: fc.integer({ min: 0, max: 120 }),
  sweep: fc.boolean(),
  commands: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TWIN_CHANGES) },
      { weight: 1, arbitrary: fc.constant("step" as const) },
      { weight: 5, arbitrary: fc.constantFrom(...QUERIES) },
    ),
    { maxLength: 60 },
  ),
});

function slotsIn({ ids, count }: IdList): number[] {
  return Array.from(ids.subarray(0, count), slotOf);
}

/** A triangle, or what is left of one that has no area: undefined. */
function randomTriangle(twin: Twin): number[] | undefined {
  const vertices = Array.from({ length: 6 }, () => twin.coordinate());
  try {
    return [...polygon(vertices).vertices];
  } catch (error) {
    if (error instanceof SpaceError) return undefined;
    throw error;
  }
}

/** Asks the space, and asks every body. */
function checkQuery(twin: Twin, kind: (typeof QUERIES)[number]): void {
  const { space } = twin;
  const { bodies } = space;
  const list = createIdList(0);
  const filter = twin.filter();
  const [x, y, otherX, otherY] = [twin.coordinate(), twin.coordinate(), twin.coordinate(), twin.coordinate()];
  let expected: number[];
  let count: number;
  if (kind === "rect") {
    const [minX, maxX] = [Math.min(x, otherX), Math.max(x, otherX)];
    const [minY, maxY] = [Math.min(y, otherY), Math.max(y, otherY)];
    count = space.overlapRect(minX, minY, maxX, maxY, list, filter);
    expected = twin.slotsWhere(filter, (slot) => overlapsRectangle(bodies, slot, minX, minY, maxX, maxY));
  } else if (kind === "circle") {
    const radius = twin.size();
    count = space.overlapCircle(x, y, radius, list, filter);
    expected = twin.slotsWhere(filter, (slot) => overlapsCircle(bodies, slot, x, y, radius));
  } else if (kind === "polygon") {
    const vertices = randomTriangle(twin);
    if (vertices === undefined) return;
    count = space.overlapPolygon(vertices, list, filter);
    expected = twin.slotsWhere(filter, (slot) => overlapsPolygon(bodies, slot, vertices, 3));
  } else if (kind === "point") {
    count = space.overlapPoint(x, y, list, filter);
    expected = twin.slotsWhere(filter, (slot) => overlapsCircle(bodies, slot, x, y, 0));
  } else {
    const wanted = 1 + twin.random.integer(twin.random.integer(4) === 0 ? 200 : 8);
    count = space.nearest(x, y, wanted, list, filter);
    // In order, so not sorted by slot below.
    expect(slotsIn(list)).toEqual(naiveNearest(twin, x, y, wanted, filter));
    expect(count).toBe(list.count);
    return;
  }
  expect(slotsIn(list).sort((a, b) => a - b)).toEqual(expected);
  expect(count).toBe(list.count);
}

function naiveNearest(twin: Twin, x: number, y: number, wanted: number, filter: QueryFilter | undefined): number[] {
  const distances = new Map<number, number>();
  const slots = twin.slotsWhere(filter, () => true);
  for (const slot of slots) distances.set(slot, distanceTo(twin.space.bodies, slot, x, y));
  const distance = (slot: number) => distances.get(slot) ?? Number.NaN;
  return slots.sort((a, b) => distance(a) - distance(b) || a - b).slice(0, wanted);
}

describe.each(BROAD_PHASE_NAMES)("%s: queries", (name) => {
  test("find what a look at every body finds, with any filter, after any changes and between steps too", () => {
    fc.assert(
      fc.property(histories, ({ seed, count, sweep, commands }) => {
        const twin = new Twin(name, seed, { sweep });
        for (let i = 0; i < count; i++) twin.apply("add");
        for (const command of commands) {
          if (QUERIES.some((query) => query === command)) checkQuery(twin, command as (typeof QUERIES)[number]);
          else twin.apply(command as (typeof TWIN_CHANGES)[number]);
        }
        for (const query of QUERIES) checkQuery(twin, query);
        twin.apply("step");
        for (const query of QUERIES) checkQuery(twin, query);
      }),
      { numRuns: 60 },
    );
  });
});

/** A row of circles of radius 1 at 0, 10, 20, … */
function createRow(count: number): { space: Space; ids: number[] } {
  const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 100 });
  const ids = Array.from({ length: count }, (_, i) => space.add(circle(1), i * 10, 0));
  space.step();
  return { space, ids };
}

describe("nearest", () => {
  test("gives the nearest by their edges, not their centres", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
    const small = space.add(circle(1), 10, 0);
    const large = space.add(circle(15), 20, 0);
    const list = createIdList();
    space.step();
    space.nearest(0, 0, 2, list);
    expect([...list.ids.subarray(0, 2)]).toEqual([large, small]);
  });

  test("gives those as near in the order of their slots, and all when more are asked for", () => {
    const { space, ids } = createRow(5);
    const list = createIdList();
    expect(space.nearest(15, 0, 100, list)).toBe(5);
    expect([...list.ids.subarray(0, 5)]).toEqual([ids[1], ids[2], ids[0], ids[3], ids[4]]);
  });

  test("finds a body as far away as can be from as far away as can be", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
    const far = space.add(circle(1), 1e12, 1e12);
    space.step();
    const list = createIdList();
    expect(space.nearest(-1e12, -1e12, 1, list)).toBe(1);
    expect(list.ids[0]).toBe(far);
  });

  test("far out, finds what is as near only by the rounding of its distance", () => {
    const far = 1e12;
    const bounds = { minX: 0, minY: 0, maxX: 1e-4, maxY: 1e-4 };
    const space = createSpace({ bounds, capacity: 2 });
    // 2^−10 is the distance from (far, 0), and from (far, −5e-5) as well: beside `far` that is rounded away.
    const large = space.add(circle(far - 2 ** -10), far, far);
    const point = space.add(circle(0), 0, 0);
    space.step();
    const y = -5e-5;
    space.teleport(point, far, y - 1e-3);
    expect(distanceTo(space.bodies, slotOf(large), far, y)).toBe(2 ** -10);
    expect(distanceTo(space.bodies, slotOf(point), far, y)).toBeCloseTo(1e-3, 9);
    const list = createIdList();
    expect(space.nearest(far, y, 1, list)).toBe(1);
    expect(list.ids[0]).toBe(large);
  });

  test("of an empty space gives none", () => {
    const space = createSpace({ bounds: TWIN_BOUNDS, capacity: 10 });
    expect(space.nearest(0, 0, 3, createIdList())).toBe(0);
  });
});

describe("a predicate", () => {
  test("may ask the space in turn, at any depth, and the answers do not mix", () => {
    const { space } = createRow(20);
    const inner = createIdList();
    const innermost = createIdList();
    const hit = createHit();
    const countAll = (depth: number): number[] => {
      const list = createIdList();
      const asked: number[] = [];
      const predicate = (id: number) => {
        const x = space.bodies.x[slotOf(id)];
        asked.push(space.overlapRect(x - 11, -1, x + 11, 1, inner));
        asked.push(space.nearest(x, 0, 3, inner, { predicate: () => space.overlapPoint(x, 0, innermost) === 1 }));
        asked.push(Number(space.castRay(x - 5, 0, x + 5, 0, hit)), slotOf(hit.id) - slotOf(id));
        if (depth > 0) asked.push(...countAll(depth - 1));
        return true;
      };
      asked.push(space.overlapRect(-1, -1, 61, 1, list, { predicate }), ...slotsIn(list).sort((a, b) => a - b));
      asked.push(space.nearest(0, 0, 4, list, { predicate }), ...slotsIn(list));
      asked.push(Number(space.castCircle(-5, 0, 200, 0, 1, hit, { predicate })), slotOf(hit.id));
      return asked;
    };
    const flat = countAll(0);
    // 7 bodies from 0 to 60, the four nearest, the first that the circle meets.
    expect(flat.slice(28, 36)).toEqual([7, 0, 1, 2, 3, 4, 5, 6]);
    expect(flat.slice(-2)).toEqual([1, 0]);
    const nested = countAll(1);
    expect(nested.slice(-2)).toEqual([1, 0]);
    expect(nested.length).toBeGreaterThan(7 * flat.length);
    expect(nested.filter((value) => value < 0)).toEqual([]);
  });

  test("that throws leaves the space as good as before", () => {
    const { space, ids } = createRow(10);
    const list = createIdList();
    const predicate = (): boolean => {
      space.overlapRect(-1, -1, 1, 1, createIdList(), {
        predicate: () => {
          throw new Error("inside");
        },
      });
      return true;
    };
    const calls = [
      () => space.overlapRect(-1, -1, 100, 1, list, { predicate }),
      () => space.overlapCircle(0, 0, 100, list, { predicate }),
      () => space.overlapPolygon([-1, -1, 100, -1, 50, 50], list, { predicate }),
      () => space.overlapPoint(0, 0, list, { predicate }),
      () => space.nearest(0, 0, 3, list, { predicate }),
      () => space.castRay(-5, 0, 100, 0, createHit(), { predicate }),
      () => space.castCircleAny(-5, 0, 100, 0, 1, { predicate }),
    ];
    for (let round = 0; round < 50; round++) for (const call of calls) expect(call).toThrow("inside");
    expect(space.overlapRect(-1, -1, 100, 1, list)).toBe(10);
    space.remove(ids[0]);
    space.step();
    expect(space.nearest(0, 0, 1, list)).toBe(1);
    expect(list.ids[0]).toBe(ids[1]);
  });

  test("that removes bodies, which it should not, gets no id that is none", () => {
    const { space, ids } = createRow(10);
    const list = createIdList();
    const predicate = () => {
      for (const id of ids) if (space.has(id)) space.remove(id);
      return true;
    };
    space.overlapRect(-1, -1, 100, 1, list, { predicate });
    expect([...list.ids.subarray(0, list.count)]).not.toContain(0);
    expect(space.nearest(0, 0, 3, list)).toBe(0);
  });
});

describe("results in hand stay as they are while another query runs", () => {
  test("into another list", () => {
    const { space } = createRow(10);
    const outer = createIdList();
    const inner = createIdList();
    let pairs = 0;
    space.overlapRect(-1, -1, 100, 1, outer);
    for (let i = 0; i < outer.count; i++)
      pairs += space.overlapCircle(space.bodies.x[slotOf(outer.ids[i])], 0, 9, inner);
    // Each finds itself and the one or two beside it.
    expect(pairs).toBe(28);
  });
});
