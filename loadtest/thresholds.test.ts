import { describe, expect, test } from "vitest";
import type { Thresholds } from "./options.ts";
import { makeFindings, serverFigures } from "./testing/findings.ts";
import { checkThresholds, describeMiss } from "./thresholds.ts";

const FINDINGS = makeFindings({
  gaps: 4,
  undecoded: [{ reason: "refId not found", count: 3 }],
  truth: { right: 9, wrong: 1, unchecked: [], untruths: ["body 4 is missing"] },
});
const NOTHING_MEASURED = makeFindings({
  patchesPerSecond: undefined,
  inputToPatch: undefined,
  jitter: undefined,
  truth: { right: 0, wrong: 0, unchecked: [{ reason: "there is no token", count: 0 }], untruths: [] },
  server: { unavailable: "connect ECONNREFUSED" },
});

const missesOf = (thresholds: Thresholds, findings = FINDINGS) =>
  checkThresholds(thresholds, findings)
    .filter(({ met }) => !met)
    .map(describeMiss);

describe("thresholds", () => {
  test("are met up to and including the limit, and say what was found", () => {
    const thresholds: Thresholds = {
      "min-patch-rate": 23.5,
      "max-dropped": 3,
      "max-gaps": 4,
      "max-decode-errors": 3,
      "max-untrue": 1,
      "max-latency-p99": 45,
      "max-jitter-p99": 8,
      "max-tick-p99": 9.5,
    };
    const checks = checkThresholds(thresholds, FINDINGS);
    expect(checks.map(({ option }) => option)).toEqual(Object.keys(thresholds));
    expect(checks.filter(({ met }) => !met)).toEqual([]);
    expect(checks.find(({ option }) => option === "max-untrue")?.found).toBe("1 of 10 comparisons were wrong");
    expect(checkThresholds({}, FINDINGS)).toEqual([]);
  });

  test.each<[Thresholds, string]>([
    [{ "min-patch-rate": 24 }, "--min-patch-rate 24, but the slowest client got 23.50 patches/s"],
    [{ "max-dropped": 2 }, "--max-dropped 2, but 1 failed to join and 2 were dropped"],
    [{ "max-gaps": 0 }, "--max-gaps 0, but 4 ticks did not reach a client"],
    [{ "max-decode-errors": 0 }, "--max-decode-errors 0, but there were 3 errors of decoding"],
    [{ "max-untrue": 0 }, "--max-untrue 0, but 1 of 10 comparisons were wrong"],
    [{ "max-latency-p99": 40 }, "--max-latency-p99 40, but the input-to-effect p99 was 45.0 ms"],
    [{ "max-jitter-p99": 7.5 }, "--max-jitter-p99 7.5, but the jitter p99 was 8.0 ms"],
    [{ "max-tick-p99": 9 }, "--max-tick-p99 9, but the server's tick p99 was 9.50 ms"],
  ])("%j is missed by name, with what was found", (thresholds, message) => {
    expect(missesOf(thresholds)).toEqual([`threshold missed: ${message}`]);
  });

  test.each<[Thresholds, string]>([
    [{ "min-patch-rate": 1 }, "no client was there for long enough"],
    [{ "max-latency-p99": 1000 }, "no latency was measured"],
    [{ "max-jitter-p99": 1000 }, "no jitter was measured"],
    [{ "max-untrue": 1000 }, "nothing was compared: there is no token"],
    [{ "max-tick-p99": 1000 }, "the server's ticks are unknown: connect ECONNREFUSED"],
  ])("%j is missed by what could not be measured", (thresholds, found) => {
    expect(missesOf(thresholds, NOTHING_MEASURED)).toEqual([expect.stringContaining(`, but ${found}`)]);
  });

  test("a tick beyond the last bucket misses every limit", () => {
    const beyond = makeFindings({ server: serverFigures(Number.POSITIVE_INFINITY) });
    expect(missesOf({ "max-tick-p99": 60_000 }, beyond)).toEqual([
      "threshold missed: --max-tick-p99 60000, but the server's tick p99 was beyond the last bucket of its histogram",
    ]);
  });
});
