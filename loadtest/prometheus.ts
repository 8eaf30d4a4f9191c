/**
 * The Prometheus text format, as much of it as a reader of counters, gauges and histograms needs
 * (https://prometheus.io/docs/instrumenting/exposition_formats/), and quantiles of a histogram's buckets.
 */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** A histogram: `buckets` by rising bound, the last of them +Inf, each with the count at or below its bound. */
export interface BucketHistogram {
  buckets: { bound: number; count: number }[];
  sum: number;
  count: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g;

/**
 * The samples of a scrape, in its order. Comments are passed over.
 * @throws Error naming the line that is not in the format.
 */
export function parsePrometheus(text: string): Sample[] {
  const samples: Sample[] = [];
  for (const rawLine of text.split("\n")) {
    const line = rawLine.trim();
    if (line === "" || line.startsWith("#")) continue;
    const [, name, labelText, valueText] = LINE.exec(line) ?? [];
    const value = numberOf(valueText);
    if (name === undefined || value === undefined) throw new Error(`not a line of the Prometheus text format: ${line}`);
    const labels: Record<string, string> = {};
    for (const [, key, quoted] of (labelText ?? "").matchAll(LABEL)) {
      if (key !== undefined && quoted !== undefined) labels[key] = unescapeLabel(quoted);
    }
    samples.push({ name, labels, value });
  }
  return samples;
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (text === "+Inf") return Number.POSITIVE_INFINITY;
  if (text === "-Inf") return Number.NEGATIVE_INFINITY;
  const value = Number(text);
  return Number.isNaN(value) && text !== "NaN" ? undefined : value;
}

function unescapeLabel(quoted: string): string {
  return quoted.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
}

/** The value of the first sample called `name` that carries `labels`; undefined when there is none. */
export function sampleValue(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return samples.find((sample) => sample.name === name && carries(sample, labels))?.value;
}

/** The histogram called `name` that carries `labels`; undefined when the scrape has none. */
export function histogramOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): BucketHistogram | undefined {
  const buckets = samples
    .filter((sample) => sample.name === `${name}_bucket` && carries(sample, labels))
    .map((sample) => ({ bound: numberOf(sample.labels.le) ?? Number.NaN, count: sample.value }))
    .sort((a, b) => a.bound - b.bound);
  const sum = sampleValue(samples, `${name}_sum`, labels);
  const count = sampleValue(samples, `${name}_count`, labels);
  return buckets.length === 0 || sum === undefined || count === undefined ? undefined : { buckets, sum, count };
}

function carries(sample: Sample, labels: Record<string, string>): boolean {
  return Object.entries(labels).every(([key, value]) => sample.labels[key] === value);
}

/**
 * What was observed between two scrapes of one histogram. A histogram that is missing in `before` had observed nothing yet.
 * @throws Error when the counts went down: the process restarted in between.
 */
export function histogramBetween(before: BucketHistogram | undefined, after: BucketHistogram): BucketHistogram {
  if (before === undefined) return after;
  if (after.count < before.count) throw new Error("the server's counters went back: it restarted during the test");
  return {
    buckets: after.buckets.map(({ bound, count }, i) => ({ bound, count: count - (before.buckets[i]?.count ?? 0) })),
    sum: after.sum - before.sum,
    count: after.count - before.count,
  };
}

/**
 * The value below which a share `q` (0 to 1) of the observations lies, as Prometheus' histogram_quantile estimates it: linear
 * within the bucket, whose lower bound is 0 for the first. Unlike there, what lies beyond the last finite bound is not given
 * as that bound but as Infinity, so that no threshold is met by it. NaN when nothing was observed.
 */
export function quantile(histogram: BucketHistogram, q: number): number {
  if (histogram.count === 0) return Number.NaN;
  const rank = q * histogram.count;
  let lowerBound = 0;
  let lowerCount = 0;
  for (const { bound, count } of histogram.buckets) {
    if (count >= rank && count > lowerCount) {
      return bound === Number.POSITIVE_INFINITY
        ? bound
        : lowerBound + (bound - lowerBound) * ((rank - lowerCount) / (count - lowerCount));
    }
    lowerBound = bound;
    lowerCount = count;
  }
  return Number.POSITIVE_INFINITY;
}
