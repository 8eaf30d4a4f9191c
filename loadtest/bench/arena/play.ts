/** Plays arenas of bots as fast as they go. */
import process from "node:process";
import { createWorld, type World } from "../../../server/arena/world.ts";
import { massOf } from "../../../shared/formulas.ts";
import type { PhaseTimer } from "../../../shared/phases.ts";
import { parseSettings } from "../../../shared/settings.ts";
import { BodyKind } from "../../../shared/state.ts";
import { quantile } from "../summary.ts";

const NO_TIMER: PhaseTimer = { mark() {} };

export function createArena(bots: number): World {
  return createWorld(parseSettings({ bots, seed: 1 }));
}

/** What ticks took, in milliseconds: of CPU time (mean) and of time (the others). */
export interface TickTimes {
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
}

/** Runs so many ticks, one at least. */
export function play(world: World, ticks: number): TickTimes {
  const times: number[] = [];
  const cpu = process.threadCpuUsage();
  for (let i = 0; i < ticks; i++) {
    const start = performance.now();
    world.step(NO_TIMER);
    times.push(performance.now() - start);
  }
  const { user, system } = process.threadCpuUsage(cpu);
  times.sort((a, b) => a - b);
  return { mean: (user + system) / 1000 / ticks, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Mass of all cells, and bodies by kind. */
export interface Stock {
  readonly mass: number;
  readonly counts: readonly number[];
}

export function takeStock({ space, bodies }: World): Stock {
  const { ids, radius, slotLimit } = space.bodies;
  const counts = Object.values(BodyKind).map(() => 0);
  let mass = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === 0) continue;
    counts[bodies.kind[slot]]++;
    if (bodies.kind[slot] === BodyKind.cell) mass += massOf(radius[slot]);
  }
  return { mass, counts };
}
