import fc from "fast-check";
import { expect, test } from "vitest";
import { BALL_LIMITS, BALL_SCENES, BROAD_PHASES, SANDBOX_SIZE, SandboxState } from "../../../shared/sandbox.ts";
import { NO_TIMER } from "../../arena/test-scene.ts";
import { BROAD_PHASE_NAMES, slotOf } from "../../space/space.ts";
import { createBalls, DEFAULT_SANDBOX } from "./balls.ts";

test("a sandbox offers every broad phase that the space has", () => {
  expect([...BROAD_PHASES].sort()).toEqual([...BROAD_PHASE_NAMES].sort());
});

test("the state's defaults are those of the balls", () => {
  expect(new SandboxState()).toMatchObject(DEFAULT_SANDBOX);
});

test("whatever is chosen, whenever: as many balls as asked for, of that size, in their homes, the still ones at rest", () => {
  const changes = fc.record(
    {
      algorithm: fc.constantFrom(...BROAD_PHASES),
      scene: fc.constantFrom(...BALL_SCENES),
      count: fc.integer({ min: BALL_LIMITS.count.least, max: 300 }),
      size: fc.double({ min: BALL_LIMITS.size.least, max: BALL_LIMITS.size.most, noNaN: true }),
      speed: fc.double({ min: BALL_LIMITS.speed.least, max: BALL_LIMITS.speed.most, noNaN: true }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
      const balls = createBalls(1);
      for (const change of steps) {
        balls.set(change);
        for (let tick = 0; tick < 3; tick++) balls.step(NO_TIMER);
        const { count, size } = balls.settings;
        const { bodies } = balls.space;
        expect(balls.settings).toMatchObject(change);
        expect(balls.space.count).toBe(count);
        for (let slot = 0; slot < bodies.slotLimit; slot++) {
          if (bodies.ids[slot] === 0) continue;
          expect([size, size * 8]).toContain(bodies.radius[slot]);
          for (const place of [bodies.x[slot], bodies.y[slot]]) {
            expect(place).toBeGreaterThanOrEqual(0);
            expect(place).toBeLessThanOrEqual(SANDBOX_SIZE);
          }
        }
      }
    }),
    { numRuns: 20 },
  );
});

test("all algorithms give the same game, and brute force alone tests all pairs", () => {
  const runs = BROAD_PHASES.map((algorithm) => {
    const balls = createBalls(5);
    balls.set({ algorithm, count: 400 });
    for (let tick = 0; tick < 20; tick++) balls.step(NO_TIMER);
    const { x, y } = balls.space.bodies;
    return { algorithm, x: x.slice(0, 400), y: y.slice(0, 400), tests: balls.space.counters.boxTests };
  });
  for (const { algorithm, x, y, tests } of runs) {
    expect(x, algorithm).toEqual(runs[0].x);
    expect(y, algorithm).toEqual(runs[0].y);
    if (algorithm === "brute-force") expect(tests).toBe((400 * 399) / 2);
    else expect(tests, algorithm).toBeLessThan((400 * 399) / 4);
  }
});

test("two balls that meet bounce off each other, and a still one gives no way", () => {
  const balls = createBalls(3);
  balls.set({ scene: "still", count: 40, size: 40, speed: 20 });
  const { bodies } = balls.space;
  const stillSlots = [...Array(bodies.slotLimit).keys()].filter((slot) => bodies.ids[slot] && bodies.still[slot]);
  const before = stillSlots.map((slot) => [bodies.x[slot], bodies.y[slot]]);
  let met = 0;
  for (let tick = 0; tick < 400; tick++) {
    balls.step(NO_TIMER);
    const { a, b, count } = balls.space.contacts;
    for (let i = 0; i < count; i++) met += bodies.still[slotOf(a[i])] + bodies.still[slotOf(b[i])];
  }
  expect(stillSlots).toHaveLength(38);
  expect(met).toBeGreaterThan(0);
  expect(stillSlots.map((slot) => [bodies.x[slot], bodies.y[slot]])).toEqual(before);
});
