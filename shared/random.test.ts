import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "./random.ts";

const MASK = 0xffffffffn;
const seeds = fc.integer({ min: 0, max: 0xffffffff });

function firstNumbers(seed: number, count: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

/** One step of sfc32 as its author defines it, in exact arithmetic: the output and the state after it. */
function referenceStep(state: readonly number[]): { output: number; state: number[] } {
  const [a, b, c, counter] = state.map((word) => BigInt.asUintN(32, BigInt(word)));
  const output = (a + b + counter) & MASK;
  const rotated = ((c << 21n) | (c >> 11n)) & MASK;
  const next = [b ^ (b >> 9n), (c + (c << 3n)) & MASK, (rotated + output) & MASK, (counter + 1n) & MASK];
  return { output: Number(output), state: next.map(Number) };
}

describe("createRandom", () => {
  it("gives the same numbers for the same seed", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(firstNumbers(seed, 20)).toEqual(firstNumbers(seed, 20));
      }),
    );
  });

  it("gives the numbers that it always gave", () => {
    expect(firstNumbers(1, 3)).toMatchInlineSnapshot(`
      [
        0.7132768968585879,
        0.012132219038903713,
        0.0008196849375963211,
      ]
    `);
  });

  it("is sfc32", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        for (let i = 0; i < 50; i++) {
          const expected = referenceStep(random.state());
          expect(random.next() * 2 ** 32).toBe(expected.output);
          expect(random.state().map((word) => word >>> 0)).toEqual(expected.state);
        }
      }),
    );
  });

  it("gives unlike numbers for neighbouring seeds", () => {
    const first = new Set<number>();
    for (let seed = 0; seed < 1000; seed++) first.add(createRandom(seed).next());
    expect(first.size).toBe(1000);
  });

  it("counts only the lowest 32 bits of a seed", () => {
    expect(firstNumbers(-1, 5)).toEqual(firstNumbers(0xffffffff, 5));
    expect(firstNumbers(2 ** 32 + 7, 5)).toEqual(firstNumbers(7, 5));
  });

  it("spreads evenly", () => {
    const buckets = new Array<number>(10).fill(0);
    for (const number of firstNumbers(42, 100_000)) buckets[Math.floor(number * 10)]++;
    for (const hits of buckets) expect(Math.abs(hits - 10_000)).toBeLessThan(500);
  });

  it("keeps integers below their limit, and reaches each", () => {
    const random = createRandom(3);
    const seen = new Set<number>();
    for (let i = 0; i < 1000; i++) seen.add(random.integer(7));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("keeps floats between their bounds", () => {
    fc.assert(
      fc.property(
        seeds,
        fc.double({ min: -1e6, max: 0, noNaN: true }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (seed, low, high) => {
          const value = createRandom(seed).between(low, high);
          expect(value).toBeGreaterThanOrEqual(low);
          expect(value).toBeLessThanOrEqual(high);
        },
      ),
    );
  });
});
