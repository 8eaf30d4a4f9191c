/** How long each competitor of a scene is run. Times in milliseconds. */
export interface Plan {
  /** The warm-up ends after so long and so many ticks, by which a fast one's code is compiled for good; */
  readonly warmUp: number;
  readonly minWarmUpTicks: number;
  /** and whatever the ticks, after so long, or so many. One tick at least. */
  readonly maxWarmUp: number;
  readonly maxWarmUpTicks: number;
  /** How many ticks of the warm-up are judged; and so is the very last. */
  readonly checkedTicks: number;
  /** Rounds in which each competitor gets one turn. */
  readonly rounds: number;
  readonly turn: number;
  readonly maxTurnTicks: number;
  /** A competitor that has taken so long in all, and has been timed often enough, gets no more turns. */
  readonly limit: number;
  readonly enoughSamples: number;
}

export const FULL_PLAN: Plan = {
  warmUp: 200,
  minWarmUpTicks: 400,
  maxWarmUp: 600,
  maxWarmUpTicks: 1500,
  checkedTicks: 3,
  // Short turns: this machine has slow spells of a second or so, which then fall on all alike.
  rounds: 12,
  turn: 30,
  maxTurnTicks: 40,
  limit: 1000,
  enoughSamples: 1,
};
