import { expect, test } from "vitest";
import type { Duration, ServerFigures } from "../../server-metrics.ts";
import { ASKED, bytesPerTick, judgeRuns, medianOf, type Result, resultOf } from "./figures.ts";
import { SCENES } from "./scenes.ts";

const duration = (mean: number): Duration => ({ mean, p50: mean, p99: mean * 3 });

const FIGURES: ServerFigures = {
  ticks: 250,
  ticksPerSecond: 25,
  tick: {
    input: duration(0.1),
    move: duration(0.2),
    space: duration(0.3),
    rules: duration(0.4),
    encode: duration(0.5),
    interest: duration(0.6),
    send: duration(0.7),
    total: duration(3),
  },
  cpu: duration(4),
  cpuOfAllThreads: 5,
  bytesPerSecond: 0,
  skipped: 0,
  seen: 4000,
};
const SCENE = { name: "calm-100", clients: 100, inputsPerSecond: 5, worldSize: 1000 };

function run(scene: string, more: Partial<Result> = {}): Result {
  return { ...resultOf({ ...SCENE, name: scene }, FIGURES, { seconds: 10, bytes: 2_048_000, closed: 0 }), ...more };
}

test("figures come from what the server and the clients counted", () => {
  expect(resultOf(SCENE, FIGURES, { seconds: 10, bytes: 2_048_000, closed: 3 })).toEqual({
    scene: "calm-100",
    clients: 100,
    cpu_ms: 4,
    cpu_p99_ms: 12,
    all_threads_ms: 5,
    bare_ms: Number.NaN,
    tick_ms: 3,
    tick_p99_ms: 9,
    hz: 25,
    kb_per_second: 2,
    // 2,048,000 bytes in 250 ticks for 4000 bodies seen.
    bytes_per_visible: 2.048,
    closed: 3,
    skipped: 0,
    phases: { input: 0.1, move: 0.2, space: 0.3, rules: 0.4, encode: 0.5, interest: 0.6, send: 0.7 },
  });
});

test("what the server does not tell is not a number", () => {
  const { cpu: _cpu, seen: _seen, ...rest } = FIGURES;
  const result = resultOf(SCENE, rest, { seconds: 10, bytes: 1000, closed: 0 });
  expect([result.cpu_ms, result.cpu_p99_ms, result.bytes_per_visible]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test("of several runs each figure's own median counts, and whoever was closed in any of them", () => {
  const runs = [
    run("calm-100", { cpu_ms: 9, hz: 24, closed: 2, phases: { move: 1 } }),
    run("calm-100", { cpu_ms: 3, hz: 25, phases: { move: 3 } }),
    run("calm-100", { cpu_ms: 4, hz: 20, phases: { move: 2 } }),
  ];
  expect(medianOf(runs)).toMatchObject({ cpu_ms: 4, hz: 24, tick_ms: 3, closed: 2, phases: { move: 2 } });
});

test("all that is asked is asked of a scene that there is", () => {
  const names = SCENES.map(({ name }) => name);
  for (const { scene, what } of ASKED) {
    expect(names).toContain(scene);
    expect(what.startsWith(`${scene}: `), what).toBe(true);
  }
});

test("scenes that were run are judged by their medians, others not at all", () => {
  const judged = judgeRuns([
    run("swarm-100", { cpu_ms: 7, bytes_per_visible: 12 }),
    run("swarm-100", { cpu_ms: 9, bytes_per_visible: 11 }),
    run("swarm-100", { cpu_ms: 7.5, bytes_per_visible: 13 }),
    run("swarm-100-rates", { bytes_per_visible: 5.9 }),
    run("calm-500", { hz: 24.8, tick_p99_ms: 40 }),
    run("aggressive-200"),
  ]);
  expect(judged.map(({ asked, ours, isMet }) => [asked.what, ours, isMet])).toEqual([
    ["swarm-100: CPU ms a tick", 7.5, true],
    ["calm-500: ticks a second (25 held)", 24.8, true],
    ["calm-500: tick p99, ms", 40, false],
    ["swarm-100: bytes a visible body and tick", 12, false],
    ["swarm-100-rates: bytes a visible body and tick", 5.9, true],
  ]);
  expect(judged[0]).toMatchObject({ runs: 3, lowest: 7, highest: 9 });
  expect(judgeRuns([])).toEqual([]);
});

test("a bare server is given the bytes of a tick", () => {
  expect(bytesPerTick(run("calm-100", { kb_per_second: 2.5, hz: 25 }))).toBe(102);
});

test.each([
  ["a client was closed", { closed: 1 }],
  ["patches were skipped", { skipped: 1 }],
])("nothing is known of a scene when %s in one of its runs", (_what, fault) => {
  const runs = [run("calm-200"), run("calm-200", fault), run("calm-200")];
  const judged = judgeRuns(runs);
  expect(judged.length).toBeGreaterThan(1);
  for (const { ours, isMet } of judged) expect([ours, isMet]).toEqual([Number.NaN, false]);
});
