import { performance } from "node:perf_hooks";
import type { Entry, Lane, Verdict } from "./lane.ts";
import { type Summary, summarize } from "./summary.ts";

/** How long each competitor of a scene is run. Times in milliseconds. */
export interface Plan {
  /** One tick at least. */
  readonly warmUp: number;
  readonly maxWarmUpTicks: number;
  /** How many ticks of the warm-up are judged; and so is the very last. */
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
  limit: 1000,
  enoughSamples: 1,
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
  /** What it found in the first tick. */
  readonly first: Verdict;
  isExact: boolean;
  /** All time spent, warm-up included. */
  spent: number;
  readonly samples: number[];
}

/** A competitor that threw an error: it has no row. */
export interface Failure {
  readonly scene: string;
  readonly name: string;
  readonly error: unknown;
}

export interface Measurement {
  readonly rows: Row[];
  readonly failures: Failure[];
}

/** Runs all competitors of a scene: each is warmed up, then they take turns, round after round. */
export async function measureScene(scene: string, entries: readonly Entry[], plan: Plan): Promise<Measurement> {
  const failures: Failure[] = [];
  /** What `work` gives; undefined when it throws. */
  function attempt<T>({ name }: Entry, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      failures.push({ scene, name, error });
      return undefined;
    }
  }
  const hasFailed = ({ entry: { name } }: Runner) => failures.some((failure) => failure.name === name);

  const runners: Runner[] = [];
  for (const entry of entries) {
    const runner = attempt(entry, () => warmUp(entry, plan));
    if (runner !== undefined) runners.push(runner);
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const runner of runners) {
      if (hasFailed(runner) || (runner.spent >= plan.limit && runner.samples.length >= plan.enoughSamples)) continue;
      attempt(runner.entry, () => takeTurn(runner, plan));
    }
  }
  for (const runner of runners) {
    if (!hasFailed(runner)) attempt(runner.entry, () => judge(runner));
    await runner.lane.close?.();
  }
  return { rows: runners.filter((runner) => !hasFailed(runner)).map((runner) => rowOf(scene, runner)), failures };
}

function timed(lane: Lane): number {
  const start = performance.now();
  lane.run();
  return performance.now() - start;
}

function judge(runner: Runner): void {
  runner.isExact = runner.lane.check().isExact && runner.isExact;
}

function warmUp(entry: Entry, plan: Plan): Runner {
  globalThis.gc?.();
  const lane = entry.open();
  const spent = timed(lane);
  const first = lane.check();
  const runner = { entry, lane, first, isExact: first.isExact, spent, samples: [] };
  for (let tick = 1; tick < plan.maxWarmUpTicks && runner.spent < plan.warmUp; tick++) {
    lane.advance();
    runner.spent += timed(lane);
    if (tick < plan.checkedTicks) judge(runner);
  }
  return runner;
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
