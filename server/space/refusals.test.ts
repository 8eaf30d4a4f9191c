import { describe, expect, test } from "vitest";
import type { BroadPhaseName } from "./broadphase/catalog.ts";
import { createIdList } from "./id-list.ts";
import { box, circle, polygon, type Shape } from "./shapes.ts";
import { createHit, createHitList, createSpace, SpaceError } from "./space.ts";
import { overlapRect } from "./testing/answers.ts";
import { TWIN_BOUNDS as BOUNDS } from "./testing/twin.ts";

describe("refusals name the field, the value and what is allowed, and change nothing", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 3 });
  const body = space.add(box(1, 1), 0, 0);
  const gone = space.add(circle(1), 50, 50);
  space.remove(gone);
  space.step();
  const list = createIdList();
  const hit = createHit();
  const hits = createHitList();
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  test.each<[string, () => unknown, RegExp]>([
    ["a NaN edge", () => space.overlapRect(0, nan, 1, 1, list), /minY is NaN/],
    ["an infinite edge", () => space.overlapRect(0, 0, infinity, 1, list), /maxX is Infinity/],
    ["a negative width", () => space.overlapRect(1, 0, -1, 1, list), /minX is 1: give at most maxX, which is -1/],
    ["an edge too far", () => space.overlapRect(1, 0, 1e13, 1, list), /maxX is 10000000000000: give a number from/],
    ["a negative radius", () => space.overlapCircle(0, 0, -1, list), /radius is -1: give a number from 0/],
    ["a NaN centre", () => space.overlapCircle(nan, 0, 1, list), /x is NaN/],
    ["a NaN point", () => space.overlapPoint(0, nan, list), /y is NaN/],
    [
      "a polygon of two",
      () => space.overlapPolygon([0, 0, 1, 1], list),
      /number of vertices is 2: give x and y of 3 to 8/,
    ],
    ["a polygon of nine", () => space.overlapPolygon(new Array(18).fill(0), list), /number of vertices is 9/],
    ["an odd polygon", () => space.overlapPolygon([0, 0, 1, 1, 2], list), /number of vertices is 2.5/],
    ["a polygon that is not convex", () => space.overlapPolygon([0, 0, 4, 0, 1, 1, 0, 4], list), /not convex/],
    ["a star", () => space.overlapPolygon([0, 3, 2, -3, -3, 1, 3, 1, -2, -3], list), /not convex/],
    ["a polygon that repeats a vertex", () => space.overlapPolygon([0, 0, 4, 0, 0, 0], list), /it repeats vertex 0/],
    ["a flat polygon", () => space.overlapPolygon([0, 0, 1, 1, 2, 2], list), /on one line/],
    ["a NaN vertex", () => space.overlapPolygon([0, 0, 1, nan, 2, 2], list), /vertices\[3\] is NaN/],
    ["no nearest", () => space.nearest(0, 0, 0, list), /count is 0: give an integer from 1/],
    ["half a nearest", () => space.nearest(0, 0, 1.5, list), /count is 1.5/],
    ["NaN nearest", () => space.nearest(0, 0, nan, list), /count is NaN/],
    ["nearest to nowhere", () => space.nearest(infinity, 0, 1, list), /x is Infinity/],
    ["a ray from nowhere", () => space.castRay(nan, 0, 1, 1, hit), /fromX is NaN/],
    ["a ray to infinity", () => space.castRayAny(0, 0, 1, infinity), /toY is Infinity/],
    ["a circle of no size", () => space.castCircle(0, 0, 1, 1, nan, hit), /radius is NaN/],
    ["a circle less than none", () => space.castCircleAll(0, 0, 1, 1, -2, hits), /radius is -2/],
    [
      "a filter that asks for nothing",
      () => space.overlapRect(0, 0, 1, 1, list, { mask: 0 }),
      /filter.mask is 0: give one bit/,
    ],
    ["a filter for nobody", () => space.nearest(0, 0, 1, list, { category: 0 }), /filter.category is 0: give one bit/],
    ["half a bit", () => space.castRayAll(0, 0, 1, 1, hits, { mask: 0.5 }), /filter.mask is 0.5: give 32 bits/],
    ["too many bits", () => space.overlapPoint(0, 0, list, { category: 2 ** 32 }), /filter.category is 4294967296/],
    [
      "a predicate that is none",
      () => space.overlapPoint(0, 0, list, { predicate: true as unknown as () => boolean }),
      /filter.predicate is true/,
    ],
    ["a stale id", () => space.move(gone, 0, 0), /id is \d+: no such body/],
    ["a stale id to teleport", () => space.teleport(gone, 0, 0), /id is \d+: no such body/],
    ["a stale id to filter", () => space.setFilter(gone, 1, 1), /id is \d+: no such body/],
    ["a radius for a box", () => space.resize(body, 1), /it has no radius/],
    ["a body that is nothing", () => space.setFilter(body, 0, 1), /category is 0/],
    ["a list of no length", () => createIdList(-1), /capacity is -1/],
    ["bounds of no width", () => createSpace({ bounds: { ...BOUNDS, maxX: -100 }, capacity: 1 }), /width is 0/],
    ["bounds too far", () => createSpace({ bounds: { ...BOUNDS, minY: -1e308 }, capacity: 1 }), /minY is -1e\+308/],
    ["NaN bounds", () => createSpace({ bounds: { ...BOUNDS, minY: nan }, capacity: 1 }), /minY is NaN/],
    [
      "an unknown broad phase",
      () => createSpace({ bounds: BOUNDS, capacity: 1, broadPhase: "octree" as BroadPhaseName }),
      /broadPhase is octree: give one of .*quadtree-sap/,
    ],
  ])("%s", (_name, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(expect.objectContaining({ name: "SpaceError" }));
    expect([space.count, space.bodies.changedCount]).toEqual([1, 0]);
  });
});

describe("what is not let in", () => {
  const space = createSpace({ bounds: BOUNDS, capacity: 2 });
  const altered = { ...circle(1) };
  const shapes: [string, unknown][] = [
    ["no shape", undefined],
    ["a number", 3],
    ["an unknown kind", { ...altered, kind: 7 }],
    ["a radius that is NaN", { ...altered, radius: Number.NaN }],
    ["a negative radius", { ...altered, radius: -5 }],
    ["a radius as text", { ...altered, radius: "3" }],
    ["a circle with vertices", { ...altered, vertices: [0, 0, 1, 0, 0, 1] }],
    ["too many vertices", { ...altered, kind: 4, vertices: Array.from({ length: 40 }, (_, i) => i) }],
    ["a vertex that is NaN", { ...polygon([0, 0, 1, 0, 0, 1]), vertices: [0, 0, 1, Number.NaN, 0, 1] }],
  ];

  test.each(shapes)("%s as a shape, and nothing has changed", (_, shape) => {
    expect(() => space.add(shape as Shape, 1, 1)).toThrow(SpaceError);
    expect(space.count).toBe(0);
    const id = space.add(circle(1), 0, 0);
    expect(() => space.reshape(id, shape as Shape)).toThrow(SpaceError);
    space.step();
    expect(overlapRect(space, { minX: -1, minY: -1, maxX: 1, maxY: 1 })).toEqual([id]);
    space.remove(id);
    space.step();
  });

  test.each([["5"], [null], [true], [[3]], [undefined]])("%j as a number", (value) => {
    const number = value as unknown as number;
    expect(() => circle(number)).toThrow(SpaceError);
    expect(() => space.add(circle(1), number, 0)).toThrow(SpaceError);
    expect(() => polygon([0, 0, 1, 0, 0, number])).toThrow(SpaceError);
    expect(space.count).toBe(0);
  });
});
