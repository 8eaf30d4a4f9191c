import { expect, test } from "vitest";
import { addReason, addReasons, listReasons, type Reasons, spreadOf, totalOf } from "./statistics.ts";

test("a spread has the mean and the extremes", () => {
  expect(spreadOf([3, 1, 2, 6])).toEqual({ mean: 3, least: 1, most: 6 });
  expect(spreadOf([])).toBeUndefined();
});

test("reasons are counted and added, the most frequent first", () => {
  const reasons: Reasons = {};
  addReason(reasons, "a");
  addReason(reasons, "b");
  addReasons(reasons, { b: 2, c: 1 });
  const list = listReasons(reasons);
  expect(list).toEqual([
    { reason: "b", count: 3 },
    { reason: "a", count: 1 },
    { reason: "c", count: 1 },
  ]);
  expect(totalOf(list)).toBe(5);
});
