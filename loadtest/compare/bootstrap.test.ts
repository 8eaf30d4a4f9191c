import { describe, expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { differenceOf } from "./bootstrap.ts";

const SECONDS = 30;
const RUNS = 200;

/** A run whose seconds hang together: each keeps `memory` of how the one before it strayed from `mean`. */
function runOf(seed: number, mean: number, memory: number): number[] {
  const random = createRandom(seed);
  let stray = 0;
  return Array.from({ length: SECONDS }, () => {
    stray = memory * stray + (random.next() + random.next() + random.next() - 1.5);
    return mean + stray;
  });
}

/** The share of pairs of runs whose interval leaves out `difference`. */
function misses(memory: number, by: number, difference: number): number {
  let count = 0;
  for (let i = 0; i < RUNS; i++) {
    const found = differenceOf(runOf(2 * i, 10, memory), runOf(2 * i + 1, 10 + by, memory));
    if (found !== undefined && (found.low > difference || found.high < difference)) count++;
  }
  return count / RUNS;
}

describe("the interval", () => {
  test("holds the true difference nearly always, where seconds hang together too", () => {
    expect(misses(0, 0, 0)).toBeLessThan(0.06);
    expect(misses(0.5, 0, 0)).toBeLessThan(0.1);
    expect(misses(0.5, 2, 2)).toBeLessThan(0.1);
  });

  test("leaves out 0 where the runs differ by much", () => {
    expect(misses(0, 1, 0)).toBeGreaterThan(0.95);
    expect(misses(0.5, 2, 0)).toBeGreaterThan(0.95);
  });

  test("is the same each time, and of no width for runs without noise", () => {
    const [a, b] = [runOf(1, 10, 0), runOf(2, 11, 0)];
    expect(differenceOf(a, b)).toEqual(differenceOf(a, b));
    expect(differenceOf([5, 5, 5, 5], [7, 7, 7, 7])).toEqual({ before: 5, after: 7, low: 2, high: 2 });
  });
});

test("a run of less than four seconds tells nothing", () => {
  expect(differenceOf([1, 2, 3], [1, 2, 3, 4])).toBeUndefined();
});
