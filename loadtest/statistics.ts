import { createHistogram } from "node:perf_hooks";

/** Percentiles of durations, in milliseconds. */
export interface Percentiles {
  samples: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Durations, kept as a histogram (HdrHistogram, three significant digits), so that any number of them takes the same space. */
export interface Durations {
  /** @param milliseconds 0 or more. */
  record(milliseconds: number): void;
  reset(): void;
  /** undefined while nothing has been recorded. */
  percentiles(): Percentiles | undefined;
}

const MICROSECONDS = 1000;

export function createDurations(): Durations {
  const histogram = createHistogram();
  const at = (percent: number) => histogram.percentile(percent) / MICROSECONDS;
  return {
    // The histogram's least value is 1: what took less than a microsecond counts as one.
    record: (milliseconds) => histogram.record(Math.max(1, Math.round(milliseconds * MICROSECONDS))),
    reset: () => histogram.reset(),
    percentiles: () =>
      histogram.count === 0
        ? undefined
        : { samples: histogram.count, p50: at(50), p90: at(90), p99: at(99), max: histogram.max / MICROSECONDS },
  };
}

/** Mean and extremes of one figure over the clients. */
export interface Spread {
  mean: number;
  least: number;
  most: number;
}

/** undefined for no values at all. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: sum / values.length, least: Math.min(...values), most: Math.max(...values) };
}

/** How often something happened for one and the same reason. */
export interface ReasonCount {
  reason: string;
  count: number;
}

/** The reasons, each once, the most frequent first. */
export function countReasons(reasons: readonly string[]): ReasonCount[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}
