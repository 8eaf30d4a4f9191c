import { expect, test, vi } from "vitest";
import { CONTESTANTS, type ContestPlan, holdContest } from "./contest.ts";
import { createMovingScene, seenIn } from "./scene.ts";

const SIZE = { n: 300, m: 8, v: 40 };
const PLAN: ContestPlan = { warmUpTicks: 3, rounds: 4, ticksPerTurn: 3, stockWarmUpTicks: 2, stockTicksPerTurn: 1 };

test("all contestants make frames that decode to the truth, of some ten bytes a body", () => {
  const rows = holdContest(SIZE, PLAN);
  expect(rows.map(({ name, exact }) => [name, exact])).toEqual([
    ["krill", true],
    ["stateview", true],
    ["packed", true],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject(SIZE);
    expect(row.median_ms).toBeGreaterThan(0);
    expect(row.bytes_per_body).toBeGreaterThan(5);
    expect(row.bytes_per_body).toBeLessThan(20);
  }
});

test.each([0, 1, 2])("contestant %i is found out when one of its frames is lost", (place) => {
  // The stock decoder says what it lacks.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const create = CONTESTANTS[place];
  let turns = 0;
  const [row] = holdContest(SIZE, PLAN, [
    (scene) => {
      const contestant = create(scene);
      return {
        ...contestant,
        check: (ticks) => {
          // All frames of its third turn's last tick: nothing comes after that could make up for them.
          const isLost = turns++ === 2;
          return contestant.check(isLost ? ticks.slice(0, -1) : ticks);
        },
      };
    },
  ]);
  expect(row.exact).toBe(false);
});

test("a scene is the same each time; all its bodies move, and viewers see about as many as they should", () => {
  const [scene, again] = [createMovingScene(SIZE), createMovingScene(SIZE)];
  const before = Float64Array.from(scene.x);
  for (let tick = 0; tick < 5; tick++) {
    scene.advance();
    again.advance();
  }
  expect(again.x).toEqual(scene.x);
  expect(scene.x.every((x, i) => x !== before[i])).toBe(true);
  expect(scene.areas).toHaveLength(SIZE.m);
  const many = createMovingScene({ n: 3000, m: 60, v: 100 });
  const seen = many.areas.map((area) => seenIn(many, area).length);
  const mean = seen.reduce((sum, count) => sum + count, 0) / seen.length;
  // Areas about a body near the border reach out of the world.
  expect(mean).toBeGreaterThan(75);
  expect(mean).toBeLessThan(115);
});
