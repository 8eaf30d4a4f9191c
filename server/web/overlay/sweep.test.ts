import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { figuresOf, partnersOf, regionAt, regionsOf, sweptAxis } from "./sweep.ts";

interface Boxes {
  x: number[];
  y: number[];
  halfWidth: number[];
  halfHeight: number[];
  still: number[];
}

const boxes: fc.Arbitrary<Boxes> = fc
  .array(fc.record({ x: fc.nat(1000), y: fc.nat(1000), half: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 4,
    maxLength: 40,
  })
  .map((bodies) => ({
    x: bodies.map(({ x }) => x),
    y: bodies.map(({ y }) => y),
    halfWidth: bodies.map(({ half }) => half),
    halfHeight: bodies.map(({ half }) => half),
    still: bodies.map(() => 0),
  }));
const placesOf = ({ x }: Boxes) => x.map((_, place) => place);

describe("the swept axis", () => {
  test("is that by which the list is sorted", () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom("x", "y"), (given, axis) => {
        const [middle, half] = axis === "x" ? [given.x, given.halfWidth] : [given.y, given.halfHeight];
        const sorted = placesOf(given).sort((a, b) => middle[a] - half[a] - (middle[b] - half[b]));
        const found = sweptAxis(sorted, given);
        // By chance a list may be sorted by both.
        expect(found).toBeDefined();
        const other = axis === "x" ? [given.y, given.halfHeight] : [given.x, given.halfWidth];
        const isSortedByOther = sorted.every((place, i) => {
          const before = sorted[i - 1];
          return i === 0 || other[0][before] - other[1][before] <= other[0][place] - other[1][place] + 2;
        });
        if (!isSortedByOther) expect(found).toBe(axis);
      }),
    );
  });

  test("is none for a list that is not sorted, or too short to tell", () => {
    const half = [5, 5, 5, 5];
    const given = { x: [900, 100, 500, 0], y: [0, 800, 100, 400], halfWidth: half, halfHeight: half, still: half };
    expect(sweptAxis([0, 1, 2, 3], given)).toBeUndefined();
    expect(sweptAxis([0, 1], given)).toBeUndefined();
  });
});

test("fewer pairs are tested along an axis than there are, and none that overlaps is missed", () => {
  fc.assert(
    fc.property(boxes, (given) => {
      const places = placesOf(given);
      const all = figuresOf(places, given, undefined);
      expect(all.tests).toBe(all.pairs);
      for (const axis of ["x", "y"] as const) {
        const swept = figuresOf(places, given, axis);
        expect(swept.overlaps).toBe(all.overlaps);
        expect(swept.tests).toBeGreaterThanOrEqual(swept.overlaps);
        expect(swept.tests).toBeLessThanOrEqual(swept.pairs);
      }
    }),
  );
});

test("regions, whom a body shares one with, and whom it is compared with there", () => {
  const inspection = {
    regionBounds: [0, 0, 100, 100, 0, 0, 50, 50, 100, 0, 200, 100],
    regionSizes: [3, 2, 2],
    regionKeys: [7, 8, 9, 7, 8, 9, 77],
    x: [10, 14, 60],
    y: [10, 90, 10],
    halfWidth: [5, 5, 5],
    halfHeight: [5, 5, 5],
    still: [0, 0, 1],
  } as unknown as Parameters<typeof regionsOf>[0];
  const regions = regionsOf(inspection, new Map([7, 8, 9].map((key, place) => [key, place])));
  // Key 77 is not among the bodies shown.
  expect(regions.map(({ places }) => places)).toEqual([[0, 1, 2], [0, 1], [2]]);
  expect(regionAt(regions, 20, 20)?.index).toBe(1);
  expect(regionAt(regions, 80, 20)?.index).toBe(0);
  expect(regionAt(regions, 300, 20)).toBeUndefined();
  expect(partnersOf(2, regions, { ...inspection, still: [1, 0, 1] }, () => undefined).compared).toEqual(new Set([1]));
  const along = (axis: "x" | undefined) => partnersOf(0, regions, inspection, () => axis);
  expect(along(undefined)).toEqual({ listed: new Set([1, 2]), compared: new Set([1, 2]) });
  expect(along("x")).toEqual({ listed: new Set([1, 2]), compared: new Set([1]) });
});
