/** All bots of one process: who joins when, who leaves and comes again, and what they did in the measured window. */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../../shared/random.ts";
import { roleOf, SCENARIOS, type Scenario } from "../scenarios.ts";
import { type Bot, joinBot } from "./bot.ts";
import { type DisturberOptions, readSlowly, sendRubbish, watch } from "./disturbers.ts";
import type { Measurements } from "./measurements.ts";
import { startMetronome } from "./metronome.ts";
import type { Orders } from "./orders.ts";
import type { Rates } from "./presence.ts";
import { checkTruth } from "./truth-check.ts";

export interface Crowd {
  /** Resolves once every first join has come to something, however slow others are: joins do not wait for each other. */
  gather(): Promise<void>;
  openWindow(): void;
  closeWindow(): Rates[];
  leave(): Promise<void>;
  /** Players connected now. */
  present(): number;
}

/** Unlike seeds for the bots of one run, from the run's seed. */
const SEED_STEP = 0x9e3779b1;
/** What those do who do not play. */
const DISTURBERS = { slow: readSlowly, spectator: watch, hostile: sendRubbish } as const;
/** Who failed to come back into a place, or was closed there, tries again after so long (ms). */
const REPLACE_MILLISECONDS = 500;
/** The first storm comes this long (ms) after the window began. */
const FIRST_STORM_MILLISECONDS = 2000;

export function createCrowd(orders: Orders, measurements: Measurements): Crowd {
  const scenario: Scenario = SCENARIOS[orders.scenario];
  const { counts, durations } = measurements;
  const metronome = startMetronome(durations.late.record);
  const over = new AbortController();
  const bots = new Set<Bot>();
  const places: Promise<void>[] = [];
  const truthRandom = createRandom(orders.seed + orders.first);
  /** Rates of those who left within the window. */
  let rates: Rates[] = [];
  let isWindow = false;

  /** One client's place: whoever has it, for as long as the test lasts. Calls `settled` when the first join came to something. */
  async function hold(number: number, settled: () => void): Promise<void> {
    const random = createRandom(orders.seed + Math.imul(number, SEED_STEP));
    const role = roleOf(scenario, number);
    const name = `load ${number + 1}`;
    const { url } = orders;
    do {
      if (role === "player") {
        const joinedAt = performance.now();
        const options = { url, name, random, measurements, reconnects: scenario.stormSeconds !== undefined };
        const bot = await joinBot({ ...options, steering: scenario.steering(random) }).catch((error: Error) => {
          measurements.happened("failed", error.message);
        });
        if (bot !== undefined) {
          durations.join.record(performance.now() - joinedAt);
          settled();
          await play(bot, scenario.stay && 1000 * random.between(scenario.stay.least, scenario.stay.most));
        }
      } else {
        settled();
        const options: DisturberOptions = { url, name, random, measurements, stop: over.signal };
        const disturb = DISTURBERS[role];
        const fate = await disturb(options).catch((error: Error) => `failed to join: ${error.message}`);
        measurements.happened("fates", fate);
      }
      settled();
      if (scenario.stay === undefined || role !== "player") await pause(REPLACE_MILLISECONDS);
    } while (!over.signal.aborted && (scenario.stay !== undefined || role !== "player"));
  }

  async function play(bot: Bot, stayMilliseconds: number | undefined): Promise<void> {
    counts.joins++;
    bots.add(bot);
    metronome.add(bot);
    const stay = stayMilliseconds === undefined ? untilOver : pause(stayMilliseconds);
    await Promise.race([bot.ended, stay]);
    await bot.leave();
    counts.leaves++;
    const rate = bot.presence.rates();
    if (isWindow && rate !== undefined) rates.push(rate);
    bots.delete(bot);
  }

  const untilOver = new Promise<void>((resolve) => over.signal.addEventListener("abort", () => resolve()));
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);

  async function rage(seconds: number): Promise<void> {
    await pause(FIRST_STORM_MILLISECONDS);
    while (!over.signal.aborted) {
      for (const bot of bots) bot.cut();
      await pause(1000 * seconds);
    }
  }

  return {
    async gather() {
      const startedAt = performance.now();
      const settling: Promise<void>[] = [];
      for (let number = orders.first; number < orders.end && !over.signal.aborted; number += orders.step) {
        await pause(startedAt + (1000 * number) / orders.ramp - performance.now());
        if (over.signal.aborted) return;
        settling.push(new Promise((resolve) => places.push(hold(number, resolve))));
      }
      await Promise.all(settling);
    },
    openWindow() {
      for (const bot of bots) bot.presence.restart();
      rates = [];
      isWindow = true;
      if (scenario.stormSeconds !== undefined) places.push(rage(scenario.stormSeconds));
      if (orders.truth === undefined) return;
      const source = { url: orders.url, ...orders.truth };
      const connected = () => [...bots].filter((bot) => bot.connected);
      places.push(checkTruth(source, connected, truthRandom, measurements, over.signal));
    },
    closeWindow() {
      isWindow = false;
      const present = [...bots].flatMap((bot) => {
        if (!bot.gone) bot.recordOverdueProbe();
        return bot.presence.rates() ?? [];
      });
      return [...rates, ...present];
    },
    async leave() {
      over.abort();
      metronome.stop();
      await Promise.all(places);
    },
    present: () => [...bots].filter((bot) => bot.connected).length,
  };
}
