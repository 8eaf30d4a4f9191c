/**
 * `npm run bench:arena`: what an arena of bots alone costs, without rooms or clients. First a tick's time by number of bots; then
 * half an hour of game time with 200 bots, run as fast as it goes, with what should stay as it was, minute by minute.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { createWorld, type World } from "../../../server/arena/world.ts";
import { massOf, TICK_RATE } from "../../../shared/formulas.ts";
import type { PhaseTimer } from "../../../shared/phases.ts";
import { parseSettings } from "../../../shared/settings.ts";
import { BodyKind } from "../../../shared/state.ts";

const BOTS = [200, 400, 500];
/** What OgarII takes for such a tick on this kind of machine (the reference), in ms. */
const OGARII_MILLISECONDS: Readonly<Record<number, number>> = { 200: 3.9, 400: 8.2 };
const WARM_TICKS = 20 * TICK_RATE;
const MEASURED_TICKS = 60 * TICK_RATE;
const LONG_BOTS = 200;
const LONG_MINUTES = 30;
const MINUTE_TICKS = 60 * TICK_RATE;
const MEBIBYTE = 2 ** 20;

const NO_TIMER: PhaseTimer = { mark() {} };

const { values } = parseArgs({ options: { minutes: { type: "string", default: String(LONG_MINUTES) } } });
const minutes = Number(values.minutes);
if (!Number.isInteger(minutes) || minutes < 0) {
  console.error(`bench:arena: --minutes is "${values.minutes}"; allowed is an integer from 0`);
  process.exit(2);
}

console.log("| bots | CPU ms a tick, mean | median | p99 | OgarII |\n| --- | --- | --- | --- | --- |");
for (const bots of BOTS) {
  const world = createArena(bots);
  play(world, WARM_TICKS);
  const { mean, median, p99 } = play(world, MEASURED_TICKS);
  const figures = [mean, median, p99].map((figure) => figure.toFixed(2)).join(" | ");
  console.log(`| ${bots} | ${figures} | ${OGARII_MILLISECONDS[bots] ?? ""} |`);
}

if (minutes > 0) {
  console.log(`\n${minutes} minutes of ${LONG_BOTS} bots:`);
  console.log("| minute | mass of cells | cells | pellets | ejecta | viruses | heap MiB | ms a tick, mean | p99 |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  const world = createArena(LONG_BOTS);
  for (let minute = 1; minute <= minutes; minute++) {
    const { mean, p99 } = play(world, MINUTE_TICKS);
    globalThis.gc?.();
    const { mass, counts } = takeStock(world);
    const kinds = [BodyKind.cell, BodyKind.pellet, BodyKind.ejecta, BodyKind.virus].map((kind) => counts[kind]);
    const heap = (process.memoryUsage().heapUsed / MEBIBYTE).toFixed(1);
    const columns = [minute, Math.round(mass), ...kinds, heap, mean.toFixed(2), p99.toFixed(2)];
    console.log(`| ${columns.join(" | ")} |`);
  }
}

function createArena(bots: number): World {
  return createWorld(parseSettings({ bots, seed: 1 }));
}

/** Runs ticks, and says what they took, in ms of CPU time (mean) and of time (the others). */
function play(world: World, ticks: number): { mean: number; median: number; p99: number } {
  const times: number[] = [];
  const cpu = process.threadCpuUsage();
  for (let i = 0; i < ticks; i++) {
    const start = performance.now();
    world.step(NO_TIMER);
    times.push(performance.now() - start);
  }
  const { user, system } = process.threadCpuUsage(cpu);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { mean: (user + system) / 1000 / ticks, median: at(0.5), p99: at(0.99) };
}

/** Mass of all cells, and bodies by kind. */
function takeStock({ space, bodies }: World): { mass: number; counts: number[] } {
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
