import { describe, expect, it } from "vitest";
import { START_RADIUS } from "../../../shared/formulas.ts";
import { createScene, distanceBetween } from "../test-scene.ts";
import { findSafeSpot } from "./spawn.ts";

describe("findSafeSpot", () => {
  it("touches no cell and not the border", () => {
    const { simulation, place, circle } = createScene({ worldSize: 3000 });
    const cells = Array.from({ length: 16 }, (_, i) => ({
      x: 375 + 750 * (i % 4),
      y: 375 + 750 * Math.floor(i / 4),
      radius: 350,
    }));
    const player = place(...cells);
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const spot = findSafeSpot(simulation, START_RADIUS);
      if (spot === undefined) continue;
      found++;
      expect(Math.min(spot.x, spot.y)).toBeGreaterThanOrEqual(START_RADIUS);
      expect(Math.max(spot.x, spot.y)).toBeLessThanOrEqual(3000 - START_RADIUS);
      for (const id of player.cells.ids.subarray(0, player.cells.count)) {
        const gap = distanceBetween({ ...spot, radius: START_RADIUS }, circle(id)) - circle(id).radius - START_RADIUS;
        expect(gap).toBeGreaterThan(0);
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe("spawn", () => {
  it("waits while cells cover the world, and comes when there is room", () => {
    const { simulation, world, place, step } = createScene({ worldSize: 1000 });
    const giant = place({ x: 500, y: 500, radius: 1400 });
    const player = world.addPlayer("Ann", false);
    step(20);
    expect(player.alive).toBe(false);
    expect(simulation.space.count).toBe(1);
    world.removePlayer(giant.number);
    step();
    expect(player.alive).toBe(true);
  });

  it("gives one cell of the start radius", () => {
    const { world, step, circle } = createScene();
    const player = world.addPlayer("Ann", false);
    step();
    expect(player.cells.count).toBe(1);
    expect(circle(player.cells.ids[0]).radius).toBe(START_RADIUS);
    expect(player.mass).toBeCloseTo(10.24, 10);
  });

  it("keeps players who come in the same tick apart", () => {
    const { world, step, circle, simulation } = createScene({ worldSize: 1500, maxClients: 60 });
    const players = Array.from({ length: 60 }, (_, i) => world.addPlayer(`P${i}`, false));
    step();
    const circles = players.filter((player) => player.alive).map((player) => circle(player.cells.ids[0]));
    expect(circles.length).toBeGreaterThan(50);
    for (let i = 0; i < circles.length; i++) {
      for (let j = 0; j < i; j++) expect(distanceBetween(circles[i], circles[j])).toBeGreaterThan(2 * START_RADIUS);
    }
    expect(simulation.space.contacts.count).toBe(0);
  });
});
