import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { histogramBetween, histogramOf, parsePrometheus, quantile, sampleValue } from "./prometheus.ts";

describe("parsing", () => {
  test("names, labels with escapes, special values and timestamps", () => {
    const text = [
      "# HELP a what it is",
      "# TYPE a counter",
      "a 12",
      'b{path="C:\\\\dir",text="say \\"hi\\", {you}\\n"} 1.5e-3 1700000000000',
      "c{} +Inf",
      "d NaN",
      "",
    ].join("\n");
    expect(parsePrometheus(text)).toEqual([
      { name: "a", labels: {}, value: 12 },
      { name: "b", labels: { path: "C:\\dir", text: 'say "hi", {you}\n' }, value: 0.0015 },
      { name: "c", labels: {}, value: Number.POSITIVE_INFINITY },
      { name: "d", labels: {}, value: Number.NaN },
    ]);
  });

  test("what is no scrape is refused, and the line is named", () => {
    expect(() => parsePrometheus("<html>")).toThrow("not a line of the Prometheus text format: <html>");
    expect(() => parsePrometheus("a twelve")).toThrow("a twelve");
  });

  test("a sample is found by name and labels", () => {
    const samples = parsePrometheus('a{x="1",y="2"} 3\na{x="2",y="2"} 4');
    expect(sampleValue(samples, "a", { x: "2" })).toBe(4);
    expect(sampleValue(samples, "a", { x: "3" })).toBeUndefined();
    expect(histogramOf(samples, "a")).toBeUndefined();
  });

  test("prom-client's own output is read back", async () => {
    const registry = new Registry();
    const histogram = new Histogram({
      name: "t_seconds",
      help: "t",
      labelNames: ["phase"],
      buckets: [0.01, 0.02],
      registers: [registry],
    });
    histogram.observe({ phase: "move" }, 0.005);
    histogram.observe({ phase: "sync" }, 0.015);
    histogram.observe({ phase: "sync" }, 3);
    expect(histogramOf(parsePrometheus(await registry.metrics()), "t_seconds", { phase: "sync" })).toEqual({
      buckets: [
        { bound: 0.01, count: 0 },
        { bound: 0.02, count: 1 },
        { bound: Number.POSITIVE_INFINITY, count: 2 },
      ],
      sum: 3.015,
      count: 2,
    });
  });
});

/** A histogram of `counts` (not cumulative) in buckets that end at `bounds`, and beyond them. */
function histogram(bounds: number[], counts: number[]) {
  let count = 0;
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, i) => {
    count += counts[i] ?? 0;
    return { bound, count };
  });
  return { buckets, sum: 0, count };
}

describe("quantiles", () => {
  test("are linear within a bucket, and the first begins at 0", () => {
    const ten = histogram([1, 2, 4], [2, 0, 8]);
    expect(quantile(ten, 0.1)).toBe(0.5);
    expect(quantile(ten, 0.2)).toBe(1);
    expect(quantile(ten, 0.6)).toBe(3);
    expect(quantile(ten, 1)).toBe(4);
  });

  test("beyond the last finite bound there is no telling", () => {
    expect(quantile(histogram([1, 2], [1, 0, 1]), 0.99)).toBe(Number.POSITIVE_INFINITY);
    expect(quantile(histogram([1, 2], [1, 0, 1]), 0.5)).toBe(1);
  });

  test("of nothing there are none", () => {
    expect(quantile(histogram([1, 2], []), 0.5)).toBeNaN();
  });

  test("an estimate lies in the bucket that holds the true quantile", () => {
    const bounds = [0.1, 0.25, 0.5, 0.75, 1];
    const values = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (observed, q) => {
        const bucketOf = (value: number) => bounds.findIndex((bound) => value <= bound);
        const counts = bounds.map((_, i) => observed.filter((value) => bucketOf(value) === i).length);
        const sorted = observed.toSorted((a, b) => a - b);
        const truth = sorted[Math.ceil(q * sorted.length) - 1] as number;
        const bucket = bucketOf(truth);
        const estimate = quantile(histogram(bounds, counts), q);
        expect(estimate).toBeGreaterThanOrEqual(bounds[bucket - 1] ?? 0);
        expect(estimate).toBeLessThanOrEqual(bounds[bucket] as number);
      }),
    );
  });
});

describe("between two scrapes", () => {
  test("only what came in between counts", () => {
    const before = histogram([1, 2], [5, 1, 1]);
    const after = histogram([1, 2], [5, 4, 1]);
    expect(histogramBetween(before, after)).toEqual(histogram([1, 2], [0, 3, 0]));
    expect(histogramBetween(undefined, after)).toBe(after);
  });

  test("a restart in between is noticed", () => {
    expect(() => histogramBetween(histogram([1], [5]), histogram([1], [2]))).toThrow("restarted during the test");
  });
});
