import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Findings, type Machine, REPORT_VERSION, type Row } from "./findings.ts";
import { machineTime } from "./machine-time.ts";
import type { Options } from "./options.ts";
import { startOwnServer, type Usage } from "./own-server.ts";
import { allowedProcessors, leaveProcessorForServer, type Pinning, processorCount } from "./processors.ts";
import { SCENARIOS, type Scenario } from "./scenarios.ts";
import { type Scrape, scrape, UnreachableError } from "./server-metrics.ts";
import { spreadOf } from "./statistics.ts";
import { createTally, serverBetween } from "./tally.ts";
import { startWorkers, type WorkerPool } from "./worker-pool.ts";

/** The server that is loaded, the test's own or another's. */
interface Target {
  readonly url: string;
  /** Undefined: it cannot be asked for the truth. */
  readonly adminToken: string | undefined;
  usage(): Promise<Usage | undefined>;
  stop(): Promise<void>;
}

const ROW_MILLISECONDS = 1000;
const POLL_MILLISECONDS = 50;
/** Comparisons with the truth in a second, of all processes: the server lets one address ask 10 times a second. */
const TRUTH_PER_SECOND = 4;
/** A process of bots for fewer than so many would only cost. */
const LEAST_BOTS_OF_WORKER = 10;

/**
 * Runs a load test to its end, and leaves. `stop` ends it early.
 * @param onRow told each second of the test as it ends.
 * @throws UnreachableError when nobody answers at `options.url`; ServerStartError when a server of its own does not start.
 */
export async function runLoadTest(options: Options, onRow: (row: Row) => void, stop: AbortSignal): Promise<Findings> {
  const startedAt = new Date().toISOString();
  // Before the pinning, which takes one of them away from this process.
  const processors = allowedProcessors();
  const pinning = options.url === undefined ? leaveProcessorForServer() : { server: undefined, bots: undefined };
  const target = await targetOf(options, pinning);
  try {
    const most = Math.ceil(options.bots / LEAST_BOTS_OF_WORKER);
    const workers = startWorkers(options.workers ?? Math.min(processorCount(), most));
    try {
      const machine: Machine = {
        processor: cpus()[0]?.model ?? "unknown",
        processors: processorCount() + (pinning.server === undefined ? 0 : 1),
        node: process.version,
        pinned: pinning.bots && `server on ${pinning.server}, bots on ${pinning.bots.join(", ")}`,
        workers: workers.size,
      };
      const found = await measure(options, target, processors, workers, onRow, stop);
      return { version: REPORT_VERSION, startedAt, url: options.url, machine, ...found };
    } finally {
      await workers.stop();
    }
  } finally {
    await target.stop();
  }
}

async function targetOf({ url, bots, rooms, scenario }: Options, pinning: Pinning): Promise<Target> {
  if (url === undefined) {
    const { settings = {} }: Scenario = SCENARIOS[scenario];
    return await startOwnServer(bots, rooms, settings, pinning.server);
  }
  await scrape(url).catch(rethrowUnreachable);
  const adminToken = process.env.KRILL_ADMIN_TOKEN;
  return { url, adminToken, usage: async () => undefined, stop: async () => undefined };
}

type Measured = Omit<Findings, "version" | "startedAt" | "url" | "machine">;

async function measure(
  options: Options,
  target: Target,
  processors: readonly number[],
  workers: WorkerPool,
  onRow: (row: Row) => void,
  stop: AbortSignal,
): Promise<Measured> {
  const { scenario, seed, bots, ramp, thresholds } = options;
  const { url, adminToken } = target;
  const tally = createTally();
  const busiest = { busy: 0, cpu: 0 };
  const startedAt = performance.now();

  async function moment(stage: Row["stage"]): Promise<{ scrape: Scrape | string }> {
    const [taken, scraped, usage] = await Promise.all([
      workers.ask("take", () => ({ kind: "take" })),
      scrapeOrReason(url),
      target.usage(),
    ]);
    const at = (performance.now() - startedAt) / 1000;
    const machine = machineTime(processors, usage?.seconds);
    onRow(tally.add({ at, stage, taken, scrape: scraped, serverMemory: usage?.memory, machine }));
    if (stage === "steady") {
      busiest.busy = Math.max(busiest.busy, ...taken.map(({ busy }) => busy));
      busiest.cpu = Math.max(busiest.cpu, ...taken.map(({ cpu }) => cpu));
    }
    return { scrape: scraped };
  }

  /** Takes stock every second until `isOver`, or `until` (performance.now(), ms). */
  async function watch(stage: Row["stage"], isOver: () => boolean, until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let due = performance.now() + ROW_MILLISECONDS; !isOver() && due < until; due += ROW_MILLISECONDS) {
      await waitUntil(due, isOver);
      if (!isOver()) await moment(stage);
    }
    if (until < Number.POSITIVE_INFINITY) await waitUntil(until, isOver);
  }

  const truth = adminToken === undefined ? undefined : { adminToken, perSecond: TRUTH_PER_SECOND / workers.size };
  const shared = { url, scenario, seed, ramp, end: bots, step: workers.size, truth };
  let ramped = false;
  const starting = workers
    .ask("start", (first) => ({ kind: "start", orders: { ...shared, first } }))
    .finally(() => {
      ramped = true;
    });
  starting.catch(() => undefined); // until it is awaited
  await watch("ramp", () => ramped || stop.aborted);
  if (!stop.aborted) await starting;

  const before = await moment("ramp");
  const steadyFrom = performance.now();
  if (!stop.aborted) await workers.ask("open", () => ({ kind: "open" }));
  const { stay, stormSeconds }: Scenario = SCENARIOS[scenario];
  const comesBack = stay !== undefined || stormSeconds !== undefined;
  const isEmpty = () => !comesBack && tally.rows.at(-1)?.present === 0;
  await watch("steady", () => stop.aborted || isEmpty(), steadyFrom + 1000 * options.seconds);
  const steadyTo = performance.now();
  const rates = (await workers.ask("close", () => ({ kind: "close" }))).flat();
  const after = await moment("steady");
  await workers.ask("leave", () => ({ kind: "leave" }));
  // What came of those who disturb is only known once they have left.
  tally.absorb("ramp", await workers.ask("take", () => ({ kind: "take" })));

  return {
    scenario,
    seed,
    asked: bots,
    joined: tally.count("joins"),
    failed: tally.reasons("failed"),
    dropped: tally.reasons("dropped"),
    refused: tally.reasons("refused"),
    undecoded: tally.reasons("undecoded"),
    fates: tally.reasons("fates"),
    hostileFrames: tally.count("hostileFrames"),
    gaps: tally.count("gaps"),
    truth: {
      right: tally.count("right"),
      wrong: tally.count("wrong"),
      unchecked: truth === undefined ? [{ reason: NO_TOKEN, count: 0 }] : tally.reasons("unchecked"),
      untruths: tally.untruths,
    },
    rampSeconds: (steadyFrom - startedAt) / 1000,
    steadySeconds: (steadyTo - steadyFrom) / 1000,
    patchesPerSecond: spreadOf(rates.map(({ patches }) => patches)),
    bytesPerSecond: spreadOf(rates.map(({ bytes }) => bytes)),
    inputToPatch: tally.durations.inputToPatch.percentiles(),
    jitter: tally.durations.jitter.percentiles(),
    join: tally.durations.join.percentiles(),
    back: tally.durations.back.percentiles(),
    generator: { late: tally.durations.late.percentiles(), ...busiest, others: tally.others() },
    server: serverBetween(before.scrape, after.scrape),
    series: tally.rows,
    distributions: {
      inputToPatch: tally.durations.inputToPatch.pack(),
      jitter: tally.durations.jitter.pack(),
    },
    thresholds,
  };
}

const NO_TOKEN = "the environment has no KRILL_ADMIN_TOKEN of that server";

/** A server without readable metrics can still be loaded; one that nobody answers for cannot. */
function rethrowUnreachable(error: unknown): void {
  if (error instanceof UnreachableError) throw error;
}

async function scrapeOrReason(url: string): Promise<Scrape | string> {
  try {
    return await scrape(url);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Sleeps until `deadline` (performance.now(), ms) or until `isOver`. */
async function waitUntil(deadline: number, isOver: () => boolean): Promise<void> {
  for (let left = deadline - performance.now(); left > 0 && !isOver(); left = deadline - performance.now()) {
    await sleep(Math.min(POLL_MILLISECONDS, left));
  }
}
