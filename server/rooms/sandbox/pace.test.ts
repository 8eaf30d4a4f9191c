import { expect, test } from "vitest";
import { createPaces } from "./pace.ts";

/** Milliseconds between two ticks, were there no pace. */
const TICK = 40;

/** The share of ten seconds that rooms take whose ticks cost so much (ms). */
function sharesOf(costs: readonly number[], share: number): number[] {
  const paces = createPaces(share);
  const rooms = costs.map((cost) => ({ cost, pace: paces.create(), taken: 0 }));
  for (let now = 0; now < 10_000; now += TICK) {
    for (const room of rooms) {
      if (!room.pace.mayTick(now)) continue;
      room.taken += room.cost;
      room.pace.ticked(now, room.cost);
    }
  }
  return rooms.map(({ taken }) => taken / 10_000);
}

test("a cheap room ticks each time; a dear one takes its share, and no more", () => {
  expect(sharesOf([2], 0.4)).toEqual([2 / TICK]);
  const [dear] = sharesOf([100], 0.4);
  expect(dear).toBeGreaterThan(0.3);
  expect(dear).toBeLessThanOrEqual(0.41);
});

test("many dear rooms together take no more than one", () => {
  const shares = sharesOf(Array(8).fill(30), 0.4);
  expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(0.42);
  expect(new Set(shares).size).toBe(1);
});

test("when a room ends, the others have its share", () => {
  const paces = createPaces(0.5);
  const first = paces.create();
  const second = paces.create();
  first.ticked(0, 10);
  expect(first.mayTick(39)).toBe(false);
  second.end();
  first.ticked(0, 10);
  expect(first.mayTick(20)).toBe(true);
  expect(paces.rooms).toBe(1);
});
