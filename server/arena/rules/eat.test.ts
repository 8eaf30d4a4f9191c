import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EAT_RADIUS_RATIO, eatDistance, massOf } from "../../../shared/formulas.ts";
import { createScene } from "../test-scene.ts";

/** Whether a resting cell of `radius` eats another player's, `distance` away, in a tick. */
function eats(radius: number, otherRadius: number, distance: number): boolean {
  const { place, step } = createScene();
  const eater = place({ x: 5000, y: 5000, radius });
  const prey = place({ x: 5000 + distance, y: 5000, radius: otherRadius });
  step();
  expect(eater.alive).toBe(true);
  return !prey.alive;
}

describe("eat", () => {
  it("needs 1.140175 times the radius", () => {
    expect(eats(100 * EAT_RADIUS_RATIO + 0.001, 100, 0)).toBe(true);
    expect(eats(100 * EAT_RADIUS_RATIO - 0.01, 100, 0)).toBe(false);
    expect(eats(100, 100, 0)).toBe(false);
  });

  it("needs the prey within r − r' / 3", () => {
    const limit = eatDistance(200, 90);
    expect(eats(200, 90, limit - 0.1)).toBe(true);
    expect(eats(200, 90, limit + 0.1)).toBe(false);
  });

  it("works whichever of the two came first", () => {
    const { place, step } = createScene();
    const prey = place({ x: 5000, y: 5000, radius: 50 });
    const eater = place({ x: 5010, y: 5000, radius: 100 });
    step();
    expect([prey.alive, eater.alive]).toEqual([false, true]);
  });

  it("adds the mass", () => {
    const { place, step } = createScene();
    const eater = place({ x: 5000, y: 5000, radius: 300 });
    place({ x: 5000, y: 5100, radius: 200 });
    step();
    expect(eater.mass).toBeCloseTo(massOf(300) + massOf(200), 0);
    expect(eater.cells.count).toBe(1);
  });

  it("gives a body to one eater only", () => {
    const { place, step, simulation } = createScene();
    const left = place({ x: 4950, y: 5000, radius: 100 });
    const right = place({ x: 5050, y: 5000, radius: 100 });
    const prey = place({ x: 5000, y: 5000, radius: 40 });
    step();
    expect(prey.alive).toBe(false);
    expect(left.mass + right.mass).toBeCloseTo(2 * massOf(100) + massOf(40), 1);
    expect(simulation.space.count).toBe(2);
  });

  it("never eats a cell twice, however many are within reach of however many", () => {
    const place = fc.double({ min: 4900, max: 5100, noNaN: true });
    const circles = fc.array(fc.record({ x: place, y: place, radius: fc.double({ min: 32, max: 300, noNaN: true }) }), {
      minLength: 2,
      maxLength: 40,
      size: "max",
    });
    let meals = 0;
    fc.assert(
      fc.property(circles, (cells) => {
        const scene = createScene({ decayPerTick: 0 });
        const players = cells.map((cell) => scene.place(cell));
        scene.step();
        const { count, prey, eater } = scene.world.meals;
        const eaten = [...prey.subarray(0, count)];
        expect(new Set(eaten).size).toBe(count);
        expect(players.filter(({ alive }) => !alive).map(({ number }) => number)).toEqual(eaten.sort((a, b) => a - b));
        // Whoever has eaten is alive, or was eaten after that.
        for (const number of eater.subarray(0, count)) expect(eaten.includes(number)).toBe(!players[number - 1].alive);
        const mass = (of: readonly { radius: number }[]) => of.reduce((sum, { radius }) => sum + massOf(radius), 0);
        const left = players.filter(({ alive }) => alive).map(({ cells: own }) => scene.circle(own.ids[0]));
        expect(mass(left)).toBeCloseTo(mass(cells), 6);
        meals += count;
      }),
      { numRuns: 200 },
    );
    expect(meals).toBeGreaterThan(200);
  });

  it("passes the mass on when the eater is eaten in the same tick", () => {
    const { place, step } = createScene();
    const middle = place({ x: 5000, y: 5000, radius: 100 });
    const small = place({ x: 5000, y: 5000, radius: 50 });
    const large = place({ x: 5000, y: 5000, radius: 300 });
    step();
    expect([small.alive, middle.alive, large.alive]).toEqual([false, false, true]);
    expect(large.mass).toBeCloseTo(massOf(50) + massOf(100) + massOf(300), 0);
  });

  it("spares own cells", () => {
    const { place, step } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 300 }, { x: 5000, y: 5000, radius: 50 });
    step(20);
    expect(player.cells.count).toBe(2);
  });
});
