import fc from "fast-check";
import { expect, test } from "vitest";
import { findCapacity } from "./capacity.ts";

test("it doubles, then halves the gap", async () => {
  const tries: number[] = [];
  const holds = async (bots: number) => {
    tries.push(bots);
    return bots <= 130;
  };
  expect(await findCapacity(holds, { start: 25, most: 5000, resolution: 0.05 })).toEqual({
    held: 125,
    tooMany: 131,
  });
  expect(tries).toEqual([25, 50, 100, 200, 150, 125, 137, 131]);
});

test("what it says is held and too many was tried, and they are as near as asked", async () => {
  const numbers = fc.integer({ min: 1, max: 5000 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 6000 }), numbers, numbers, async (truth, start, most) => {
      const tries = new Map<number, boolean>();
      const holds = async (bots: number) => {
        expect(tries.has(bots)).toBe(false);
        tries.set(bots, bots <= truth);
        return bots <= truth;
      };
      const { held, tooMany } = await findCapacity(holds, { start, most, resolution: 0.05 });
      expect(held).toBeLessThanOrEqual(Math.min(truth, most));
      if (held > 0) expect(tries.get(held)).toBe(true);
      if (tooMany === undefined) expect(held).toBe(most);
      else {
        expect(tries.get(tooMany)).toBe(false);
        expect(tooMany - held).toBeLessThanOrEqual(Math.max(1, 0.05 * held));
      }
      expect(tries.size).toBeLessThan(30);
    }),
  );
});

test("an interrupted search says what it knows", async () => {
  const verdicts = [true, true, undefined];
  const holds = async () => verdicts.shift();
  expect(await findCapacity(holds, { start: 10, most: 100, resolution: 0.05 })).toEqual({
    held: 20,
    tooMany: undefined,
  });
});
