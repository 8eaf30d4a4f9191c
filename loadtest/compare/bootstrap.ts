/**
 * Whether two runs differ by more than their own noise: a moving-block bootstrap.
 *
 * What is needed: from the seconds of two runs, between which bounds the true difference of the means lies, though nobody knows
 * how the values are distributed, and though a second resembles the one before it (a crowd that has formed stays for a while).
 * A test that takes the seconds for independent, as Mann-Whitney's does, would then find differences everywhere.
 *
 * Idea (Künsch, 1989): new runs are drawn from each run, in blocks of consecutive seconds, so that what hangs together stays
 * together, and their means compared; the middle 99 % of the drawn differences are the interval.
 *
 * Cost: ROUNDS times the length of both runs; a minute of each takes a few ms.
 *
 * What it cannot see is what differs from run to run and not within one: another start, another neighbour on the machine. Two
 * runs of the same build may differ for it; a difference that matters should be seen twice.
 */
import { createRandom, type Random } from "../../shared/random.ts";

export interface Difference {
  /** Means of both runs. */
  readonly before: number;
  readonly after: number;
  /** Bounds of `after` − `before`. */
  readonly low: number;
  readonly high: number;
}

const ROUNDS = 2000;
/** The share of drawn differences that lie outside the interval. */
const OUTSIDE = 0.01;
/** Blocks are of this many seconds; of less, where a run has fewer than four such. */
const BLOCK = 5;
/** Shorter runs tell nothing of their noise. */
export const LEAST_SECONDS = 4;

/** @returns undefined where a run has fewer than LEAST_SECONDS values. */
export function differenceOf(before: readonly number[], after: readonly number[]): Difference | undefined {
  if (before.length < LEAST_SECONDS || after.length < LEAST_SECONDS) return undefined;
  const random = createRandom(1);
  const drawn = Array.from({ length: ROUNDS }, () => drawMean(after, random) - drawMean(before, random));
  drawn.sort((a, b) => a - b);
  const at = (share: number) => drawn[Math.min(ROUNDS - 1, Math.floor(share * ROUNDS))];
  return { before: mean(before), after: mean(after), low: at(OUTSIDE / 2), high: at(1 - OUTSIDE / 2) };
}

/** The mean of a run of the same length, made of blocks of this one; a block that reaches over the end goes on at the start. */
function drawMean(values: readonly number[], random: Random): number {
  const block = Math.min(BLOCK, Math.floor(values.length / 4));
  let sum = 0;
  let place = 0;
  for (let i = 0; i < values.length; i++) {
    place = i % block === 0 ? random.integer(values.length) : (place + 1) % values.length;
    sum += values[place];
  }
  return sum / values.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
