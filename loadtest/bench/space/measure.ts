import { performance } from "node:perf_hooks";
import type { Entry, Lane, Verdict } from "./lane.ts";
import { type Summary, summarize } from "./summary.ts";

/** How long each competitor of a scene is run. Times in milliseconds. */
export interface Plan {
  /** One tick at least. */
  readonly warmUp: number;
  readonly maxWarmUpTicks: number;
  /** How many ticks of the warm-up are judged; later, the last of each turn. */
  readonly checkedTicks: number;
  /** Rounds in which each competitor gets one turn. */
  readonly rounds: number;
  readonly turn: number;
  readonly maxTurnTicks: number;
  /** A competitor that has taken so long in all, and has been timed often enough, gets no more turns. */
  readonly limit: number;
  readonly enoughSamples: number;
}

export const FULL_PLAN: Plan = {
  warmUp: 200,
  maxWarmUpTicks: 300,
  checkedTicks: 3,
  rounds: 6,
  turn: 60,
  maxTurnTicks: 80,
  limit: 1500,
  enoughSamples: 2,
};

/** What was measured of one competitor in one scene. */
export interface Row {
  readonly scene: string;
  readonly name: string;
  readonly ours: boolean;
  readonly default: boolean;
  readonly exact: boolean;
  readonly median_ms: number;
  readonly mean_ms: number;
  readonly p95_ms: number;
  /** Pairs in the first tick, which is the same for all; bodies seen or hits in the scenes that are about those. */
  readonly pairs: number;
}

/** A competitor on its way through a scene. */
interface Runner {
  readonly entry: Entry;
  readonly lane: Lane;
  readonly first: Verdict;
  isExact: boolean;
  /** All time spent, warm-up included. */
  spent: number;
  readonly samples: number[];
}

/** Runs all competitors of a scene: each is warmed up, then they take turns, round after round. */
export async function measureScene(scene: string, entries: readonly Entry[], plan: Plan): Promise<Row[]> {
  const runners = entries.map((entry) => warmUp(entry, plan));
  for (let round = 0; round < plan.rounds; round++) {
    for (const runner of runners) {
      if (runner.spent < plan.limit || runner.samples.length < plan.enoughSamples) takeTurn(runner, plan);
    }
  }
  for (const { lane } of runners) await lane.close?.();
  return runners.map((runner) => rowOf(scene, runner));
}

function timed(lane: Lane): number {
  const start = performance.now();
  lane.run();
  return performance.now() - start;
}

function warmUp(entry: Entry, plan: Plan): Runner {
  globalThis.gc?.();
  const lane = entry.open();
  let spent = timed(lane);
  const first = lane.check();
  let { isExact } = first;
  for (let tick = 1; tick < plan.maxWarmUpTicks && spent < plan.warmUp; tick++) {
    lane.advance();
    spent += timed(lane);
    if (tick < plan.checkedTicks) isExact = lane.check().isExact && isExact;
  }
  return { entry, lane, first, isExact, spent, samples: [] };
}

function takeTurn(runner: Runner, plan: Plan): void {
  // What the one before has left is not this one's to collect; all garbage, each time, would take longer than the turns.
  globalThis.gc?.({ type: "minor" });
  const { lane, samples } = runner;
  let turn = 0;
  for (let tick = 0; tick < plan.maxTurnTicks && turn < plan.turn; tick++) {
    lane.advance();
    const time = timed(lane);
    samples.push(time);
    turn += time;
  }
  runner.spent += turn;
  runner.isExact = lane.check().isExact && runner.isExact;
}

function rowOf(scene: string, { entry, first, isExact, samples }: Runner): Row {
  const { median, mean, p95 }: Summary = summarize(samples);
  return {
    scene,
    name: entry.name,
    ours: entry.isOurs,
    default: entry.isDefault,
    exact: isExact,
    median_ms: median,
    mean_ms: mean,
    p95_ms: p95,
    pairs: first.found,
  };
}
