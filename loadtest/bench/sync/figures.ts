/** The rows of the benchmark, and what is asked of them. */
import { summarize } from "../summary.ts";
import { type Asked, type Judged, judge } from "../verdicts.ts";
import { type SceneSize, SIZES } from "./sizes.ts";

/** What was measured of one contestant at one size. Times in milliseconds a tick. */
export interface Row extends SceneSize {
  readonly name: string;
  /** Whether all frames that were checked decoded to the truth. */
  readonly exact: boolean;
  readonly median_ms: number;
  readonly mean_ms: number;
  readonly bytes_per_viewer: number;
  /** By all bodies that viewers see, which are fewer than n, m and v say where views reach out of the world. */
  readonly bytes_per_body: number;
}

/** What one tick's frames held. */
export interface TickBytes {
  /** Of all frames. */
  readonly bytes: number;
  /** Bodies that viewers see, summed over the viewers. */
  readonly seen: number;
}

/** @param samples ms of each tick; @param lastTick the frames of the last one */
export function rowOf(
  size: SceneSize,
  name: string,
  exact: boolean,
  samples: readonly number[],
  { bytes, seen }: TickBytes,
): Row {
  const { median, mean } = summarize(samples);
  const bytes_per_viewer = Math.round(bytes / size.m);
  return { ...size, name, exact, median_ms: median, mean_ms: mean, bytes_per_viewer, bytes_per_body: bytes / seen };
}

/** At least so many times faster than StateView, and at most so many times the time of hand-packed bytes; by the place in SIZES. */
const RATIOS: readonly { readonly stateview: number; readonly packed: number; readonly aim: number }[] = [
  { stateview: 8, packed: 1.5, aim: 1.1 },
  { stateview: 10, packed: 1.2, aim: 0.95 },
  { stateview: 12, packed: 1.15, aim: 0.9 },
];
/** Most bytes of a visible body that moves, at full rate. */
const BYTES_LIMIT = 12;

export function titleOf({ n, m, v }: SceneSize): string {
  return `${n} bodies, ${m} viewers of ${v}`;
}

/** Judges what is asked of Krill at each size that was measured. A ratio to a contestant that was wrong is not known. */
export function judgeRows(rows: readonly Row[]): Judged[] {
  return SIZES.flatMap((size, i) => {
    const rowNamed = (name: string) => rows.find((row) => row.n === size.n && row.m === size.m && row.name === name);
    const krill = rowNamed("krill");
    if (krill === undefined) return [];
    const timeOf = (row: Row | undefined) => (row?.exact ? row.median_ms : Number.NaN);
    const title = titleOf(size);
    const { stateview, packed, aim } = RATIOS[i];
    const ratio = { decimals: 2 } as const;
    const asked: [Asked, number][] = [
      [
        { ...ratio, what: `${title}: times faster than StateView`, must: "at least", limit: stateview },
        timeOf(rowNamed("stateview")) / timeOf(krill),
      ],
      [
        { ...ratio, what: `${title}: times the time of hand-packed`, must: "at most", limit: packed, aim },
        timeOf(krill) / timeOf(rowNamed("packed")),
      ],
      [
        { what: `${title}: bytes a visible body`, must: "at most", limit: BYTES_LIMIT, decimals: 1 },
        krill.exact ? krill.bytes_per_body : Number.NaN,
      ],
    ];
    return asked.map(([each, value]) => judge(each, [value]));
  });
}
