import { PHASES, type Phase } from "../shared/phases.ts";
import {
  type BucketHistogram,
  histogramBetween,
  histogramOf,
  parsePrometheus,
  quantile,
  type Sample,
  sampleValue,
} from "./prometheus.ts";
import { httpUrl } from "./server-address.ts";

/** What the server said of itself between two scrapes of /metrics. Infinity: beyond the histogram's last bucket. */
export interface ServerFigures {
  ticks: number;
  ticksPerSecond: number;
  /** Milliseconds of each phase of a tick, and of the whole tick. */
  tick: Record<Phase | "total", Duration>;
  /** The main thread's processor time from one tick to the next, what comes from sockets included, in milliseconds; absent if not exported. */
  cpu?: Duration;
  /** The share of the time (0 to 1) for which the main thread ran; absent if not exported. */
  cpuShare?: number;
  /** Processor time of all threads of the process, in milliseconds a tick; absent if not exported. */
  cpuOfAllThreads?: number;
  /** Mean bytes of a patch as the server counts them; absent while it has sent none. */
  bytesPerPatch?: number;
  bytesPerSecond: number;
  /** Patches left out since their client read too slowly. */
  skipped: number;
  /** How late the event loop was, 99th percentile of the last full ten seconds, in milliseconds. */
  loopDelayP99?: number;
  rooms?: number;
  clients?: number;
  bodies?: number;
  /** Bodies that clients see at once, summed over them. */
  seen?: number;
}

export interface Duration {
  mean: number;
  p50: number;
  p99: number;
}

/** One scrape of /metrics, and when it was taken (performance.now(), ms). */
export interface Scrape {
  at: number;
  samples: Sample[];
}

/** The server did not answer at all; `cause` says why. */
export class UnreachableError extends Error {
  readonly code = "LOADTEST_UNREACHABLE";
}

const SCRAPE_TIMEOUT_MILLISECONDS = 10_000;

/** Where the metrics of the server at `url` (ws or http) are. */
export function metricsUrl(url: string): string {
  return new URL("/metrics", httpUrl(url)).href;
}

/**
 * Reads /metrics of the server at `url`.
 * @throws UnreachableError when nobody answers; Error when the answer is not a scrape.
 */
export async function scrape(url: string): Promise<Scrape> {
  const address = metricsUrl(url);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MILLISECONDS) });
    text = await response.text();
  } catch (error) {
    throw new UnreachableError(reasonOf(error), { cause: error });
  }
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return { at: performance.now(), samples: parsePrometheus(text) };
}

/** fetch hides what went wrong ("fetch failed") in its error's cause, and that in turn in an AggregateError's list. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${SCRAPE_TIMEOUT_MILLISECONDS / 1000} s`;
  if (error.cause instanceof AggregateError) return reasonOf(error.cause.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/**
 * The figures of the time between two scrapes.
 * @throws Error when the server counted no ticks in between or restarted, or a phase is not exported.
 */
export function figuresBetween(before: Scrape, after: Scrape): ServerFigures {
  const seconds = (after.at - before.at) / 1000;
  const durationOf = (name: string, labels: Record<string, string> = {}): Duration | undefined => {
    const last = histogramOf(after.samples, name, labels);
    const between = last && histogramBetween(histogramOf(before.samples, name, labels), last);
    return between && between.count > 0 ? toDuration(between) : undefined;
  };
  const grown = (name: string) => (sampleValue(after.samples, name) ?? 0) - (sampleValue(before.samples, name) ?? 0);

  const ticks = grown("krill_ticks_total");
  if (ticks < 0) throw new Error("the server's counters went back: it restarted during the test");
  if (ticks === 0) throw new Error("krill_ticks_total did not grow during the test: no room, or no Krill server");

  const tick = {} as Record<Phase | "total", Duration>;
  for (const phase of [...PHASES, "total"] as const) {
    const duration = durationOf("krill_tick_seconds", { phase });
    if (duration === undefined) throw new Error(`/metrics has no new krill_tick_seconds with phase="${phase}"`);
    tick[phase] = duration;
  }

  const bytes = grown("krill_patch_bytes_total");
  const skipped = grown("krill_patches_skipped_total");
  const figures: ServerFigures = {
    ticks,
    ticksPerSecond: ticks / seconds,
    tick,
    bytesPerSecond: bytes / seconds,
    skipped,
  };
  const patches = grown("krill_patches_total");
  if (patches > 0) figures.bytesPerPatch = bytes / patches;
  const gauge = (name: string, labels?: Record<string, string>) => sampleValue(after.samples, name, labels);
  const [rooms, clients] = [gauge("krill_rooms"), gauge("krill_clients")];
  const [bodies, seen] = [gauge("krill_bodies"), gauge("krill_seen_bodies")];
  const delay = gauge("krill_event_loop_delay_seconds", { quantile: "0.99" });
  if (rooms !== undefined) figures.rooms = rooms;
  if (clients !== undefined) figures.clients = clients;
  if (bodies !== undefined) figures.bodies = bodies;
  if (seen !== undefined) figures.seen = seen;
  if (delay !== undefined) figures.loopDelayP99 = 1000 * delay;
  if (gauge("krill_cpu_seconds_total") !== undefined) {
    figures.cpuOfAllThreads = (1000 * grown("krill_cpu_seconds_total")) / ticks;
  }
  const cpu = durationOf("krill_tick_cpu_seconds");
  if (cpu !== undefined) {
    figures.cpu = cpu;
    // Each room measures the whole thread, from the end of its tick to the end of its next.
    figures.cpuShare = grown("krill_tick_cpu_seconds_sum") / seconds / Math.max(1, rooms ?? 1);
  }
  return figures;
}

function toDuration(histogram: BucketHistogram): Duration {
  return {
    mean: (1000 * histogram.sum) / histogram.count,
    p50: 1000 * quantile(histogram, 0.5),
    p99: 1000 * quantile(histogram, 0.99),
  };
}
