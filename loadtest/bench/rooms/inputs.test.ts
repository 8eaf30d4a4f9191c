import { expect, test } from "vitest";
import { inputSchema } from "../../../shared/messages.ts";
import { createTurns } from "./inputs.ts";

const STEERING = { clients: 4, inputsPerSecond: 5, worldSize: 1000 };

test("each client sends so many inputs a second, all take turns, and none is sent twice", () => {
  const turnsBy = createTurns(STEERING);
  const turns = [...turnsBy(130), ...turnsBy(130), ...turnsBy(700), ...turnsBy(1000)];
  expect(turns.map(({ client }) => client)).toEqual(Array.from({ length: 20 }, (_, i) => i % 4));
  expect([...createTurns(STEERING)(130)]).toHaveLength(3);
  expect([...createTurns(STEERING)(0)]).toEqual([]);
});

test("they aim at places all over the world, and the same each time", () => {
  const inputs = [...createTurns(STEERING)(10_000)].map(({ input }) => input);
  for (const input of inputs) expect(inputSchema.safeParse(input).success).toBe(true);
  for (const axis of ["x", "y"] as const) {
    const values = inputs.map((input) => input[axis]);
    expect(Math.min(...values)).toBeLessThan(100);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeGreaterThan(900);
    expect(Math.max(...values)).toBeLessThanOrEqual(1000);
  }
  expect([...createTurns(STEERING)(10_000)].map(({ input }) => input)).toEqual(inputs);
});

test("buttons are down in every second input of each client, those alone that it presses", () => {
  const pressed = [...createTurns({ ...STEERING, presses: ["split"] })(800)];
  for (let client = 0; client < 4; client++) {
    const own = pressed.filter((turn) => turn.client === client).map(({ input }) => [input.split, input.eject]);
    expect(own).toEqual([
      [true, false],
      [false, false],
      [true, false],
      [false, false],
    ]);
  }
  const both = [...createTurns({ ...STEERING, presses: ["split", "eject"] })(200)];
  expect(both.every(({ input }) => input.split && input.eject)).toBe(true);
  expect([...createTurns(STEERING)(200)].some(({ input }) => input.split || input.eject)).toBe(false);
});
