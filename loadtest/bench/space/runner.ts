/**
 * One competitor on its way through a scene: warmed up and judged, then timed for a turn at a time. Turns are short, and the
 * competitors take them in rounds, so that a slow minute of the machine is shared by all.
 */
import { performance } from "node:perf_hooks";
import type { Identity } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import type { Plan } from "./plan.ts";

/** What a competitor found in its first ticks. */
export interface Start {
  /** Pairs, bodies seen or hits in the first tick, which is the same for all. */
  readonly found: number;
  readonly isExact: boolean;
  /** Milliseconds timed so far. */
  readonly spent: number;
}

/** Each method rejects with what the competitor threw; after that, `close` alone is called. */
export interface Runner {
  readonly identity: Identity;
  /** Gets ready to start. Called first, once; for all runners at the same time. */
  prepare(): Promise<void>;
  /** Sets up the competitor's world and warms it up. Called next, once. */
  start(plan: Plan): Promise<Start>;
  /** Milliseconds of each tick of one turn. */
  takeTurn(plan: Plan): Promise<number[]>;
  /** Whether what the last tick found is right. */
  judge(): Promise<boolean>;
  close(): Promise<void>;
}

/** A runner in this process. */
export function createRunner(entry: Entry): Runner {
  let opened: Lane | undefined;

  function openLane(): Lane {
    opened ??= entry.open();
    return opened;
  }

  return {
    identity: entry,
    prepare: async () => {},

    async start(plan) {
      globalThis.gc?.();
      const lane = openLane();
      let spent = timed(lane);
      const first = lane.check();
      let isExact = first.isExact;
      for (let tick = 1; !isWarm(plan, tick, spent); tick++) {
        lane.advance();
        spent += timed(lane);
        if (tick < plan.checkedTicks) isExact = lane.check().isExact && isExact;
      }
      return { found: first.found, isExact, spent };
    },

    async takeTurn({ turn, maxTurnTicks }) {
      // What was left before the turn is not the turn's to collect.
      globalThis.gc?.({ type: "minor" });
      const lane = openLane();
      const samples: number[] = [];
      let spent = 0;
      for (let tick = 0; tick < maxTurnTicks && spent < turn; tick++) {
        lane.advance();
        const time = timed(lane);
        samples.push(time);
        spent += time;
      }
      return samples;
    },

    judge: async () => openLane().check().isExact,

    close: async () => {
      await opened?.close?.();
    },
  };
}

function isWarm({ warmUp, minWarmUpTicks, maxWarmUp, maxWarmUpTicks }: Plan, ticks: number, spent: number): boolean {
  return ticks >= maxWarmUpTicks || spent >= maxWarmUp || (ticks >= minWarmUpTicks && spent >= warmUp);
}

function timed(lane: Lane): number {
  const start = performance.now();
  lane.run();
  return performance.now() - start;
}
