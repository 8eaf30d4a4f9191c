import { expect, test } from "vitest";
import { circleOverlapsRectangle } from "./circle-rectangle.ts";

test.each([
  ["inside", 5, 5, 1, true],
  ["around it", 5, 5, 100, true],
  ["a point inside", 5, 5, 0, true],
  ["a point on the edge", 10, 5, 0, true],
  ["a point on the corner", 10, 10, 0, true],
  ["touching the left edge", -2, 5, 2, true],
  ["left of it", -2.001, 5, 2, false],
  ["touching the corner (3, 4, 5)", 13, 14, 5, true],
  ["its box across the corner, itself not", 13, 14, 4.99, false],
  ["the largest coordinates", 7e11, 7e11, 1e12, true],
  ["the largest coordinates, apart", 7.1e11, 7.1e11, 1e12, false],
])("%s", (_name, x, y, radius, expected) => {
  expect(circleOverlapsRectangle(x, y, radius, 0, 0, 10, 10)).toBe(expected);
});

test("a rectangle may be a line or a point", () => {
  expect(circleOverlapsRectangle(3, 4, 5, 0, 0, 0, 0)).toBe(true);
  expect(circleOverlapsRectangle(3, 4.1, 5, 0, 0, 0, 0)).toBe(false);
  expect(circleOverlapsRectangle(3, 4.1, 5, 0, 0, 1, 0)).toBe(true);
});
