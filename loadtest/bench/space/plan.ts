/** How long each competitor of a scene is run. Times in milliseconds. */
export interface Plan {
  /** One tick at least. */
  readonly warmUp: number;
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
  maxWarmUpTicks: 300,
  checkedTicks: 3,
  rounds: 6,
  turn: 60,
  maxTurnTicks: 80,
  limit: 1000,
  enoughSamples: 1,
};
