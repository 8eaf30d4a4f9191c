/** What all processes of bots saw, added up second by second. */
import type { CountName, DurationName, ReasonName } from "./bots/measurements.ts";
import type { Taken } from "./bots/orders.ts";
import type { Row } from "./findings.ts";
import { createHistogram, type Histogram, type Percentiles } from "./histogram.ts";
import { type MachineTime, othersBetween } from "./machine-time.ts";
import { figuresBetween, type Scrape, type ServerFigures } from "./server-metrics.ts";
import { addReasons, listReasons, type ReasonCount, type Reasons, spreadOf } from "./statistics.ts";

/** What is known at the end of a second. */
export interface Moment {
  /** Seconds since the test began. */
  readonly at: number;
  readonly stage: Row["stage"];
  readonly taken: readonly Taken[];
  readonly scrape: Scrape | string;
  /** Resident bytes of the server. */
  readonly serverMemory: number | undefined;
  readonly machine: MachineTime | undefined;
}

export interface Tally {
  readonly rows: Row[];
  /** Of the steady seconds alone; joins of the ramp, too. */
  readonly durations: Record<DurationName, Histogram>;
  count(name: CountName): number;
  reasons(name: ReasonName): ReasonCount[];
  readonly untruths: string[];
  /** What others took of the machine, a mean of the steady seconds; see Generator. */
  others(): number | undefined;
  /** Takes in what the bots saw, without a row. */
  absorb(stage: Row["stage"], taken: readonly Taken[]): void;
  /** Takes in what was seen since the last moment, and makes a row of it. */
  add(moment: Moment): Row;
}

const DURATION_NAMES: readonly DurationName[] = ["jitter", "inputToPatch", "join", "back", "late"];
/** So many lines of what was wrong are kept. */
const MOST_UNTRUTHS = 20;

export function createTally(): Tally {
  const durations = histograms();
  const counts: Partial<Record<CountName, number>> = {};
  const reasons: Partial<Record<ReasonName, Reasons>> = {};
  const untruths: string[] = [];
  const rows: Row[] = [];
  let last: Pick<Moment, "at" | "scrape" | "machine"> = { at: 0, scrape: "no scrape yet", machine: undefined };

  function sum(taken: readonly Taken[], name: CountName): number {
    return taken.reduce((total, { sample }) => total + sample.counts[name], 0);
  }

  function take(stage: Row["stage"], taken: readonly Taken[]): Record<DurationName, Percentiles | undefined> {
    const second = histograms();
    for (const { sample } of taken) {
      for (const name of DURATION_NAMES) {
        second[name].add(sample.durations[name]);
        if (stage === "steady" || name === "join") durations[name].add(sample.durations[name]);
      }
      for (const [name, count] of Object.entries(sample.counts)) {
        counts[name as CountName] = (counts[name as CountName] ?? 0) + count;
      }
      for (const [name, more] of Object.entries(sample.reasons)) {
        reasons[name as ReasonName] ??= {};
        addReasons(reasons[name as ReasonName] as Reasons, more);
      }
      untruths.push(...sample.untruths.slice(0, Math.max(0, MOST_UNTRUTHS - untruths.length)));
    }
    return Object.fromEntries(DURATION_NAMES.map((name) => [name, second[name].percentiles()])) as Record<
      DurationName,
      Percentiles | undefined
    >;
  }

  const times = (taken: readonly Taken[], name: ReasonName) =>
    taken.reduce((total, { sample }) => total + Object.values(sample.reasons[name]).reduce((a, b) => a + b, 0), 0);

  return {
    rows,
    durations,
    untruths,
    count: (name) => counts[name] ?? 0,
    reasons: (name) => listReasons(reasons[name] ?? {}),
    others() {
      const known = rows.flatMap(({ stage, others }) => (stage === "steady" ? (others ?? []) : []));
      return spreadOf(known)?.mean;
    },
    absorb: take,
    add({ at, stage, taken, scrape, serverMemory, machine }) {
      const seconds = at - last.at;
      const bots = taken.reduce((total, { cpu }) => total + cpu, 0);
      const { jitter, inputToPatch, late } = take(stage, taken);
      const row: Row = {
        at,
        seconds,
        stage,
        present: taken.reduce((total, { present }) => total + present, 0),
        patches: sum(taken, "patches") / seconds,
        bytes: sum(taken, "bytes") / seconds,
        gaps: sum(taken, "gaps"),
        failed: times(taken, "failed"),
        dropped: times(taken, "dropped"),
        wrong: sum(taken, "wrong"),
        jitter,
        inputToPatch,
        late,
        botsBusy: Math.max(0, ...taken.map(({ busy }) => busy)),
        botsMemory: taken.reduce((total, { memory }) => total + memory, 0),
        server: secondOf(last.scrape, scrape),
        serverMemory,
        others: othersBetween(last.machine, machine, seconds, bots),
      };
      last = { at, scrape, machine };
      rows.push(row);
      return row;
    },
  };
}

function histograms(): Record<DurationName, Histogram> {
  return Object.fromEntries(DURATION_NAMES.map((name) => [name, createHistogram()])) as Record<DurationName, Histogram>;
}

function secondOf(before: Scrape | string, after: Scrape | string): ServerFigures | undefined {
  const figures = serverBetween(before, after);
  return "unavailable" in figures ? undefined : figures;
}

/** What the server did between two scrapes; each may be the reason why it failed. */
export function serverBetween(
  before: Scrape | string,
  after: Scrape | string,
): ServerFigures | { unavailable: string } {
  if (typeof before === "string") return { unavailable: before };
  if (typeof after === "string") return { unavailable: after };
  try {
    return figuresBetween(before, after);
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}
