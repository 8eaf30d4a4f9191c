/**
 * `npm run bench:arena`: what an arena of bots alone costs, without rooms or clients. First a tick's time by number of bots; then
 * half an hour of game time with 200 bots, run as fast as it goes, with what should stay as it was, minute by minute.
 */
import process from "node:process";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { optionsOf } from "../command-line.ts";
import { conclusionOf } from "../verdicts.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { createArena, play, takeStock } from "./play.ts";
import { type Cost, costTable, judgeCosts, minuteHead, minuteRow, paddedRow } from "./report.ts";

const BOTS = [200, 400, 500];
const WARM_TICKS = 20 * TICK_RATE;
const MEASURED_TICKS = 60 * TICK_RATE;
const LONG_BOTS = 200;
const MINUTE_TICKS = 60 * TICK_RATE;

function costOf(bots: number): Cost {
  const world = createArena(bots);
  play(world, WARM_TICKS);
  return { bots, ...play(world, MEASURED_TICKS) };
}

function playLong(minutes: number): void {
  console.log(`\n${minutes} minutes of ${LONG_BOTS} bots:\n`);
  console.log(minuteHead());
  const world = createArena(LONG_BOTS);
  for (let minute = 1; minute <= minutes; minute++) {
    const times = play(world, MINUTE_TICKS);
    globalThis.gc?.();
    console.log(paddedRow(minuteRow(minute, takeStock(world), process.memoryUsage().heapUsed, times)));
  }
}

function main({ minutes }: Options): void {
  const costs = BOTS.map(costOf);
  console.log(costTable(costs));
  if (minutes > 0) playLong(minutes);
  console.log(`\n${conclusionOf(judgeCosts(costs))}`);
}

const options = optionsOf("arena", HELP, parseOptions, process.argv.slice(2));
if (options) main(options);
