/** Durations in milliseconds, summed up. */
export interface Summary {
  readonly median: number;
  readonly mean: number;
  readonly p95: number;
}

const DECIMALS = 5;

/** @param samples one at least. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, sample) => sum + sample, 0) / sorted.length;
  return { median: round(quantile(sorted, 0.5)), mean: round(mean), p95: round(quantile(sorted, 0.95)) };
}

/** Between two samples, in proportion. */
function quantile(sorted: readonly number[], part: number): number {
  const place = part * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

function round(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
