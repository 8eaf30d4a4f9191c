import { createHistogram, type Histogram, type PackedHistogram } from "../histogram.ts";
import { addReason, type Reasons } from "../statistics.ts";

const DURATIONS = ["jitter", "inputToPatch", "join", "back", "late"] as const;
const REASONS = ["failed", "dropped", "refused", "undecoded", "unchecked", "fates"] as const;
const COUNTS = ["patches", "bytes", "gaps", "joins", "leaves", "right", "wrong", "hostileFrames"] as const;

/** Durations that bots measure, in ms; `late` is the load generator's own lateness. */
export type DurationName = (typeof DURATIONS)[number];
/** What happened, by reason: `undecoded` are errors of decoding, `unchecked` comparisons with the truth that came to nothing, `fates` ends of clients that are no players. */
export type ReasonName = (typeof REASONS)[number];
/** `gaps`: ticks that a client was not told of; `right` and `wrong`: comparisons with the truth. */
export type CountName = (typeof COUNTS)[number];

/** What one process of bots has seen since it was last asked. */
export interface Sample {
  durations: Record<DurationName, PackedHistogram>;
  reasons: Record<ReasonName, Reasons>;
  counts: Record<CountName, number>;
  /** What was wrong in comparisons with the truth, one line each. */
  untruths: string[];
}

/** Where the bots of a process write down what they see. */
export interface Measurements {
  readonly durations: Record<DurationName, Histogram>;
  readonly counts: Record<CountName, number>;
  happened(what: ReasonName, reason: string): void;
  untrue(line: string): void;
  /** All since the last call. */
  take(): Sample;
}

/** So many lines say what is wrong; thousands would say no more. */
const MOST_UNTRUTHS = 5;

export function createMeasurements(): Measurements {
  const durations = fill(DURATIONS, () => createHistogram());
  const counts = fill(COUNTS, () => 0);
  let reasons: Record<ReasonName, Reasons> = fill(REASONS, () => ({}));
  let untruths: string[] = [];
  return {
    durations,
    counts,
    happened: (what, reason) => addReason(reasons[what], reason),
    untrue(line) {
      counts.wrong++;
      if (untruths.length < MOST_UNTRUTHS) untruths.push(line);
    },
    take() {
      const sample: Sample = {
        durations: fill(DURATIONS, (name) => durations[name].pack()),
        counts: { ...counts },
        reasons,
        untruths,
      };
      for (const name of DURATIONS) durations[name].reset();
      for (const name of COUNTS) counts[name] = 0;
      reasons = fill(REASONS, () => ({}));
      untruths = [];
      return sample;
    },
  };
}

function fill<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
