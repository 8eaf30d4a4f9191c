import { describe, expect, it } from "vitest";
import { massOf } from "../../shared/formulas.ts";
import { DEFAULT_SETTINGS } from "../../shared/settings.ts";
import { BodyKind, COLORS } from "../../shared/state.ts";
import { slotOf } from "../space/bodies.ts";
import { ArenaError } from "./errors.ts";
import { addPlayer } from "./players.ts";
import { bodiesOfKind, createScene, NO_TIMER, steer } from "./test-scene.ts";
import { createWorld } from "./world.ts";

describe("createWorld", () => {
  it("has its pellets at once, and its bots as players, who spawn in the first tick", () => {
    const world = createWorld(DEFAULT_SETTINGS);
    expect(world.tick).toBe(0);
    expect(world.space.count).toBe(DEFAULT_SETTINGS.pellets + DEFAULT_SETTINGS.viruses);
    expect(world.players.size).toBe(DEFAULT_SETTINGS.bots);
    world.step(NO_TIMER);
    expect(world.tick).toBe(1);
    for (const [number, player] of world.players) {
      expect(player).toMatchObject({ number, bot: true, alive: true, connected: true });
      expect(player.color).toBeLessThan(COLORS);
      expect(player.name).not.toBe("");
    }
  });
});

describe("step", () => {
  it("marks its phases in order", () => {
    const world = createWorld(DEFAULT_SETTINGS);
    const phases: string[] = [];
    world.step({ mark: (phase) => phases.push(phase) });
    expect(phases).toEqual(["input", "move", "space", "rules"]);
  });

  it("builds the broad phase once", () => {
    const world = createWorld(DEFAULT_SETTINGS);
    for (let tick = 0; tick < 20; tick++) world.step(NO_TIMER);
    expect(world.space.counters.builds).toBe(20);
  });
});

describe("players", () => {
  it("are numbered from 1, each number once", () => {
    const { world } = createScene();
    const numbers = ["Ann", "Bo", "Cy"].map((name) => world.addPlayer(name, false).number);
    expect(numbers).toEqual([1, 2, 3]);
    world.removePlayer(3);
    expect(world.addPlayer("Di", false).number).toBe(4);
  });

  it("begin again at the first free number after 65,535", () => {
    const { world, simulation } = createScene();
    world.addPlayer("Ann", false);
    simulation.lastNumber = 65_534;
    expect(world.addPlayer("Bo", false).number).toBe(65_535);
    expect(world.addPlayer("Cy", false).number).toBe(2);
  });

  it("without a name are called after their number", () => {
    const { world } = createScene();
    expect(world.addPlayer("", false).name).toBe("Player 1");
  });

  it("join in the next step, with cells of their colour and number", () => {
    const { world, simulation, step } = createScene();
    const player = world.addPlayer("Ann", false);
    expect(player).toMatchObject({ alive: false, bot: false, connected: true, mass: 0 });
    expect(world.space.count).toBe(0);
    step();
    expect(player.alive).toBe(true);
    const slot = slotOf(player.cells.ids[0]);
    expect(simulation.bodies.kind[slot]).toBe(BodyKind.cell);
    expect(simulation.bodies.owner[slot]).toBe(player.number);
    expect(simulation.bodies.color[slot]).toBe(player.color);
  });

  it("leave at once, their cells in the next step", () => {
    const { world, place, step } = createScene();
    const player = place({ x: 1000, y: 1000, radius: 50 }, { x: 2000, y: 1000, radius: 50 });
    world.removePlayer(player.number);
    expect(world.players.size).toBe(0);
    expect(world.space.count).toBe(2);
    step();
    expect(world.space.count).toBe(0);
  });

  it("are no more than the settings allow", () => {
    const { world } = createScene({ maxClients: 2, bots: 1 });
    for (let i = 0; i < 2; i++) world.addPlayer("", false);
    expect(() => world.addPlayer("", false)).toThrow(ArenaError);
    expect(() => world.addPlayer("", false)).toThrow(/allow no more than 3/);
  });

  it("are refused while those who have left hold all numbers", () => {
    const { simulation, world } = createScene();
    const left = addPlayer(simulation, "", false);
    for (let number = 1; number <= 65_535; number++) simulation.owners.set(number, left);
    expect(() => world.addPlayer("", false)).toThrow(/lower leftCellsSeconds/);
    simulation.owners.delete(7);
    expect(world.addPlayer("", false).number).toBe(7);
  });

  it("who are not there are refused by number", () => {
    const { world } = createScene();
    const calls = [
      () => world.removePlayer(7),
      () => world.requestRespawn(7),
      () => world.setConnected(7, false),
      () => world.setInput(7, steer(0, 0)),
    ];
    for (const call of calls) expect(call).toThrow(/No player has number 7/);
  });
});

describe("death", () => {
  /** A player whom a large cell, out of its way afterwards, eats in the first tick. */
  function eaten() {
    const scene = createScene();
    const player = scene.place({ x: 7000, y: 7000, radius: 32 });
    const eater = scene.place({ x: 7010, y: 7000, radius: 200 });
    scene.step();
    return { ...scene, player, eater };
  }

  it("comes with the last cell, and the view stays there", () => {
    const { world, player, step } = eaten();
    expect(player).toMatchObject({ alive: false, mass: 0, cells: { count: 0 } });
    step(10);
    expect(world.viewOf(player)).toEqual({ centerX: 7000, centerY: 7000, width: 4800, height: 2700 });
  });

  it("does not come while one cell is left", () => {
    const { place, step } = createScene();
    const player = place({ x: 7000, y: 7000, radius: 32 }, { x: 2000, y: 2000, radius: 40 });
    place({ x: 7010, y: 7000, radius: 200 });
    step();
    expect(player.alive).toBe(true);
    expect(player.mass).toBeCloseTo(massOf(40), 2);
  });

  it("lasts until a respawn is asked for", () => {
    const { world, player, step, circle } = eaten();
    step(100);
    expect(player.alive).toBe(false);
    world.requestRespawn(player.number);
    expect(player.alive).toBe(false);
    step();
    expect(player.alive).toBe(true);
    expect(circle(player.cells.ids[0]).radius).toBe(32);
  });

  it("can be followed by another name, or the same one", () => {
    const { world, player, step } = eaten();
    world.requestRespawn(player.number, "Phoenix");
    step();
    expect(player.name).toBe("Phoenix");
    world.requestRespawn(player.number, "Ignored while alive");
    expect(player.name).toBe("Phoenix");
  });

  it("keeps the name when the new one is empty", () => {
    const { world, player } = eaten();
    const { name } = player;
    world.requestRespawn(player.number, "");
    expect(player.name).toBe(name);
  });

  it("makes presses void", () => {
    const { world, player, step, simulation } = eaten();
    world.setInput(player.number, steer(0, 0, "split", "eject"));
    world.setInput(player.number, steer(0, 0));
    step();
    world.requestRespawn(player.number);
    step();
    expect(player.controls).toMatchObject({ splitPressed: false, ejectPressed: false });
    expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(0);
  });
});

describe("viewOf", () => {
  it("is about the mass-weighted centre, and widens with the sum of the radii", () => {
    const { world, place } = createScene();
    const player = place({ x: 1000, y: 2000, radius: 200 }, { x: 2000, y: 3000, radius: 100 });
    const view = world.viewOf(player);
    expect(view.centerX).toBeCloseTo(1200, 8);
    expect(view.centerY).toBeCloseTo(2200, 8);
    expect(Math.round(view.width)).toBe(3562);
    expect(Math.round(view.height)).toBe(2004);
  });

  it("of one who never had a cell is the middle of the world", () => {
    const { world } = createScene({ worldSize: 4000 });
    expect(world.viewOf(world.addPlayer("Ann", false))).toMatchObject({ centerX: 2000, centerY: 2000 });
  });
});
