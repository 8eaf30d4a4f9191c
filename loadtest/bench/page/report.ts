/** What was found of the page: the lines that are printed, and what is asked. */
import { median, quantile } from "../summary.ts";
import { type Judged, judge } from "../verdicts.ts";
import { type Frame, framesThatCount } from "./frames.ts";
import type { Probe } from "./probe.ts";

/** What was measured. */
export interface Findings {
  /** When what happened, for each visitor. */
  readonly visits: readonly Readonly<Probe["marks"]>[];
  /** All frames by the clock, and for how many seconds they were drawn. */
  readonly frames: readonly Frame[];
  readonly seconds: number;
  /** Processor time of the scripts of the median frame, in milliseconds. */
  readonly cost: number;
  /** Bytes on the wire by path. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Milliseconds of processor time that the scripts of the median frame may take: the clock's time where nothing else runs. */
const COST_LIMIT = 8;
/** How long the first play may take for the median visitor, in milliseconds. */
const FIRST_PLAY_LIMIT = 2000;

export function judgePage({ cost, visits }: Findings): Judged[] {
  const firstPlays = visits.map(({ playing }) => playing);
  return [
    judge({ what: "processor time of a frame's scripts, ms", must: "at most", limit: COST_LIMIT, decimals: 2 }, [cost]),
    judge({ what: "from opening to playing, ms", must: "at most", limit: FIRST_PLAY_LIMIT, decimals: 0 }, firstPlays),
  ];
}

/** What each line is of, and its figure. */
export function linesOf({ visits, frames, seconds, cost, sizes }: Findings): [what: string, figure: string][] {
  const chosen = framesThatCount(frames);
  const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  const times = sorted(chosen.map(({ milliseconds }) => milliseconds));
  const bodies = chosen.map((frame) => frame.bodies);
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  const menu = median(visits.map((visit) => visit.menu));
  const wish = median(visits.map(({ asked, playing }) => playing - asked));
  const firstPlay = median(visits.map(({ playing }) => playing));
  return [
    ["bodies drawn in a frame, median", median(bodies).toFixed(0)],
    ["script time of a frame by the clock, median", `${quantile(times, 0.5).toFixed(2)} ms`],
    ["script time of a frame, 95th percentile", `${quantile(times, 0.95).toFixed(2)} ms`],
    ["script time of a frame, 99th percentile", `${quantile(times, 0.99).toFixed(2)} ms`],
    ["processor time of it, median", `${cost.toFixed(2)} ms`],
    ["frames a second", (frames.length / seconds).toFixed(1)],
    [`from opening to the menu, median of ${visits.length} visitors`, `${menu.toFixed(0)} ms`],
    ["from the wish to play to playing, median", `${wish.toFixed(0)} ms`],
    ["from opening to playing, median", `${firstPlay.toFixed(0)} ms`],
    ...[...sizes].map(([path, bytes]): [string, string] => [path, kilobytes(bytes)]),
    ["all that was fetched", kilobytes(total)],
  ];
}
