import { describe, expect, it } from "vitest";
import { slotOf } from "../../space/bodies.ts";
import { createScene, distanceBetween } from "../test-scene.ts";
import { createTeams } from "./teams.ts";

const scene = () => createScene({ spawnProtectionSeconds: 0 }, undefined, createTeams());

describe("teams", () => {
  it("puts whoever comes into the smallest team, and minions into their master's", () => {
    const { world } = scene();
    const players = Array.from({ length: 6 }, () => world.addPlayer("", false));
    expect(players.map(({ team }) => team)).toEqual([1, 2, 3, 1, 2, 3]);
    world.removePlayer(players[1].number);
    world.removePlayer(players[4].number);
    expect([1, 2, 3].map(() => world.addPlayer("", false).team)).toEqual([2, 2, 1]);
    const minion = world.addMinion(players[2].number);
    expect(minion).toMatchObject({ team: 3, color: players[2].color });
  });

  it("gives each team its colour, cells included", () => {
    const { simulation, place } = scene();
    const players = [1, 2, 3, 4].map((i) => place({ x: 2000 * i, y: 5000, radius: 100 }));
    expect(players.map(({ color }) => color)).toEqual([0, 21, 43, 0]);
    for (const { cells, color } of players) expect(simulation.bodies.color[slotOf(cells.ids[0])]).toBe(color);
  });

  it("has team-mates not eat but push each other, and others eaten", () => {
    const { place, step, circle } = scene();
    const eater = place({ x: 5000, y: 5000, radius: 200 });
    const enemy = place({ x: 5000, y: 5000, radius: 50 });
    place({ x: 9000, y: 9000, radius: 50 });
    const friend = place({ x: 5010, y: 5000, radius: 50 });
    step(20);
    expect([enemy.alive, friend.alive]).toEqual([false, true]);
    const distance = distanceBetween(circle(eater.cells.ids[0]), circle(friend.cells.ids[0]));
    expect(distance).toBeGreaterThan(250);
    // Also once cells of one player of that age would merge.
    step(1000);
    expect(friend.alive).toBe(true);
  });

  it("has a leaderboard of the teams by mass", () => {
    const { world, place, step } = scene();
    place({ x: 2000, y: 5000, radius: 100 });
    place({ x: 5000, y: 5000, radius: 300 });
    place({ x: 8000, y: 5000, radius: 50 });
    place({ x: 8000, y: 8000, radius: 100 });
    step();
    const lines = world.leaderboard();
    expect(lines.map(({ player, team, name }) => [player, team, name])).toEqual([
      [0, 2, "Green"],
      [0, 1, "Red"],
      [0, 3, "Blue"],
    ]);
    expect(lines[1].mass).toBeCloseTo(200, 0);
  });
});
