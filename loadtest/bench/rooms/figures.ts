/** The figures of a scene: of one run, from what was counted; of several runs, figure by figure; and what is asked of them. */
import type { ServerFigures } from "../../server-metrics.ts";
import { median } from "../summary.ts";
import { type Asked, type Judged, judge } from "../verdicts.ts";
import type { RoomScene } from "./scenes.ts";

/** Times in milliseconds a tick. */
export interface Result {
  readonly scene: string;
  readonly clients: number;
  /** Processor time of the main thread. */
  readonly cpu_ms: number;
  readonly cpu_p99_ms: number;
  /** Processor time of all threads of the server. */
  readonly all_threads_ms: number;
  /** Processor time of the bare server (bare-server.ts) with the same traffic; NaN where it was not run. */
  readonly bare_ms: number;
  readonly tick_ms: number;
  readonly tick_p99_ms: number;
  readonly hz: number;
  readonly kb_per_second: number;
  readonly bytes_per_visible: number;
  /** Clients whose connection had ended. */
  readonly closed: number;
  /** Patches left out since their client read too slowly. */
  readonly skipped: number;
  readonly phases: Readonly<Record<string, number>>;
}

/** What the clients counted between the two scrapes of a run. */
export interface Counted {
  readonly seconds: number;
  readonly bytes: number;
  /** Clients whose connection has ended by now. */
  readonly closed: number;
}

const KILOBYTE = 1024;

/** What is not known is NaN. */
export function resultOf({ name, clients }: RoomScene, figures: ServerFigures, counted: Counted): Result {
  const { seconds, bytes, closed } = counted;
  const { total, ...phases } = figures.tick;
  return {
    scene: name,
    clients,
    cpu_ms: figures.cpu?.mean ?? Number.NaN,
    cpu_p99_ms: figures.cpu?.p99 ?? Number.NaN,
    all_threads_ms: figures.cpuOfAllThreads ?? Number.NaN,
    bare_ms: Number.NaN,
    tick_ms: total.mean,
    tick_p99_ms: total.p99,
    hz: figures.ticksPerSecond,
    kb_per_second: bytes / KILOBYTE / seconds / clients,
    bytes_per_visible: bytes / (figures.seen ?? Number.NaN) / figures.ticks,
    closed,
    skipped: figures.skipped,
    phases: Object.fromEntries(Object.entries(phases).map(([phase, { mean }]) => [phase, mean])),
  };
}

/** Bytes to each client in a tick, as a whole number. */
export function bytesPerTick({ kb_per_second, hz }: Result): number {
  return Math.round((kb_per_second * KILOBYTE) / hz);
}

/** Figures that are numbers, and their medians over runs. */
type NumberName = { [Name in keyof Result]: Result[Name] extends number ? Name : never }[keyof Result];

/** The median of each figure over the runs of a scene, one at least. */
export function medianOf(runs: readonly Result[]): Result {
  const [{ scene, clients, phases }] = runs;
  const of = (name: NumberName) => median(runs.map((run) => run[name]));
  return {
    scene,
    clients,
    cpu_ms: of("cpu_ms"),
    cpu_p99_ms: of("cpu_p99_ms"),
    all_threads_ms: of("all_threads_ms"),
    bare_ms: of("bare_ms"),
    tick_ms: of("tick_ms"),
    tick_p99_ms: of("tick_p99_ms"),
    hz: of("hz"),
    kb_per_second: of("kb_per_second"),
    bytes_per_visible: of("bytes_per_visible"),
    // A client that was closed in any run did not take part in it all.
    closed: Math.max(...runs.map(({ closed }) => closed)),
    skipped: Math.max(...runs.map(({ skipped }) => skipped)),
    phases: Object.fromEntries(
      Object.keys(phases).map((phase) => [phase, median(runs.map((run) => run.phases[phase]))]),
    ),
  };
}

interface RoomAsked extends Asked {
  readonly scene: string;
  readonly figure: NumberName;
}

/** A rate is held when no more than this share of it is missing: what counts ticks and seconds is not that exact. */
const MISSING_SHARE = 0.01;

function costBelow(scene: string, limit: number): RoomAsked {
  return { scene, figure: "cpu_ms", what: `${scene}: CPU ms a tick`, must: "below", limit, decimals: 2 };
}

function held(scene: string, hz: number): RoomAsked {
  const limit = hz * (1 - MISSING_SHARE);
  return { scene, figure: "hz", what: `${scene}: ticks a second (${hz} held)`, must: "at least", limit, decimals: 1 };
}

function bytesBelow(scene: string, limit: number): RoomAsked {
  const what = `${scene}: bytes a visible body and tick`;
  return { scene, figure: "bytes_per_visible", what, must: "below", limit, decimals: 2 };
}

/** What the best server of the kind takes, or what none does: the table of rooms in the issue about interest and sync. */
export const ASKED: readonly RoomAsked[] = [
  costBelow("calm-100", 3.3),
  costBelow("calm-200", 7.1),
  costBelow("calm-400", 17.3),
  costBelow("swarm-100", 7.8),
  costBelow("swarm-200", 17.2),
  held("swarm-200", 25),
  held("calm-500", 25),
  {
    scene: "calm-500",
    figure: "tick_p99_ms",
    what: "calm-500: tick p99, ms",
    must: "below",
    limit: 40,
    decimals: 1,
  },
  held("calm-1000", 20),
  {
    scene: "calm-200",
    figure: "kb_per_second",
    what: "calm-200: KB/s a client",
    must: "at most",
    limit: 3.8,
    decimals: 2,
  },
  bytesBelow("swarm-100", 12),
  bytesBelow("swarm-200", 12),
  bytesBelow("swarm-100-rates", 6),
  bytesBelow("swarm-200-rates", 6),
];

/** Judges all that is asked of the scenes that were run. Of a run in which not all clients got all patches nothing is known. */
export function judgeRuns(runs: readonly Result[]): Judged[] {
  return ASKED.flatMap(({ scene, figure, ...asked }) => {
    const samples = runs
      .filter((run) => run.scene === scene)
      .map((run) => (run.closed === 0 && run.skipped === 0 ? run[figure] : Number.NaN));
    return samples.length === 0 ? [] : [judge(asked, samples)];
  });
}
