import { expect, test } from "vitest";
import { summarize } from "./summary.ts";

test("median, mean and 95th percentile, whatever the order", () => {
  expect(summarize([7])).toEqual({ median: 7, mean: 7, p95: 7 });
  expect(summarize([4, 1, 3, 2])).toEqual({ median: 2.5, mean: 2.5, p95: 3.85 });
  const hundredAndOne = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
  expect(summarize(hundredAndOne)).toEqual({ median: 50, mean: 50, p95: 95 });
});
