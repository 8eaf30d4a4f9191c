/** What is printed: a tick's cost by number of bots, what is asked of it, and the rows of the long play. */
import { BodyKind } from "../../../shared/state.ts";
import { table } from "../table.ts";
import { type Judged, judge } from "../verdicts.ts";
import type { Stock, TickTimes } from "./play.ts";

/** What OgarII takes for such a tick on this kind of machine (the reference), in ms, by number of bots. */
const OGARII_MILLISECONDS: Readonly<Record<number, number>> = { 200: 3.9, 400: 8.2 };

export interface Cost extends TickTimes {
  readonly bots: number;
}

export function costTable(costs: readonly Cost[]): string {
  const body = costs.map(({ bots, mean, median, p99 }) => [
    String(bots),
    ...[mean, median, p99].map((figure) => figure.toFixed(2)),
  ]);
  return table(["bots", "CPU ms a tick, mean", "median", "p99"], body);
}

/** Against OgarII, where its figure is known. */
export function judgeCosts(costs: readonly Cost[]): Judged[] {
  return costs.flatMap(({ bots, mean }) => {
    const limit = OGARII_MILLISECONDS[bots];
    if (limit === undefined) return [];
    return [judge({ what: `${bots} bots: CPU ms a tick, OgarII's`, must: "below", limit, decimals: 2 }, [mean])];
  });
}

const MEBIBYTE = 2 ** 20;
const KINDS = [
  ["cells", BodyKind.cell],
  ["pellets", BodyKind.pellet],
  ["ejecta", BodyKind.ejecta],
  ["viruses", BodyKind.virus],
] as const;

/** The columns of the long play, which is printed row by row as it goes. */
const MINUTE_COLUMNS = [
  "minute",
  "mass of cells",
  ...KINDS.map(([name]) => name),
  "heap MiB",
  "ms a tick, mean",
  "p99",
];

/** @param heap bytes in use */
export function minuteRow(minute: number, { mass, counts }: Stock, heap: number, { mean, p99 }: TickTimes): string[] {
  const kinds = KINDS.map(([, kind]) => String(counts[kind]));
  const figures = [(heap / MEBIBYTE).toFixed(1), mean.toFixed(2), p99.toFixed(2)];
  return [String(minute), String(Math.round(mass)), ...kinds, ...figures];
}

const LEAST_WIDTH = 6;
const WIDTHS = MINUTE_COLUMNS.map((title) => Math.max(LEAST_WIDTH, title.length));

/** Cells as wide as their titles, so that rows printed one by one stand below each other. */
export function paddedRow(cells: readonly string[]): string {
  return `| ${cells.map((cell, i) => cell.padStart(WIDTHS[i])).join(" | ")} |`;
}

/** The titles of the long play, and the rule below them. */
export function minuteHead(): string {
  return `${paddedRow(MINUTE_COLUMNS)}\n${paddedRow(WIDTHS.map((width) => `${"-".repeat(width - 1)}:`))}`;
}
