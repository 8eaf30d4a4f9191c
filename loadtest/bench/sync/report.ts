import { summarize } from "../summary.ts";
import { table } from "../table.ts";
import { type Row, titleOf } from "./figures.ts";

/** One contestant at one size in a line. */
export function lineOf(row: Row): string {
  const { name, median_ms, mean_ms, bytes_per_viewer, exact } = row;
  return (
    `${titleOf(row)}: ${name.padEnd(9)} median ${median_ms.toFixed(2)} ms, mean ${mean_ms.toFixed(2)}, ` +
    `${bytes_per_viewer} bytes a viewer, ${exact ? "exact" : "WRONG"}`
  );
}

/** Milliseconds of each phase of ticks, with one option of interest. */
export interface PhaseTimes {
  readonly option: string;
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

/** The median of each phase, by option. */
export function phaseTable(times: readonly PhaseTimes[]): string {
  const [{ samples: first }] = times;
  const phases = Object.keys(first);
  const body = times.map(({ option, samples }) => [
    option,
    ...phases.map((phase) => summarize(samples[phase]).median.toFixed(2)),
  ]);
  return table(["option of interest", ...phases], body);
}
