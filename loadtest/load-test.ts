import { performance } from "node:perf_hooks";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../shared/random.ts";
import { type Bot, joinBot } from "./bots/bot.ts";
import { startMetronome } from "./bots/metronome.ts";
import type { Options } from "./options.ts";
import { figuresBetween, type Scrape, type ServerFigures, scrape } from "./server-metrics.ts";
import {
  countReasons,
  createDurations,
  type Percentiles,
  type ReasonCount,
  type Spread,
  spreadOf,
} from "./statistics.ts";

/** What a load test found. Rates and latencies are of the steady window: from the end of the ramp to the stop. */
export interface Findings {
  url: string;
  asked: number;
  joined: number;
  failed: ReasonCount[];
  /** Clients whose connection closed before they left, at any time, by close code. */
  dropped: ReasonCount[];
  /** Messages that the server refused. */
  refused: ReasonCount[];
  rampSeconds: number;
  steadySeconds: number;
  /** Over the clients, each by its own share of the window; absent when none was there for a second of it. */
  patchesPerSecond?: Spread | undefined;
  bytesPerSecond?: Spread | undefined;
  /** Milliseconds from sending an input to having decoded the first patch that can hold it (see bots/bot.ts). */
  inputToPatch?: Percentiles | undefined;
  generator: {
    /** Milliseconds by which the bots' own beats came late. */
    late?: Percentiles | undefined;
    /** The share of the time (0 to 1) for which this process' event loop was not idle. */
    busy: number;
    /** The processor time of this process as a share of one core. Well below `busy`: others took the machine's cores. */
    cpu: number;
  };
  /** What /metrics told, or why it told nothing. */
  server: ServerFigures | { unavailable: string };
}

/** How far a running test is. Rates are those since the last report of progress. */
export interface Progress {
  stage: "ramp" | "steady";
  elapsedSeconds: number;
  asked: number;
  joined: number;
  failed: number;
  dropped: number;
  patchesPerSecond: number;
  bytesPerSecond: number;
}

/** A client that was there for less of the window than this (s) has no rate: it would be chance. */
const LEAST_WINDOW_SECONDS = 1;
const POLL_MILLISECONDS = 100;
/** Unlike seeds for the bots of one run, from the run's seed. */
const SEED_STEP = 0x9e3779b1;

/** A bot, when it joined (performance.now(), ms), and where its counters stood when the steady window began. */
interface Client {
  bot: Bot;
  joinedAt: number;
  patchesBefore: number;
  bytesBefore: number;
}

/**
 * Runs a load test to its end, and leaves. `stop` ends it early.
 * @param onProgress called every POLL_MILLISECONDS with a function that takes stock, for when a report of progress is due.
 * @throws UnreachableError when nobody answers at `options.url`.
 */
export async function runLoadTest(
  options: Options,
  onProgress: (takeStock: () => Progress) => void,
  stop: AbortSignal,
): Promise<Findings> {
  await scrape(options.url).catch(rethrowUnreachable);

  const latencies = createDurations();
  const lateness = createDurations();
  const metronome = startMetronome(lateness.record);
  const clients: Client[] = [];
  const failures: string[] = [];
  const startedAt = performance.now();
  const takeStock = createStocktaking(options.bots, startedAt, clients, failures);
  const isOver = () => stop.aborted;

  // The ramp: joins do not wait for each other, so that a slow server meets the load that was asked for.
  const joins: Promise<unknown>[] = [];
  for (let i = 0; i < options.bots && !isOver(); i++) {
    await sleepUntil(startedAt + (1000 * i) / options.ramp, isOver, () => onProgress(() => takeStock("ramp")));
    const random = createRandom(options.seed + Math.imul(i, SEED_STEP));
    const joining = joinBot({ url: options.url, name: `load ${i + 1}`, random, recordLatency: latencies.record });
    joins.push(
      joining.then(
        (bot) => {
          clients.push({ bot, joinedAt: performance.now(), patchesBefore: 0, bytesBefore: 0 });
          metronome.add(bot);
        },
        (error: Error) => failures.push(error.message),
      ),
    );
  }
  await settled(joins, () => onProgress(() => takeStock("ramp")));

  // The steady window.
  const before = await scrapeOrReason(options.url);
  const steadyFrom = performance.now();
  const utilization = performance.eventLoopUtilization();
  const cpuUsage = process.cpuUsage();
  latencies.reset();
  lateness.reset();
  for (const client of clients) {
    client.patchesBefore = client.bot.patches;
    client.bytesBefore = client.bot.bytes;
  }
  const nobodyLeft = () => clients.every(({ bot }) => bot.dropped !== undefined);
  await sleepUntil(
    steadyFrom + 1000 * options.seconds,
    () => stop.aborted || nobodyLeft(),
    () => onProgress(() => takeStock("steady")),
  );
  const steadyTo = performance.now();
  const { utilization: busy } = performance.eventLoopUtilization(utilization);
  const { user, system } = process.cpuUsage(cpuUsage);
  const cpu = (user + system) / 1000 / (steadyTo - steadyFrom);
  for (const { bot } of clients) if (bot.dropped === undefined) bot.recordOverdueProbe();
  const rates = ratesOf(clients, steadyFrom, steadyTo);
  const dropped = clients.flatMap(({ bot }) => (bot.dropped ? [`close code ${bot.dropped.code}`] : []));
  const inputToPatch = latencies.percentiles();
  const late = lateness.percentiles();
  const after = await scrapeOrReason(options.url);

  metronome.stop();
  await Promise.all(clients.map(({ bot }) => bot.leave()));
  return {
    url: options.url,
    asked: options.bots,
    joined: clients.length,
    failed: countReasons(failures),
    dropped: countReasons(dropped),
    refused: countReasons(clients.flatMap(({ bot }) => bot.refusals)),
    rampSeconds: (steadyFrom - startedAt) / 1000,
    steadySeconds: (steadyTo - steadyFrom) / 1000,
    patchesPerSecond: spreadOf(rates.map(({ patches }) => patches)),
    bytesPerSecond: spreadOf(rates.map(({ bytes }) => bytes)),
    inputToPatch,
    generator: { late, busy, cpu },
    server: serverFigures(before, after),
  };
}

/** A server without readable metrics can still be loaded; one that nobody answers for cannot. */
function rethrowUnreachable(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "LOADTEST_UNREACHABLE") throw error;
}

async function scrapeOrReason(url: string): Promise<Scrape | string> {
  try {
    return await scrape(url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function serverFigures(before: Scrape | string, after: Scrape | string): Findings["server"] {
  if (typeof before === "string") return { unavailable: before };
  if (typeof after === "string") return { unavailable: after };
  try {
    return figuresBetween(before, after);
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}

function ratesOf(clients: readonly Client[], from: number, to: number): { patches: number; bytes: number }[] {
  return clients.flatMap(({ bot, patchesBefore, bytesBefore }) => {
    const seconds = ((bot.dropped?.at ?? to) - from) / 1000;
    if (seconds < LEAST_WINDOW_SECONDS) return [];
    return [{ patches: (bot.patches - patchesBefore) / seconds, bytes: (bot.bytes - bytesBefore) / seconds }];
  });
}

/** A function that takes stock: totals, and rates per second of a client's presence since it was last called. */
function createStocktaking(asked: number, startedAt: number, clients: readonly Client[], failures: readonly string[]) {
  let last = { at: startedAt, patches: 0, bytes: 0 };
  return (stage: Progress["stage"]): Progress => {
    const at = performance.now();
    const patches = clients.reduce((sum, { bot }) => sum + bot.patches, 0);
    const bytes = clients.reduce((sum, { bot }) => sum + bot.bytes, 0);
    const dropped = clients.filter(({ bot }) => bot.dropped !== undefined).length;
    const presence = ({ bot, joinedAt }: Client) =>
      Math.max(0, (bot.dropped?.at ?? at) - Math.max(joinedAt, last.at)) / 1000;
    const clientSeconds = clients.reduce((sum, client) => sum + presence(client), 0) || 1;
    const progress: Progress = {
      stage,
      elapsedSeconds: (at - startedAt) / 1000,
      asked,
      joined: clients.length,
      failed: failures.length,
      dropped,
      patchesPerSecond: (patches - last.patches) / clientSeconds,
      bytesPerSecond: (bytes - last.bytes) / clientSeconds,
    };
    last = { at, patches, bytes };
    return progress;
  };
}

/** Sleeps until `deadline` (performance.now(), ms) or until `isOver`, and calls `poll` meanwhile. */
async function sleepUntil(deadline: number, isOver: () => boolean, poll: () => void): Promise<void> {
  for (let left = deadline - performance.now(); left > 0 && !isOver(); left = deadline - performance.now()) {
    await sleep(Math.min(POLL_MILLISECONDS, left));
    poll();
  }
}

/** Waits for all of `promises`, which do not reject, and calls `poll` meanwhile. */
async function settled(promises: readonly Promise<unknown>[], poll: () => void): Promise<void> {
  let done = false;
  const all = Promise.all(promises).then(() => {
    done = true;
  });
  while (!done) {
    await Promise.race([all, sleep(POLL_MILLISECONDS)]);
    poll();
  }
}
