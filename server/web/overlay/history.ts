/** The last ticks of a room that is looked into, for graphs. */
import type { InspectedTicks } from "../../../shared/inspection.ts";
import { PHASES } from "../../../shared/phases.ts";

/** Ticks that are kept: twelve seconds. */
export const HISTORY_TICKS = 300;

/** A tick on which the broad phase had become another. */
export interface Switch {
  readonly tick: number;
  readonly algorithm: string;
}

export interface History {
  /** The ticks kept, oldest first, as in `InspectedTicks`. */
  readonly ticks: Readonly<InspectedTicks>;
  readonly switches: readonly Switch[];
  add(ticks: InspectedTicks, algorithm: string): void;
  /** The mean of the last `count` values of a column; NaN when there are none. */
  mean(column: "boxTests" | "bytes" | "contacts" | "pairs", count: number): number;
  /** The mean of a phase's last `count` values, in µs; NaN when there are none. */
  meanOfPhase(phase: (typeof PHASES)[number], count: number): number;
  clear(): void;
}

export function createHistory(): History {
  const ticks: InspectedTicks = { tick: [], bodies: [], boxTests: [], pairs: [], contacts: [], bytes: [], phases: [] };
  const columns = Object.keys(ticks) as (keyof InspectedTicks)[];
  let switches: Switch[] = [];
  let current = "";

  return {
    ticks,
    get switches() {
      return switches;
    },
    add(more, algorithm) {
      const [first] = more.tick;
      const newest = ticks.tick.at(-1);
      // A room anew, or ticks that were missed: what was before is no past of these.
      if (first !== undefined && newest !== undefined && first !== newest + 1) {
        for (const column of columns) ticks[column].length = 0;
        switches = [];
      }
      if (algorithm !== current && current !== "" && first !== undefined) switches.push({ tick: first, algorithm });
      current = algorithm;
      for (const column of columns) {
        ticks[column].push(...more[column]);
        const most = column === "phases" ? HISTORY_TICKS * PHASES.length : HISTORY_TICKS;
        if (ticks[column].length > most) ticks[column].splice(0, ticks[column].length - most);
      }
      switches = switches.filter(({ tick }) => tick >= ticks.tick[0]);
    },
    mean: (column, count) => meanOf(ticks[column].slice(-count)),
    meanOfPhase(phase, count) {
      const place = PHASES.indexOf(phase);
      return meanOf(ticks.phases.filter((_, i) => i % PHASES.length === place).slice(-count));
    },
    clear() {
      for (const column of columns) ticks[column].length = 0;
      switches = [];
      current = "";
    },
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
