import { describe, expect, test } from "vitest";
import { PHASES } from "../shared/phases.ts";
import type { Findings } from "./load-test.ts";
import type { Thresholds } from "./options.ts";
import { formatReport, reportJson } from "./report.ts";
import type { ServerFigures } from "./server-metrics.ts";
import { missedThresholds } from "./thresholds.ts";

function serverWithTickP99(p99: number): ServerFigures {
  const duration = { mean: 3, p50: 2.5, p99 };
  const phases = Object.fromEntries([...PHASES, "total"].map((phase) => [phase, duration])) as ServerFigures["tick"];
  return { ticks: 250, ticksPerSecond: 25, tick: phases, cpu: duration, bytesPerPatch: 321 };
}

const FINDINGS: Findings = {
  url: "ws://127.0.0.1:2567",
  asked: 10,
  joined: 9,
  failed: [{ reason: "429 Too many requests", count: 1 }],
  dropped: [{ reason: "close code 1006", count: 2 }],
  refused: [],
  rampSeconds: 0.4,
  steadySeconds: 10,
  patchesPerSecond: { mean: 24.9, least: 23.5, most: 25 },
  bytesPerSecond: { mean: 8000, least: 7000, most: 9000 },
  inputToPatch: { samples: 100, p50: 21, p90: 38, p99: 45, max: 60 },
  generator: { late: { samples: 2000, p50: 0.1, p90: 0.4, p99: 2, max: 5 }, busy: 0.25, cpu: 0.2 },
  server: serverWithTickP99(9.5),
};
const NOTHING_MEASURED: Findings = {
  ...FINDINGS,
  patchesPerSecond: undefined,
  inputToPatch: undefined,
  server: { unavailable: "connect ECONNREFUSED" },
};

const missesOf = (thresholds: Thresholds, findings = FINDINGS) =>
  missedThresholds(thresholds, findings).map(({ message }) => message);

describe("thresholds", () => {
  test("are met up to and including the limit", () => {
    expect(missesOf({ minPatches: 23.5, maxDropped: 3, maxLatencyP99: 45, maxTickP99: 9.5 })).toEqual([]);
    expect(missesOf({})).toEqual([]);
  });

  test("are missed one by one, with the limit and what was found", () => {
    expect(missesOf({ minPatches: 24 })).toEqual([
      "threshold missed: --min-patches 24, but the slowest client got 23.50 patches/s",
    ]);
    expect(missesOf({ maxDropped: 2 })).toEqual([
      "threshold missed: --max-dropped 2, but 1 failed to join and 2 were dropped",
    ]);
    expect(missesOf({ maxLatencyP99: 44 })).toEqual([
      "threshold missed: --max-latency-p99 44, but the input-to-patch p99 was 45.0 ms",
    ]);
    expect(missesOf({ maxTickP99: 9 })).toEqual([
      "threshold missed: --max-tick-p99 9, but the server's tick p99 was 9.50 ms",
    ]);
  });

  test("what was not measured was not met", () => {
    expect(missesOf({ minPatches: 1, maxLatencyP99: 60_000, maxTickP99: 60_000 }, NOTHING_MEASURED)).toHaveLength(3);
    const beyond = { ...FINDINGS, server: serverWithTickP99(Number.POSITIVE_INFINITY) };
    expect(missesOf({ maxTickP99: 60_000 }, beyond)).toEqual([
      "threshold missed: --max-tick-p99 60000, but the server's tick p99 was beyond the last bucket of its histogram",
    ]);
  });
});

describe("the report", () => {
  test("has every figure, and the reasons grouped", () => {
    const text = formatReport(FINDINGS);
    for (const line of [
      /joined +9 of 10/,
      /failed to join +1 × 429 Too many requests/,
      /dropped +2\n/,
      /2 × close code 1006/,
      /patches\/s per client +mean 24\.90 +least 23\.50/,
      /KB\/s per client +mean 8\.00/,
      /input to patch, ms +p50 21\.0 +p90 38\.0 +p99 45\.0 +max 60\.0/,
      /server tick, ms +mean 3\.000 +p50 2\.500 +p99 9\.500/,
      /interest +mean 3\.000/,
      /bytes per patch +321/,
      /load generator late, ms +p50 0\.1/,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toContain("partly its own fault");
  });

  test("says when the generator was at fault, and why there are no figures", () => {
    const late = { samples: 10, p50: 5, p90: 30, p99: 80, max: 90 };
    const text = formatReport({ ...NOTHING_MEASURED, generator: { late, busy: 0.98, cpu: 0.97 } });
    expect(text).toContain("The load generator itself was late by p99 80.0 ms");
    expect(text).toContain("no figures: connect ECONNREFUSED");
  });

  test("is JSON that says the same, Infinity included", () => {
    const findings = { ...FINDINGS, server: serverWithTickP99(Number.POSITIVE_INFINITY) };
    const misses = missedThresholds({ maxTickP99: 5 }, findings);
    const parsed = JSON.parse(reportJson(findings, misses));
    expect(parsed.inputToPatch).toEqual(FINDINGS.inputToPatch);
    expect(parsed.server.tick.total.p99).toBe("+Inf");
    expect(parsed.missed).toEqual(misses);
  });
});
