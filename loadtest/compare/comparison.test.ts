import { describe, expect, test } from "vitest";
import type { Findings } from "../findings.ts";
import { makeFindings, percentiles, rowAt, serverFigures } from "../testing/findings.ts";
import { compareReports, outcomeOf } from "./comparison.ts";
import { formatComparison } from "./text.ts";

function reportOf(changes: Partial<Findings> = {}) {
  return { ...makeFindings(changes), checks: [] };
}

/** Twelve seconds with this latency, give or take a tenth. */
function withLatency(p50: number) {
  const series = Array.from({ length: 12 }, (_, i) =>
    rowAt(i + 1, { inputToPatch: percentiles(p50 * (1 + (i % 3) / 10)) }),
  );
  return reportOf({ series });
}

const named = (wanted: string, ...reports: Parameters<typeof compareReports>) =>
  compareReports(...reports)
    .lines.filter(({ outcome }) => outcome === wanted)
    .map(({ measure }) => measure.name);

describe("two reports", () => {
  test("that are alike differ in nothing", () => {
    const comparison = compareReports(reportOf(), reportOf());
    expect(comparison.warnings).toEqual([]);
    for (const { outcome } of [...comparison.lines, ...comparison.counts]) expect(outcome).toBe("no difference");
  });

  test("differ in what is surely more or less, in the direction that is better", () => {
    const latency = ["input to effect, p50", "input to effect, p99"];
    expect(named("worse", withLatency(20), withLatency(30))).toEqual(latency);
    expect(named("better", withLatency(30), withLatency(20))).toEqual(latency);
    const slow = reportOf({ series: Array.from({ length: 12 }, (_, i) => rowAt(i + 1, { patches: 9 * 20 })) });
    expect(named("worse", reportOf(), slow)).toEqual(["patches per player"]);
  });

  test("differ in counts by a single one", () => {
    const { counts } = compareReports(reportOf({ gaps: 1 }), reportOf({ dropped: [] }));
    expect(counts.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["failed to join or dropped", "better"],
      ["ticks without a patch", "better"],
      ["errors of decoding", "no difference"],
      ["untrue", "no difference"],
    ]);
  });

  test("are not compared in what one of them lacks", () => {
    const series = Array.from({ length: 12 }, (_, i) => rowAt(i + 1, { server: undefined }));
    expect(named("unknown", reportOf(), reportOf({ series }))).toEqual(["tick, mean", "tick, p99", "main-thread CPU"]);
  });

  test("with ticks beyond the histogram can be compared", () => {
    const server = serverFigures(Number.POSITIVE_INFINITY);
    const series = Array.from({ length: 12 }, (_, i) => rowAt(i + 1, { server }));
    expect(named("worse", reportOf(), reportOf({ series }))).toEqual(["tick, p99"]);
  });

  test("that are not of the same test are said not to be", () => {
    const { machine } = makeFindings();
    const other = reportOf({
      scenario: "swarm",
      asked: 20,
      machine: { ...machine, processors: 4 },
      generator: { busy: 0, cpu: 0, others: 1.25 },
      series: [rowAt(3), rowAt(4)],
    });
    expect(compareReports(reportOf(), other).warnings).toEqual([
      "scenarios differ: calm before, swarm after",
      "bots differ: 10 before, 20 after",
      "processors differ: 2 × a processor before, 4 × a processor after",
      "the machine was busy with other things, after (they took 1.3 processors)",
      "a run is shorter than 4 s: nothing can be said of its noise",
    ]);
  });
});

test("a sure difference that is small is none", () => {
  expect(outcomeOf({ before: 100, after: 102, low: 1.9, high: 2.1 }, "lower")).toBe("no difference");
  expect(outcomeOf({ before: 100, after: 104, low: 3.9, high: 4.1 }, "lower")).toBe("worse");
  expect(outcomeOf({ before: 100, after: 104, low: -1, high: 9 }, "lower")).toBe("no difference");
  expect(outcomeOf({ before: 0, after: 1, low: 0.5, high: 2 }, "higher")).toBe("better");
});

test("the text has a line for each figure, and names what got better and worse", () => {
  const text = formatComparison(compareReports(withLatency(20), withLatency(30)));
  expect(text).toMatch(
    /^ {2}input to effect, p50, ms +2\d\.?\d* +3\d\.?\d* +\+50\.0 % \(\+\d+\.\d % to \+\d+\.\d %\) +worse$/m,
  );
  expect(text).toContain("Nothing got better.\nGot worse: input to effect, p50; input to effect, p99.");
  expect(text).not.toContain("Not alike");
  expect(formatComparison(compareReports(reportOf(), reportOf({ series: [] })))).toContain("too few seconds");
});
