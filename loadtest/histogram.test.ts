import fc from "fast-check";
import { expect, test } from "vitest";
import { createHistogram } from "./histogram.ts";

const RESOLUTION = 0.004;
const durations = fc.array(
  fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true })),
  {
    minLength: 1,
    maxLength: 300,
  },
);
const shares = fc.double({ min: 0.001, max: 1, noNaN: true });

function histogramOf(values: readonly number[]) {
  const histogram = createHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

/** To the histogram's resolution, or to the microsecond. */
function expectNear(found: number, truth: number): void {
  expect(Math.abs(found - truth)).toBeLessThanOrEqual(Math.max(0.0011, truth * RESOLUTION));
}

test("a quantile is that of the values, to 0.4 %", () => {
  fc.assert(
    fc.property(durations, shares, (values, share) => {
      const sorted = values.toSorted((a, b) => a - b);
      expectNear(histogramOf(values).quantile(share), sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
    }),
  );
});

test("histograms that were sent and added are as if all had been recorded in one", () => {
  fc.assert(
    fc.property(durations, durations, (some, others) => {
      const sum = createHistogram(JSON.parse(JSON.stringify(histogramOf(some).pack())));
      sum.add(histogramOf(others).pack());
      const all = histogramOf([...some, ...others]);
      expect(sum.pack()).toEqual(all.pack());
      expect(sum.percentiles()).toEqual(all.percentiles());
    }),
  );
});

test("nothing has no percentiles, and a reset leaves nothing", () => {
  const histogram = createHistogram();
  expect(histogram.percentiles()).toBeUndefined();
  expect(histogram.quantile(0.5)).toBeNaN();
  histogram.record(3);
  histogram.reset();
  expect(histogram.percentiles()).toBeUndefined();
  expect(histogram.pack()).toEqual({ counts: [], max: 0 });
});

test("the most is exact, and what is beyond the scale counts as its end", () => {
  expect(histogramOf([1.234, 777.777]).percentiles()).toMatchObject({ samples: 2, max: 777.777 });
  expect(histogramOf([1e12]).percentiles()?.max).toBe(2147483.647);
});
