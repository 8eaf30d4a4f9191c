/**
 * What interest does differently for a kind of body, as the game states it, and as columns by kind for the loops over bodies.
 */
import { InterestError, requireFinite, requireInteger, requireNotNegative } from "./errors.ts";

export interface KindRule {
  /** A body that is seen stays seen while it is within this (u) of an area. Default 0. */
  readonly leaveMargin?: number;
  /**
   * Updates for which a body stays seen at least, counted from the one in which it entered, unless it is removed, hidden by a
   * wall or beyond `most`. Default 0.
   */
  readonly leastStay?: number;
  /** Most bodies of the kind that are seen, the nearest to the focus first; always-seen ones are not counted. Default all. */
  readonly most?: number;
  /**
   * How often changes are sent, by the distance from the focus to the body's edge; the farthest that applies counts. Those of
   * always-seen bodies are sent in each update.
   */
  readonly rates?: readonly KindRate[];
  /** How many times as urgent as others within a budget. Positive; default 1. */
  readonly weight?: number;
}

export interface KindRate {
  /** In the viewer's `rateUnit`, which is 1 u unless it says otherwise. */
  readonly beyond: number;
  /** Changes are sent once in so many updates. */
  readonly every: number;
}

/** Rules as columns by kind; the last row is for every kind that has no rule. */
export interface KindTable {
  /** The row of kinds that have no rule, and how many others there are. */
  readonly plainRow: number;
  readonly leaveMargin: Float64Array;
  readonly leastStay: Int32Array;
  readonly most: Int32Array;
  readonly weight: Float64Array;
  /** The rates of row r: from `rateStart[r]` to `rateStart[r + 1]` of the two columns, the nearest first. */
  readonly rateStart: Int32Array;
  readonly beyond: Float64Array;
  readonly every: Int32Array;
  readonly widestMargin: number;
  readonly hasRates: boolean;
  readonly hasMost: boolean;
  /** Whether any row has a say in what is seen, besides the areas. */
  readonly changesSight: boolean;
}

/** For kinds without a cap; counts beyond it, which no room lives to see, are as good as it. */
export const NO_LIMIT = 0x7fffffff;

/** Throws an InterestError for a rule whose numbers are not allowed. */
export function createKindTable(kinds: readonly (KindRule | undefined)[]): KindTable {
  kinds.forEach(requireKindRule);
  const rows: KindRule[] = [...Array.from(kinds, (rule) => rule ?? {}), {}];
  const rates = rows.map((rule) => [...(rule.rates ?? [])].sort((a, b) => a.beyond - b.beyond));
  const rateStart = new Int32Array(rows.length + 1);
  rates.forEach((list, row) => {
    rateStart[row + 1] = rateStart[row] + list.length;
  });
  const leaveMargin = Float64Array.from(rows, (rule) => rule.leaveMargin ?? 0);
  const leastStay = Int32Array.from(rows, (rule) => Math.min(rule.leastStay ?? 0, NO_LIMIT));
  const most = Int32Array.from(rows, (rule) => Math.min(rule.most ?? NO_LIMIT, NO_LIMIT));
  const every = Int32Array.from(rates.flat(), (rate) => Math.min(rate.every, NO_LIMIT));
  const widestMargin = Math.max(...leaveMargin);
  const hasRates = every.some((ticks) => ticks > 1);
  const hasMost = most.some((limit) => limit < NO_LIMIT);
  return {
    plainRow: kinds.length,
    leaveMargin,
    leastStay,
    most,
    weight: Float64Array.from(rows, (rule) => rule.weight ?? 1),
    rateStart,
    beyond: Float64Array.from(rates.flat(), (rate) => rate.beyond),
    every,
    widestMargin,
    hasRates,
    hasMost,
    changesSight: widestMargin > 0 || leastStay.some((ticks) => ticks > 1) || hasMost,
  };
}

function requireKindRule(rule: KindRule | undefined, kind: number): void {
  if (rule === undefined) return;
  const field = (name: string) => `kinds[${kind}].${name}`;
  requireNotNegative(field("leaveMargin"), rule.leaveMargin ?? 0);
  requireInteger(field("leastStay"), rule.leastStay ?? 0, 0);
  requireInteger(field("most"), rule.most ?? 0, 0);
  requireFinite(field("weight"), rule.weight ?? 1);
  if ((rule.weight ?? 1) <= 0) {
    throw new InterestError("negative", field("weight"), rule.weight, "give a number above 0.");
  }
  rule.rates?.forEach(({ beyond, every }, i) => {
    requireNotNegative(field(`rates[${i}].beyond`), beyond);
    requireInteger(field(`rates[${i}].every`), every, 1);
  });
}
