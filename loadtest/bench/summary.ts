/** Samples, summed up. */
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

/** The middle one, or the mean of the two in the middle; NaN of nothing. */
export function median(samples: readonly number[]): number {
  return quantile(
    samples.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The value below which `part` (0 to 1) of the sorted samples lie: between two of them, in proportion; NaN of nothing. */
export function quantile(sorted: readonly number[], part: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = part * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

function round(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
