import { expect, test } from "vitest";
import { countReasons, createDurations, spreadOf } from "./statistics.ts";

test("percentiles of durations hold to three significant digits, and 0 is a duration", () => {
  const durations = createDurations();
  expect(durations.percentiles()).toBeUndefined();
  for (let milliseconds = 0; milliseconds < 1000; milliseconds++) durations.record(milliseconds);
  const { samples, p50, p90, p99, max } = durations.percentiles() ?? expect.fail("nothing recorded");
  expect(samples).toBe(1000);
  expect(Math.abs(p50 - 499)).toBeLessThan(0.5);
  expect(Math.abs(p90 - 899)).toBeLessThan(0.9);
  expect(Math.abs(p99 - 989)).toBeLessThan(1);
  expect(Math.abs(max - 999)).toBeLessThan(1);
  durations.reset();
  expect(durations.percentiles()).toBeUndefined();
});

test("a spread has the mean and the extremes", () => {
  expect(spreadOf([3, 1, 2, 6])).toEqual({ mean: 3, least: 1, most: 6 });
  expect(spreadOf([])).toBeUndefined();
});

test("reasons are counted, the most frequent first", () => {
  expect(countReasons(["a", "b", "b"])).toEqual([
    { reason: "b", count: 2 },
    { reason: "a", count: 1 },
  ]);
});
