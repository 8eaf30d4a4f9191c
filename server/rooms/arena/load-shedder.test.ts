import { expect, it } from "vitest";
import { TICK_MILLISECONDS, TICK_RATE } from "../../../shared/formulas.ts";
import { createLoadShedder, type LoadShedder } from "./load-shedder.ts";

/** Ticks that cost so much, for so many seconds. @returns the seconds after which the level changed, as rounded down */
function run(shedder: LoadShedder, milliseconds: number, seconds: number): number[] {
  const changes: number[] = [];
  for (let tick = 0; tick < seconds * TICK_RATE; tick++) {
    if (shedder.observe(milliseconds)) changes.push(Math.floor(tick / TICK_RATE));
  }
  return changes;
}

it("sheds nothing while ticks have time to spare, or just enough", () => {
  const shedder = createLoadShedder();
  expect(run(shedder, 0.8 * TICK_MILLISECONDS, 30)).toEqual([]);
  expect(shedder.level).toBe(0);
  expect(shedder.meanMilliseconds).toBeCloseTo(0.8 * TICK_MILLISECONDS);
});

it("lets single dear ticks pass", () => {
  const shedder = createLoadShedder();
  for (let i = 0; i < 20; i++) {
    expect(shedder.observe(10 * TICK_MILLISECONDS)).toBe(false);
    expect(run(shedder, 5, 10)).toEqual([]);
  }
});

it("sheds a level more for each second that ticks are too dear, four at most, and goes back in the same way", () => {
  const shedder = createLoadShedder();
  const more = run(shedder, 2 * TICK_MILLISECONDS, 20);
  expect(more).toHaveLength(4);
  expect(new Set(more).size).toBe(4);
  expect(shedder.level).toBe(4);
  // Between the two limits it holds what it has.
  run(shedder, 0.7 * TICK_MILLISECONDS, 10);
  expect(shedder.level).toBe(4);
  const less = run(shedder, 1, 20);
  expect(less).toHaveLength(4);
  expect(new Set(less).size).toBe(4);
  expect(shedder.level).toBe(0);
});

it("waits a second between two changes, so that the last one shows", () => {
  const shedder = createLoadShedder();
  const changed: number[] = [];
  for (let tick = 1; tick <= 4 * TICK_RATE; tick++) if (shedder.observe(1000)) changed.push(tick);
  expect(changed).toEqual([1, 2, 3, 4].map((seconds) => seconds * TICK_RATE));
});
