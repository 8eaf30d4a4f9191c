import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenBucket } from "./token-bucket.ts";

describe("a token bucket", () => {
  it("allows a burst, and then one act each time a token is back", () => {
    const bucket = createTokenBucket(3, 25);
    expect([100, 100, 100, 100].map((tick) => bucket.take(tick))).toEqual([true, true, true, false]);
    expect(bucket.ticksUntilNext(100)).toBe(25);
    expect(bucket.take(124)).toBe(false);
    expect(bucket.ticksUntilNext(124)).toBe(1);
    expect(bucket.take(125)).toBe(true);
    expect(bucket.take(126)).toBe(false);
    expect([1000, 1000, 1000, 1000].map((tick) => bucket.take(tick))).toEqual([true, true, true, false]);
  });

  it("holds the rate over any time, and refuses nobody who keeps to it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 100 }),
        (capacity, refillTicks, pauses) => {
          const bucket = createTokenBucket(capacity, refillTicks);
          let tick = 0;
          const allowed: number[] = [];
          for (const pause of pauses) {
            tick += pause;
            const wait = bucket.ticksUntilNext(tick);
            const taken = bucket.take(tick);
            expect(taken).toBe(wait === 0);
            if (taken) allowed.push(tick);
          }
          for (let i = 0; i < allowed.length; i++) {
            for (let j = i; j < allowed.length; j++) {
              expect(j - i + 1).toBeLessThanOrEqual(capacity + (allowed[j] - allowed[i]) / refillTicks);
            }
          }
        },
      ),
    );
    const steady = createTokenBucket(1, 10);
    for (let tick = 0; tick < 1000; tick += 10) expect(steady.take(tick)).toBe(true);
  });

  it.each([
    [0, 10],
    [1.5, 10],
    [Number.NaN, 10],
    [1, 0],
    [1, Number.NaN],
    [1, Infinity],
  ])("refuses %d tokens in %d ticks", (capacity, refillTicks) => {
    expect(() => createTokenBucket(capacity, refillTicks)).toThrow(RangeError);
  });
});
