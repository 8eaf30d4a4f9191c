/**
 * A histogram of durations after Gil Tene's HdrHistogram: each octave of microseconds is cut into the same number of buckets,
 * so that every value is known to 0.4 % of itself, and any number of values takes the same space (26 KB). Node's own
 * (`perf_hooks.createHistogram`) does the same but cannot leave its process; this one is sent from the bots' processes to the
 * one that reports, second by second, added up there, and written into the report.
 *
 * A value v of µs with 2^e · BUCKETS ≤ v < 2^(e+1) · BUCKETS goes into bucket e · BUCKETS + ⌊v / 2^e⌋; below BUCKETS, each value
 * has a bucket of its own. Recording is two shifts and an addition; a percentile is one walk over the buckets.
 */

/** Percentiles of durations, in milliseconds. */
export interface Percentiles {
  samples: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** A histogram on its way: bucket, count, bucket, count, …, for the buckets that are not empty; `max` in µs. */
export interface PackedHistogram {
  counts: number[];
  max: number;
}

export interface Histogram {
  readonly count: number;
  /** @param milliseconds 0 or more; what exceeds 35 minutes counts as that. */
  record(milliseconds: number): void;
  add(packed: PackedHistogram): void;
  pack(): PackedHistogram;
  reset(): void;
  /** The least value (ms) that a share `q` (0 to 1) of the values does not exceed, to 0.4 %; NaN while there is none. */
  quantile(q: number): number;
  /** undefined while nothing has been recorded. */
  percentiles(): Percentiles | undefined;
}

const BUCKETS_LOG = 8;
const BUCKETS = 2 ** BUCKETS_LOG;
const LARGEST_LOG = 31;
const LARGEST = 2 ** LARGEST_LOG - 1;
const SIZE = (LARGEST_LOG - BUCKETS_LOG + 1) * BUCKETS;
const MICROSECONDS = 1000;

export function createHistogram(packed?: PackedHistogram): Histogram {
  const counts = new Uint32Array(SIZE);
  let count = 0;
  let max = 0;

  function quantile(q: number): number {
    if (count === 0) return Number.NaN;
    const rank = Math.max(1, Math.ceil(q * count));
    let seen = 0;
    for (let bucket = 0; bucket < SIZE; bucket++) {
      seen += counts[bucket];
      if (seen >= rank) return Math.min(middleOf(bucket), max) / MICROSECONDS;
    }
    return max / MICROSECONDS;
  }

  const histogram: Histogram = {
    get count() {
      return count;
    },
    record(milliseconds) {
      const value = Math.min(LARGEST, Math.max(0, Math.round(milliseconds * MICROSECONDS)));
      counts[bucketOf(value)]++;
      count++;
      if (value > max) max = value;
    },
    add(other) {
      for (let i = 0; i < other.counts.length; i += 2) {
        counts[other.counts[i]] += other.counts[i + 1];
        count += other.counts[i + 1];
      }
      max = Math.max(max, other.max);
    },
    pack() {
      const pairs: number[] = [];
      for (let bucket = 0; bucket < SIZE; bucket++) if (counts[bucket] > 0) pairs.push(bucket, counts[bucket]);
      return { counts: pairs, max };
    },
    reset() {
      counts.fill(0);
      count = 0;
      max = 0;
    },
    quantile,
    percentiles: () =>
      count === 0
        ? undefined
        : { samples: count, p50: quantile(0.5), p90: quantile(0.9), p99: quantile(0.99), max: max / MICROSECONDS },
  };
  if (packed !== undefined) histogram.add(packed);
  return histogram;
}

function bucketOf(value: number): number {
  const shift = Math.max(0, LARGEST_LOG - Math.clz32(value) - BUCKETS_LOG);
  return shift * BUCKETS + (value >>> shift);
}

/** The middle of a bucket's values, in µs. */
function middleOf(bucket: number): number {
  const shift = Math.max(0, Math.floor(bucket / BUCKETS) - 1);
  const width = 2 ** shift;
  return (bucket - shift * BUCKETS) * width + (width - 1) / 2;
}
