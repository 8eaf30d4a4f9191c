import { describe, expect, it } from "vitest";
import { decayedRadius, MAX_CELLS, MAX_RADIUS, massOf, START_RADIUS } from "../../../shared/formulas.ts";
import { createScene } from "../test-scene.ts";

describe("decay", () => {
  it("shrinks a cell each tick, down to the radius it started with", () => {
    const { place, step, circle } = createScene();
    const large = place({ x: 3000, y: 3000, radius: 500 }).cells.ids[0];
    const small = place({ x: 9000, y: 9000, radius: START_RADIUS + 0.001 }).cells.ids[0];
    step();
    expect(circle(large).radius).toBe(decayedRadius(500));
    step(9);
    expect(circle(large).radius).toBeCloseTo(500 * 0.99998 ** 10, 8);
    expect(circle(small).radius).toBe(START_RADIUS);
  });
});

describe("autosplit", () => {
  it("parts a cell that is too large into two, and keeps its mass", () => {
    const { place, step, circle, world } = createScene();
    const player = place({ x: 7000, y: 7000, radius: 1600 });
    step();
    expect(player.cells.count).toBe(2);
    for (const id of player.cells.ids.subarray(0, 2)) expect(circle(id).radius).toBeLessThanOrEqual(MAX_RADIUS);
    expect(world.players.get(player.number)?.mass).toBeCloseTo(massOf(decayedRadius(1600)), 6);
  });

  it("makes as many pieces as it takes", () => {
    const { place, step } = createScene();
    const player = place({ x: 7000, y: 7000, radius: MAX_RADIUS * 2.1 });
    step();
    expect(player.cells.count).toBe(5);
    expect(player.mass).toBeCloseTo(massOf(decayedRadius(MAX_RADIUS * 2.1)), 6);
  });

  it("clamps a cell whose owner has all its cells", () => {
    const { place, step, circle } = createScene({ worldSize: 100_000 });
    const others = Array.from({ length: MAX_CELLS - 1 }, (_, i) => ({ x: 5000 + 1000 * i, y: 5000, radius: 50 }));
    const player = place({ x: 50_000, y: 50_000, radius: 1600 }, ...others);
    step();
    expect(player.cells.count).toBe(MAX_CELLS);
    expect(circle(player.cells.ids[0]).radius).toBe(MAX_RADIUS);
  });
});
