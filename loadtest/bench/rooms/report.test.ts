import { expect, test } from "vitest";
import { conclusionOf } from "../verdicts.ts";
import { judgeRuns, type Result } from "./figures.ts";
import { lineOf } from "./report.ts";

const RESULT: Result = {
  scene: "swarm-100-rates",
  clients: 100,
  cpu_ms: 7.456,
  cpu_p99_ms: 12.34,
  all_threads_ms: 9.876,
  bare_ms: 3.456,
  tick_ms: 6.1,
  tick_p99_ms: 9.99,
  hz: 24.96,
  kb_per_second: 101.5,
  bytes_per_visible: 5.678,
  closed: 0,
  skipped: 0,
  phases: { move: 0.5, send: 1.234 },
};

test("one run in one line", () => {
  expect(lineOf([RESULT])).toBe(
    "swarm-100-rates: CPU 7.46 ms a tick (p99 12.3; all threads 9.88; a bare server 3.46), tick 6.10 (p99 10.0), 25.0 Hz, " +
      "101.50 KB/s a client, 5.68 bytes a visible body and tick, 0 closed, 0 patches skipped; move 0.50, send 1.23",
  );
});

test("of several runs, the lowest and the highest processor time besides", () => {
  const line = lineOf([RESULT, { ...RESULT, cpu_ms: 9 }, { ...RESULT, cpu_ms: 7 }]);
  expect(line).toMatch(
    /^swarm-100-rates: CPU 7\.46 ms a tick \(7\.00 to 9\.00, p99 12\.3; all threads 9\.88; a bare server 3\.46\), /,
  );
});

const conclusion = (runs: readonly Result[]) => conclusionOf(judgeRuns(runs));

test("after the lines, what is asked of the scenes that were run, and the verdict", () => {
  const lines = conclusion([RESULT, { ...RESULT, scene: "swarm-100" }]).split("\n");
  expect(lines[2]).toMatch(/^\| swarm-100: CPU ms a tick +\| +below 7\.8 \| +7\.46 \| +met \|$/);
  expect(lines.find((line) => line.includes("rates"))).toMatch(/ below 6 \| +5\.68 \| +met \|$/);
  expect(lines.at(-1)).toBe("3 of 3 figures are met.");
  const missed = conclusion([{ ...RESULT, bytes_per_visible: 6 }]).split("\n");
  expect(missed.at(-1)).toBe("0 of 1 figures are met; missed: swarm-100-rates: bytes a visible body and tick.");
  expect(conclusion([{ ...RESULT, scene: "aggressive-200" }])).toBe("No figure is asked of what was run.");
});
