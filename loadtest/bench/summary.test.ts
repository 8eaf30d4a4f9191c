import { expect, test } from "vitest";
import { median, quantile, summarize } from "./summary.ts";

test("median, mean and 95th percentile, whatever the order", () => {
  expect(summarize([7])).toEqual({ median: 7, mean: 7, p95: 7 });
  expect(summarize([4, 1, 3, 2])).toEqual({ median: 2.5, mean: 2.5, p95: 3.85 });
  const hundredAndOne = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
  expect(summarize(hundredAndOne)).toEqual({ median: 50, mean: 50, p95: 95 });
});

test("quantiles lie between two samples, in proportion; of nothing there are none", () => {
  expect(quantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  expect(quantile([10, 20], 0.99)).toBeCloseTo(19.9, 10);
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect([median([]), quantile([], 0.9)]).toEqual([Number.NaN, Number.NaN]);
});
