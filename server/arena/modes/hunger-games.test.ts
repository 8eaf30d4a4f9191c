import { describe, expect, it } from "vitest";
import type { Settings } from "../../../shared/settings.ts";
import { BodyKind } from "../../../shared/state.ts";
import { bodiesOfKind, createScene, steer } from "../test-scene.ts";
import { createHungerGames } from "./hunger-games.ts";

const QUICK = {
  worldSize: 4000,
  pellets: 100,
  roundPlayers: 2,
  roundCountdownSeconds: 0,
  roundSeconds: 20,
  roundPauseSeconds: 1,
  borderShrinkSeconds: 10,
  borderEndSize: 1000,
};
const WHOLE = { minX: 0, minY: 0, maxX: 4000, maxY: 4000 };

/** A round that has just begun, of two players who go to opposite corners. */
function begin(overrides: Partial<Settings> = {}) {
  const scene = createScene({ ...QUICK, ...overrides }, undefined, createHungerGames());
  const players = ["Ann", "Bob"].map((name) => scene.world.addPlayer(name, false));
  scene.step(2);
  expect(scene.world.status()?.phase).toBe("playing");
  for (const [i, { number }] of players.entries()) scene.world.setInput(number, steer(4000 * i, 4000 * i));
  return { ...scene, players };
}

describe("hunger games", () => {
  it("shrinks the border evenly, to its end and no further", () => {
    const { world, step } = begin();
    expect(world.border).toEqual(WHOLE);
    step(125);
    expect(world.border).toEqual({ minX: 750, minY: 750, maxX: 3250, maxY: 3250 });
    step(125);
    const end = { minX: 1500, minY: 1500, maxX: 2500, maxY: 2500 };
    expect(world.border).toEqual(end);
    step(100);
    expect(world.border).toEqual(end);
  });

  it("keeps players within it", () => {
    const { world, step, players, circle } = begin();
    for (let i = 0; i < 300; i++) {
      step();
      const { minX, maxX, minY, maxY } = world.border;
      for (const { cells } of players) {
        for (const id of cells.ids.subarray(0, cells.count)) {
          const { x, y } = circle(id);
          expect(Math.min(x - minX, maxX - x, y - minY, maxY - y)).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });

  it("keeps the border while the outcome is shown, and opens the world again after it, pellets and all", () => {
    const { world, simulation, step, players, circle } = begin();
    step(250);
    world.removePlayer(players[1].number);
    step(20);
    expect(world.status()).toMatchObject({ phase: "over", winner: players[0].number });
    expect(world.border.minX).toBe(1500);
    while (world.status()?.phase === "over") step();
    expect(world.border).toEqual(WHOLE);
    step(60);
    const pellets = bodiesOfKind(simulation, BodyKind.pellet);
    expect(pellets).toHaveLength(100);
    const outside = pellets.filter(
      (id) => Math.max(Math.abs(circle(id).x - 2000), Math.abs(circle(id).y - 2000)) > 500,
    );
    expect(outside.length).toBeGreaterThan(60);
  });

  it("never widens the border of a world that is smaller than its end", () => {
    const { world, step } = begin({ borderEndSize: 9000 });
    step(100);
    expect(world.border).toEqual(WHOLE);
  });
});
