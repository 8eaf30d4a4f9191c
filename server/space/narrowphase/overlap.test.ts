import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { box, capsule, circle, polygon, segment } from "../shapes.ts";
import { distanceTo, overlapsCircle, overlapsPolygon, overlapsRectangle } from "./overlap.ts";
import { convexHull, doOverlap, signedDistance } from "./testing/minkowski.ts";
import {
  anyNumber,
  bodyAt,
  bodyOf,
  KIND_NAMES,
  pointAt,
  pointsOf,
  storeOf,
  usualNumber,
  wholeNumber,
} from "./testing/test-bodies.ts";

vi.setConfig({ testTimeout: 60_000 });

/** How near the oracle may come to a touch before it is not asked, for numbers whose touches are exact and for others. */
const NUMBERS = [
  ["whole numbers", wholeNumber, 0],
  ["floats", usualNumber, 1e-9],
] as const;

describe.each(KIND_NAMES)("a %s", (kind) => {
  describe.each(NUMBERS)("in %s", (_name, number, margin) => {
    test("overlaps a rectangle where the oracle says so", () => {
      fc.assert(
        fc.property(bodyOf(kind, number), number, number, number, number, (body, x1, y1, x2, y2) => {
          const [minX, minY, maxX, maxY] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
          const rectangle = {
            points: [
              [minX, minY],
              [maxX, minY],
              [maxX, maxY],
              [minX, maxY],
            ] as const,
            radius: 0,
          };
          if (Math.abs(signedDistance(pointsOf(body), rectangle)) < margin) return;
          const overlaps = overlapsRectangle(storeOf(body), 0, minX, minY, maxX, maxY);
          expect(overlaps).toBe(doOverlap(pointsOf(body), rectangle));
        }),
        { numRuns: 1000 },
      );
    });

    test("overlaps a circle where the oracle says so; a circle of radius 0 is a point", () => {
      fc.assert(
        fc.property(bodyOf(kind, number), number, number, number.map(Math.abs), (body, x, y, radius) => {
          const store = storeOf(body);
          for (const r of [0, radius]) {
            const disc = pointAt(x, y, r);
            if (Math.abs(signedDistance(pointsOf(body), disc)) < margin) return;
            expect(overlapsCircle(store, 0, x, y, r)).toBe(doOverlap(pointsOf(body), disc));
          }
        }),
        { numRuns: 1000 },
      );
    });

    test("overlaps a convex polygon where the oracle says so, in either order around it", () => {
      const points = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(bodyOf(kind, number), points, fc.boolean(), (body, given, isReversed) => {
          const hull = convexHull(given);
          if (isReversed) hull.reverse();
          const asked = { points: hull, radius: 0 };
          if (Math.abs(signedDistance(pointsOf(body), asked)) < margin) return;
          const overlaps = overlapsPolygon(storeOf(body), 0, hull.flat(), hull.length);
          expect(overlaps).toBe(doOverlap(pointsOf(body), asked));
        }),
        { numRuns: 1000 },
      );
    });

    test("is as far away as the oracle says, 0 inside", () => {
      fc.assert(
        fc.property(bodyOf(kind, number), number, number, (body, x, y) => {
          const distance = signedDistance(pointsOf(body), pointAt(x, y));
          expect(distanceTo(storeOf(body), 0, x, y)).toBeCloseTo(Math.max(0, distance), 9);
        }),
        { numRuns: 1000 },
      );
    });
  });

  test("whatever the numbers: a finite distance, and no error", () => {
    fc.assert(
      fc.property(bodyOf(kind, anyNumber), anyNumber, anyNumber, (body, x, y) => {
        const distance = distanceTo(storeOf(body), 0, x, y);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThan(1e13);
        expect(overlapsCircle(storeOf(body), 0, body.x, body.y, 0) || kind === "polygon").toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("by hand", () => {
  test.each([
    ["on the edge of a circle", circle(5), 3, 4, true],
    ["just off it", circle(5), 3, 4.0001, false],
    ["on the corner of a box", box(2, 4), 1, 2, true],
    ["on a segment", segment(4, 2), 2, 1, true],
    ["beside a segment", segment(4, 2), 2, 1.0001, false],
    ["beyond its end, on its line", segment(4, 2), 6, 3, false],
    ["on a capsule's side", capsule(4, 0, 1), 2, -1, true],
    ["on a capsule's cap", capsule(4, 0, 5), 7, 4, true],
    ["on the vertex of a polygon", polygon([0, 0, 3, 0, 0, 4]), 3, 0, true],
    ["on the slope of a polygon", polygon([0, 0, 3, 0, 0, 4]), 1.5, 2, true],
    ["off it", polygon([0, 0, 3, 0, 0, 4]), 1.5, 2.0001, false],
  ])("a point %s", (_name, shape, x, y, isIn) => {
    expect(overlapsCircle(storeOf(bodyAt(shape, 0, 0)), 0, x, y, 0)).toBe(isIn);
    expect(overlapsCircle(storeOf(bodyAt(shape, 64, -32)), 0, 64 + x, -32 + y, 0)).toBe(isIn);
  });

  test("a small polygon far from the origin, in either order", () => {
    const far = 2 ** 39;
    const store = storeOf(bodyAt(circle(1), far, far));
    const corners = [far + 0.5, far + 0.5, far + 3, far + 0.5, far + 0.5, far + 3];
    expect(overlapsPolygon(store, 0, corners, 3)).toBe(true);
    const reversed = [corners[4], corners[5], corners[2], corners[3], corners[0], corners[1]];
    expect(overlapsPolygon(store, 0, reversed, 3)).toBe(true);
    expect(
      overlapsPolygon(
        store,
        0,
        corners.map((value) => value + 0.5),
        3,
      ),
    ).toBe(false);
  });
});
