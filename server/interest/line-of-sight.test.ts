import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBodyStore, slotOf } from "../space/bodies.ts";
import { box, circle, type Shape } from "../space/shapes.ts";
import { hidingWall } from "./line-of-sight.ts";

/** What hides a body at (x, y) from an eye at the origin. */
function hides(walls: readonly number[], x: number, y: number, shape: Shape = circle(0)): number {
  const bodies = createBodyStore(1);
  return hidingWall(walls, bodies, slotOf(bodies.add(shape, x, y)), new Float64Array(2));
}

describe("a wall", () => {
  test.each([
    ["across the line hides", [5, -5, 5, 5], 0],
    ["beside the line does not", [5, 1, 5, 5], -1],
    ["behind the body does not", [11, -5, 11, 5], -1],
    ["behind the eye does not", [-1, -5, -1, 5], -1],
    ["that ends on the line hides", [5, 0, 5, 5], 0],
    ["that touches the body hides", [10, -5, 10, 5], 0],
    ["that touches the eye hides", [0, -5, 0, 5], 0],
    ["along the line hides", [3, 0, 7, 0], 0],
    ["along the line, behind the body, does not", [11, 0, 15, 0], -1],
    ["that is a point on the line hides", [5, 0, 5, 0], 0],
    ["that is a point beside the line does not", [5, 1, 5, 1], -1],
  ])("%s", (_name, wall, expected) => {
    expect(hides(wall, 10, 0)).toBe(expected);
  });
});

test("the first of the walls across the line is named", () => {
  expect(hides([20, -5, 20, 5, 7, -5, 7, 5, 5, -5, 5, 5], 10, 0)).toBe(1);
});

test("a body is in sight while its near side, or an end of it, is", () => {
  const behind = [8, -3, 8, 3];
  expect(hides(behind, 10, 0, circle(1))).toBe(0);
  // Its near side is before the wall.
  expect(hides(behind, 10, 0, circle(2.5))).toBe(-1);
  // It is wider than the wall as the eye sees it.
  expect(hides([5, -3, 5, 3], 10, 0, box(2, 14))).toBe(-1);
  expect(hides([5, -3, 5, 3], 10, 0, box(2, 8))).toBe(0);
  // One end is enough.
  expect(hides([5, -30, 5, 1], 10, 0, circle(4))).toBe(-1);
});

test("a body that the eye is in is in sight", () => {
  expect(hides([-50, 0.5, 50, 0.5], 0, 3, circle(3))).toBe(-1);
  expect(hides([-50, 0.5, 50, 0.5], 0, 0, circle(0))).toBe(-1);
});

test("a point is hidden just if the wall is cut by the line, for any wall", () => {
  const whole = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(whole, whole, fc.tuple(whole, whole, whole, whole), (x, y, wall) => {
      fc.pre(x !== 0 || y !== 0);
      const [x1, y1, x2, y2] = wall;
      // Where the lines cross: how far along each, times `across`.
      const across = x * (y2 - y1) - y * (x2 - x1);
      fc.pre(across !== 0);
      const alongLine = (x1 * (y2 - y1) - y1 * (x2 - x1)) / across;
      const alongWall = (x1 * y - y1 * x) / across;
      const isCut = alongLine >= 0 && alongLine <= 1 && alongWall >= 0 && alongWall <= 1;
      expect(hides(wall, x, y)).toBe(isCut ? 0 : -1);
    }),
    { numRuns: 2000 },
  );
});
