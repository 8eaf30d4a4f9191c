/** Mean and extremes of one figure over the clients. */
export interface Spread {
  mean: number;
  least: number;
  most: number;
}

/** undefined for no values at all. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  let [sum, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    sum += value;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { mean: sum / values.length, least, most };
}

/** How often something happened, by its reason. */
export type Reasons = Record<string, number>;

/** How often something happened for one and the same reason. */
export interface ReasonCount {
  reason: string;
  count: number;
}

/** Adds all of `more` to `reasons`. */
export function addReasons(reasons: Reasons, more: Readonly<Reasons>): void {
  for (const [reason, count] of Object.entries(more)) reasons[reason] = (reasons[reason] ?? 0) + count;
}

export function addReason(reasons: Reasons, reason: string): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** The reasons, each once, the most frequent first. */
export function listReasons(reasons: Readonly<Reasons>): ReasonCount[] {
  return Object.entries(reasons)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count);
}

export function totalOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
