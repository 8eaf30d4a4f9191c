import fc from "fast-check";
import { expect, test } from "vitest";
import { inputSchema } from "../../shared/messages.ts";
import { createRandom } from "../../shared/random.ts";
import { BEAT_RATE, createSteering } from "./steering.ts";

const MINUTE = 60 * BEAT_RATE;
const WORLD_SIZE = 1000;

/** Where a bot that moves 10 u a beat goes in a minute, with a pellet always at `pellet`, and what it presses. */
function play(seed: number, pellet?: { x: number; y: number }) {
  const steering = createSteering(createRandom(seed));
  const position = { x: 500, y: 500 };
  const path: { x: number; y: number }[] = [];
  let splits = 0;
  let ejects = 0;
  for (let beat = 0; beat < MINUTE; beat++) {
    const input = steering.steer({ ...position, worldSize: WORLD_SIZE, pellet });
    expect(inputSchema.safeParse(input).success).toBe(true);
    const distance = Math.hypot(input.x - position.x, input.y - position.y);
    position.x += (10 * (input.x - position.x)) / distance;
    position.y += (10 * (input.y - position.y)) / distance;
    path.push({ ...position });
    splits += Number(input.split);
    ejects += Number(input.eject);
  }
  return { path, splits, ejects };
}

test("the same seed plays the same, another one differently", () => {
  expect(play(1)).toEqual(play(1));
  expect(play(1)).not.toEqual(play(2));
});

test("a bot stays in its world, splits and ejects now and then, and its inputs are valid", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seed) => {
      const { path, splits, ejects } = play(seed);
      for (const { x, y } of path) {
        expect(Math.min(x, y)).toBeGreaterThan(-100);
        expect(Math.max(x, y)).toBeLessThan(WORLD_SIZE + 100);
      }
      expect(splits).toBeGreaterThanOrEqual(2);
      expect(splits).toBeLessThanOrEqual(10);
      expect(ejects).toBeGreaterThanOrEqual(3);
      expect(ejects).toBeLessThan(MINUTE / 4);
    }),
    { numRuns: 50 },
  );
});

test("a grazing bot comes to the pellet that it sees", () => {
  const pellet = { x: 700, y: 300 };
  const nearest = play(3, pellet).path.reduce(
    (least, at) => Math.min(least, Math.hypot(at.x - 700, at.y - 300)),
    Infinity,
  );
  expect(nearest).toBeLessThan(30);
});
