/** What is asked of a benchmark's figures, whether it is met, and both as a table. */
import { median } from "./summary.ts";
import { table } from "./table.ts";

/** What is asked of one figure. */
export interface Asked {
  /** The figure, with its unit: "calm-100: CPU ms a tick". */
  readonly what: string;
  readonly must: "below" | "at most" | "at least";
  readonly limit: number;
  /** A better value, which is wished for. */
  readonly aim?: number;
  /** Shown of the figure's values. */
  readonly decimals: number;
}

/** One figure as measured: once, or in several runs, of which the median counts. */
export interface Judged {
  readonly asked: Asked;
  readonly runs: number;
  readonly ours: number;
  readonly lowest: number;
  readonly highest: number;
  readonly isMet: boolean;
}

/** @param samples of one run each, one at least. A figure that could not be measured in one of them (NaN) is missed. */
export function judge(asked: Asked, samples: readonly number[]): Judged {
  const ours = samples.some(Number.isNaN) ? Number.NaN : median(samples);
  return {
    asked,
    runs: samples.length,
    ours,
    lowest: Math.min(...samples),
    highest: Math.max(...samples),
    isMet: isMet(asked, ours),
  };
}

function isMet({ must, limit }: Asked, value: number): boolean {
  if (must === "below") return value < limit;
  return must === "at most" ? value <= limit : value >= limit;
}

/** The lowest and highest run are told where there are several, the aim where there is one. */
export function verdictTable(judged: readonly Judged[]): string {
  const hasRuns = judged.some(({ runs }) => runs > 1);
  const hasAims = judged.some(({ asked }) => asked.aim !== undefined);
  const body = judged.map(({ asked, ours, lowest, highest, isMet }) => {
    const { what, must, limit, aim, decimals } = asked;
    const shown = (value: number) => (Number.isNaN(value) ? "unknown" : value.toFixed(decimals));
    return [
      what,
      `${must} ${limit}`,
      ...(hasAims ? [aim === undefined ? "" : String(aim)] : []),
      shown(ours),
      ...(hasRuns ? [shown(lowest), shown(highest)] : []),
      isMet ? "met" : "missed",
    ];
  });
  const head = ["figure", "asked", ...(hasAims ? ["aim"] : []), "ours"];
  return table([...head, ...(hasRuns ? ["lowest", "highest"] : []), "verdict"], body);
}

/** What was asked and whether it is met: the table, and a last line. */
export function conclusionOf(judged: readonly Judged[]): string {
  return judged.length === 0 ? verdictLine(judged) : `${verdictTable(judged)}\n\n${verdictLine(judged)}`;
}

/** How many figures are met, and which are not. */
export function verdictLine(judged: readonly Judged[]): string {
  if (judged.length === 0) return "No figure is asked of what was run.";
  const missed = judged.filter(({ isMet }) => !isMet).map(({ asked }) => asked.what);
  const count = `${judged.length - missed.length} of ${judged.length} figures are met`;
  return missed.length === 0 ? `${count}.` : `${count}; missed: ${missed.join("; ")}.`;
}
