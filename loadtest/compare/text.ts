import { formatValue } from "../report/chart.ts";
import type { Comparison, Line } from "./comparison.ts";

/** The comparison as a table in plain text, without the closing newline. */
export function formatComparison({ warnings, lines, counts }: Comparison): string {
  const header = ["", "before", "after", "change, with its 99 % interval", ""];
  const rows = [header, ...lines.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  const table = rows.map((cells) => `  ${cells.map((cell, i) => cell.padEnd(widths[i])).join("  ")}`.trimEnd());
  return [
    ...warnings.map((warning) => `Not alike: ${warning}.`),
    ...(warnings.length > 0 ? [""] : []),
    ...table,
    "",
    ...counts.map(({ name, before, after, outcome }) => `  ${name}: ${before}, then ${after}: ${outcome}`),
    "",
    ...verdict({ warnings, lines, counts }),
    "The interval holds the noise within the runs (block bootstrap of their seconds), not what differs from run to run:",
    "measure twice before believing in a difference.",
  ].join("\n");
}

function cellsOf({ measure, difference, outcome }: Line): string[] {
  const name = `${measure.name}, ${measure.unit}`;
  if (difference === undefined) return [name, "–", "–", "too few seconds were measured", outcome];
  const { before, after, low, high } = difference;
  const percent = (value: number) => `${value > 0 ? "+" : ""}${((100 * value) / before).toFixed(1)} %`;
  const change = before === 0 ? "from nothing" : `${percent(after - before)} (${percent(low)} to ${percent(high)})`;
  return [name, formatValue(before), formatValue(after), change, outcome];
}

function verdict({ lines, counts }: Comparison): string[] {
  const named = (wanted: string) => [
    ...lines.filter(({ outcome }) => outcome === wanted).map(({ measure }) => measure.name),
    ...counts.filter(({ outcome }) => outcome === wanted).map(({ name }) => name),
  ];
  const told = (what: string, names: readonly string[]) =>
    names.length === 0 ? `Nothing got ${what}.` : `Got ${what}: ${names.join("; ")}.`;
  return [told("better", named("better")), told("worse", named("worse"))];
}
