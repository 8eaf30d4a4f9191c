import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inputSchema } from "../../shared/messages.ts";
import { createRandom } from "../../shared/random.ts";
import { SCENARIO_NAMES, SCENARIOS } from "../scenarios.ts";
import { createCrowding } from "./crowding.ts";
import { createHunting } from "./hunting.ts";
import { BEAT_RATE, createSteering, type Seen, type Sight, type Steering } from "./steering.ts";

const WORLD_SIZE = 2000;
const MINUTE = 60 * BEAT_RATE;

/** Plays a minute: the bot moves 10 u per beat to where it steers. */
function play(steering: Steering, pellet?: Seen) {
  const own = { x: 1000, y: 1000, radius: 40 };
  const path: { x: number; y: number }[] = [];
  let splits = 0;
  let ejects = 0;
  for (let beat = 0; beat < MINUTE; beat++) {
    const input = steering.steer({ own, worldSize: WORLD_SIZE, pellet, prey: undefined, hunter: undefined });
    expect(inputSchema.safeParse(input).success).toBe(true);
    const distance = Math.hypot(input.x - own.x, input.y - own.y) || 1;
    own.x += (10 * (input.x - own.x)) / distance;
    own.y += (10 * (input.y - own.y)) / distance;
    path.push({ x: own.x, y: own.y });
    splits += Number(input.split);
    ejects += Number(input.eject);
  }
  return { path, splits, ejects };
}

test.each(SCENARIO_NAMES)("%s: the same seed plays the same, another one differently", (name) => {
  const { steering } = SCENARIOS[name];
  expect(play(steering(createRandom(1)))).toEqual(play(steering(createRandom(1))));
  expect(play(steering(createRandom(1)))).not.toEqual(play(steering(createRandom(2))));
});

describe("steering", () => {
  test("a bot stays in its world, splits and ejects now and then, and its inputs are valid", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seed) => {
        const { path, splits, ejects } = play(createSteering(createRandom(seed)));
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
    const pellet = { x: 700, y: 300, radius: 10 };
    const distances = play(createSteering(createRandom(3)), pellet).path.map(({ x, y }) =>
      Math.hypot(x - 700, y - 300),
    );
    expect(Math.min(...distances)).toBeLessThan(30);
  });
});

test("a crowding bot stays about the middle, and its split button goes up and down", () => {
  const { path, splits } = play(createCrowding(createRandom(1)));
  for (const { x, y } of path.slice(MINUTE / 6)) {
    expect(Math.max(Math.abs(x - 1000), Math.abs(y - 1000))).toBeLessThan(0.13 * WORLD_SIZE);
  }
  expect(splits).toBe(MINUTE / 2);
});

describe("hunting", () => {
  const sight: Sight = {
    own: { x: 1000, y: 1000, radius: 100 },
    worldSize: WORLD_SIZE,
    pellet: { x: 1000, y: 1500, radius: 10 },
    prey: undefined,
    hunter: undefined,
  };

  test("flees from a hunter that is near, even past prey", () => {
    const near = { x: 1300, y: 1000, radius: 150 };
    const input = createHunting(createRandom(1)).steer({
      ...sight,
      hunter: near,
      prey: { x: 1100, y: 1000, radius: 20 },
    });
    expect(input.x).toBeLessThan(700);
    expect(input.split).toBe(false);
  });

  test("splits at prey within reach, once in two beats, and steers to it", () => {
    const hunting = createHunting(createRandom(1));
    const inputs = [1, 2, 3].map(() => hunting.steer({ ...sight, prey: { x: 1200, y: 1000, radius: 50 } }));
    expect(inputs.map(({ split }) => split)).toEqual([true, false, true]);
    expect(inputs[0]).toMatchObject({ x: 1200, y: 1000 });
    const far = hunting.steer({ ...sight, prey: { x: 1900, y: 1000, radius: 50 } });
    expect(far).toMatchObject({ x: 1900, split: false });
  });

  test("grazes while there is neither, and does not split while it is too small", () => {
    const hunting = createHunting(createRandom(1));
    expect(hunting.steer(sight)).toMatchObject({ x: 1000, y: 1400, split: false });
    const small = { ...sight, own: { x: 1000, y: 1000, radius: 40 } };
    expect(hunting.steer({ ...small, prey: { x: 1100, y: 1000, radius: 20 } })).toMatchObject({
      x: 1100,
      split: false,
      eject: false,
    });
  });
});
