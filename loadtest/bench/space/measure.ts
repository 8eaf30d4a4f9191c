import { type Summary, summarize } from "../summary.ts";
import type { Plan } from "./plan.ts";
import type { Runner, Start } from "./runner.ts";

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

/** A competitor that has started. */
interface Contestant {
  readonly runner: Runner;
  readonly start: Start;
  isExact: boolean;
  /** Milliseconds timed in all, warm-up included. */
  spent: number;
  readonly samples: number[];
}

/** Runs all competitors of a scene: each is warmed up, then they take turns, round after round. One is at work at a time. */
export async function measureScene(scene: string, runners: readonly Runner[], plan: Plan): Promise<Measurement> {
  const failures: Failure[] = [];
  const failed = new Set<Runner>();
  /** What `work` gives; undefined when it fails. */
  async function attempt<T>(runner: Runner, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      failures.push({ scene, name: runner.identity.name, error });
      failed.add(runner);
      return undefined;
    }
  }

  await Promise.all(runners.map((runner) => attempt(runner, () => runner.prepare())));
  const contestants: Contestant[] = [];
  for (const runner of runners) {
    if (failed.has(runner)) continue;
    const start = await attempt(runner, () => runner.start(plan));
    if (start) contestants.push({ runner, start, isExact: start.isExact, spent: start.spent, samples: [] });
  }
  for (let round = 0; round < plan.rounds; round++) {
    for (const contestant of contestants) {
      const { runner, spent, samples } = contestant;
      if (failed.has(runner) || (spent >= plan.limit && samples.length >= plan.enoughSamples)) continue;
      const turn = await attempt(runner, () => runner.takeTurn(plan));
      for (const sample of turn ?? []) {
        samples.push(sample);
        contestant.spent += sample;
      }
    }
  }
  for (const contestant of contestants) {
    const { runner } = contestant;
    if (failed.has(runner)) continue;
    const isLastExact = await attempt(runner, () => runner.judge());
    contestant.isExact &&= isLastExact === true;
  }
  for (const runner of runners) await attempt(runner, () => runner.close());
  return { rows: contestants.filter(({ runner }) => !failed.has(runner)).map((each) => rowOf(scene, each)), failures };
}

function rowOf(scene: string, { runner: { identity }, start, isExact, samples }: Contestant): Row {
  const { median, mean, p95 }: Summary = summarize(samples);
  return {
    scene,
    name: identity.name,
    ours: identity.isOurs,
    default: identity.isDefault,
    exact: isExact,
    median_ms: median,
    mean_ms: mean,
    p95_ms: p95,
    pairs: start.found,
  };
}
