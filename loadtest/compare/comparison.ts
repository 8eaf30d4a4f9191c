import type { Row } from "../findings.ts";
import type { Report } from "../report/json.ts";
import { isMachineBusy } from "../report/verdict.ts";
import { totalOf } from "../statistics.ts";
import { type Difference, differenceOf, LEAST_SECONDS } from "./bootstrap.ts";
import { MEASURES, type Measure } from "./measures.ts";

export type Outcome = "better" | "worse" | "no difference" | "unknown";

export interface Line {
  readonly measure: Pick<Measure, "name" | "unit">;
  /** undefined: a run is too short, or has no such figure. */
  readonly difference: Difference | undefined;
  readonly outcome: Outcome;
}

/** Something that should never happen, counted over a whole run. */
export interface CountLine {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly outcome: Outcome;
}

export interface Comparison {
  /** Why the two runs are not alike, one line each. */
  readonly warnings: readonly string[];
  readonly lines: readonly Line[];
  readonly counts: readonly CountLine[];
}

/** A difference below this share of the value is none that anybody would care for, however sure it is. */
const LEAST_SHARE = 0.03;
/** Seconds shorter than this (s) are remains. */
const WHOLE_SECOND = 0.5;

export function compareReports(before: Report, after: Report): Comparison {
  return {
    warnings: warningsOf(before, after),
    lines: MEASURES.map((measure) => {
      const difference = differenceOf(valuesOf(before, measure), valuesOf(after, measure));
      return { measure, difference, outcome: difference ? outcomeOf(difference, measure.better) : "unknown" };
    }),
    counts: COUNTS.map(({ name, of }) => {
      const [then, now] = [of(before), of(after)];
      const outcome = now > then ? "worse" : now < then ? "better" : "no difference";
      return { name, before: then, after: now, outcome };
    }),
  };
}

export function outcomeOf({ before, after, low, high }: Difference, better: Measure["better"]): Outcome {
  const isSure = low > 0 || high < 0;
  const isMuch = Math.abs(after - before) > LEAST_SHARE * Math.abs(before);
  if (!isSure || !isMuch) return "no difference";
  return after < before === (better === "lower") ? "better" : "worse";
}

function valuesOf({ series }: Report, { of }: Measure): number[] {
  const isSteady = ({ stage, seconds }: Row) => stage === "steady" && seconds >= WHOLE_SECOND;
  return series.filter(isSteady).flatMap((row) => {
    const value = of(row);
    return value === undefined || value === null ? [] : [Math.min(value, Number.MAX_SAFE_INTEGER)];
  });
}

const COUNTS: readonly { name: string; of: (report: Report) => number }[] = [
  { name: "failed to join or dropped", of: ({ failed, dropped }) => totalOf(failed) + totalOf(dropped) },
  { name: "ticks without a patch", of: ({ gaps }) => gaps },
  { name: "errors of decoding", of: ({ undecoded }) => totalOf(undecoded) },
  { name: "untrue", of: ({ truth }) => truth.wrong },
];

function busy(name: string, report: Report): string[] {
  return isMachineBusy(report)
    ? [`the machine was busy with other things, ${name} (they took ${report.generator.others?.toFixed(1)} processors)`]
    : [];
}

function warningsOf(before: Report, after: Report): string[] {
  const told = (name: string, of: (report: Report) => unknown) =>
    of(before) === of(after) ? [] : [`${name} differ: ${of(before)} before, ${of(after)} after`];
  const steady = ({ series }: Report) => series.filter(({ stage }) => stage === "steady").length;
  const short = [before, after].some((report) => steady(report) < LEAST_SECONDS);
  return [
    ...told("scenarios", ({ scenario }) => scenario),
    ...told("bots", ({ asked }) => asked),
    ...told("processors", ({ machine }) => `${machine.processors} × ${machine.processor}`),
    ...told("ways of pinning", ({ machine }) => machine.pinned ?? "none"),
    ...busy("before", before),
    ...busy("after", after),
    ...(short ? [`a run is shorter than ${LEAST_SECONDS} s: nothing can be said of its noise`] : []),
  ];
}
