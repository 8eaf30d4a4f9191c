import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../shared/settings.ts";
import { BodyKind } from "../../shared/state.ts";
import type { Mode } from "./mode.ts";
import { bodiesOfKind, createScene, NO_TIMER, steer } from "./test-scene.ts";
import { createWorld } from "./world.ts";

const SMALL = { ...DEFAULT_SETTINGS, bots: 0, viruses: 0, pellets: 0, worldSize: 2000 };

describe("a mode", () => {
  it("decides on teams, and who may eat whom", () => {
    const mode: Mode = {
      name: "pairs",
      teamOf: (simulation) => (simulation.players.size % 2) + 1,
      mayEat: (_simulation, eater, prey) => eater.team !== prey.team,
    };
    const { place, step } = createScene({}, undefined, mode);
    const eater = place({ x: 5000, y: 5000, radius: 200 });
    const enemy = place({ x: 5000, y: 5000, radius: 50 });
    const friend = place({ x: 5000, y: 5000, radius: 50 });
    expect([eater.team, enemy.team, friend.team]).toEqual([1, 2, 1]);
    step();
    expect([enemy.alive, friend.alive]).toEqual([false, true]);
  });

  it("decides when one may join, and is told of spawns and of what is eaten", () => {
    const told: string[] = [];
    let isOpen = false;
    const world = createWorld(SMALL, undefined, {
      name: "rounds",
      onStart: () => told.push("start"),
      mayJoin: () => isOpen,
      onSpawn: (_simulation, player) => told.push(`spawn ${player.name}`),
      onTick: (simulation) => {
        if (simulation.tick === 3) isOpen = true;
      },
    });
    const ann = world.addPlayer("Ann", false);
    for (let i = 0; i < 2; i++) world.step(NO_TIMER);
    expect(ann).toMatchObject({ alive: false, waiting: true, refusedSpawns: 0 });
    world.step(NO_TIMER);
    expect(told).toEqual(["start", "spawn Ann"]);
  });

  it("is told who was eaten by whom, while the cell is there", () => {
    const told: unknown[] = [];
    const mode: Mode = {
      name: "log",
      onEaten: (simulation, eater, prey, cell) => told.push(eater?.number, prey.number, simulation.space.has(cell)),
    };
    const { place, step } = createScene({}, undefined, mode);
    const eater = place({ x: 5000, y: 5000, radius: 200 });
    const prey = place({ x: 5000, y: 5000, radius: 50 });
    step();
    expect(told).toEqual([eater.number, prey.number, true]);
  });

  it("shrinks the border: cells are kept inside, what else is outside goes, and new things come inside", () => {
    const mode: Mode = {
      name: "shrink",
      worldBorder(simulation, border) {
        const inset = Math.min(800, 10 * simulation.tick);
        border.minX = inset;
        border.maxX = 2000 - inset;
      },
    };
    const { world, simulation, place, step, circle } = createScene({ pellets: 200, worldSize: 2000 }, undefined, mode);
    const player = place({ x: 50, y: 1000, radius: 60 });
    world.setInput(player.number, steer(-500, 1000));
    step(120);
    expect(world.border).toEqual({ minX: 800, maxX: 1200, minY: 0, maxY: 2000 });
    expect(circle(player.cells.ids[0]).x).toBeCloseTo(800 + circle(player.cells.ids[0]).radius / 2, 0);
    const pellets = bodiesOfKind(simulation, BodyKind.pellet);
    expect(pellets).toHaveLength(200);
    for (const id of pellets) expect(Math.abs(circle(id).x - 1000)).toBeLessThanOrEqual(200);
  });

  it("makes the leaderboard; without it that is the players by mass", () => {
    const { world, place, step } = createScene();
    const small = place({ x: 5000, y: 5000, radius: 50 });
    const large = place({ x: 9000, y: 5000, radius: 200 });
    step();
    expect(world.leaderboard().map(({ player }) => player)).toEqual([large.number, small.number]);
    const lines = [{ player: 0, name: "Red", mass: 5 }];
    expect(createWorld(SMALL, undefined, { name: "m", leaderboard: () => lines }).leaderboard()).toBe(lines);
  });

  it("is part of the hash, its state included", () => {
    const hashOf = (name: string, value: number) =>
      createWorld(SMALL, undefined, { name, addToHash: (hash) => hash.add(value) }).hash();
    expect(new Set([hashOf("a", 1), hashOf("b", 1), hashOf("a", 2)]).size).toBe(3);
  });
});
