import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { radiusOf, TICK_RATE } from "../../../shared/formulas.ts";
import { DEFAULT_SETTINGS } from "../../../shared/settings.ts";
import type { Mode } from "../mode.ts";
import { playerOf } from "../players.ts";
import { createSimulation } from "../simulation.ts";
import { createScene, distanceBetween, NO_TIMER, SHRINK_LIMIT, steer } from "../test-scene.ts";
import { createWorld, startSimulation, type World, worldOf } from "../world.ts";
import { placeBot } from "./bot-scene.ts";
import { thinkInterval } from "./bots.ts";

/** Where no bot points. */
const UNTOUCHED = -123_456;

/** The share of a world that its cells would cover side by side. */
function shareCovered({ players, settings }: World): number {
  let mass = 0;
  for (const player of players.values()) mass += player.mass;
  return (Math.PI * radiusOf(mass) ** 2) / settings.worldSize ** 2;
}

describe("bots", () => {
  it("do not all decide in the same tick, and each once in an interval", () => {
    for (const [shedding, interval] of [
      [0, 4],
      [1, 8],
      [3, 32],
      [50, 32],
    ]) {
      expect(thinkInterval(shedding)).toBe(interval);
      const { world, simulation } = createScene({ bots: 64, spawnProtectionSeconds: 0 });
      world.step(NO_TIMER);
      world.shedding = shedding;
      const decided = new Map<number, number>();
      for (let tick = 0; tick < interval; tick++) {
        // What a decision leaves behind shows which bots took one.
        for (const { controls } of simulation.players.values()) controls.aimX = UNTOUCHED;
        world.step(NO_TIMER);
        let count = 0;
        for (const { number, controls, alive } of simulation.players.values()) {
          if (!alive || controls.aimX === UNTOUCHED) continue;
          count++;
          decided.set(number, (decided.get(number) ?? 0) + 1);
        }
        expect(count).toBeLessThanOrEqual(64 / interval);
      }
      expect(decided.size).toBeGreaterThan(50);
      expect([...decided.values()].every((times) => times === 1)).toBe(true);
    }
  });

  it("are never stuck, in no world", () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(1_000_000),
          bots: fc.integer({ min: 1, max: 60 }),
          worldSize: fc.integer({ min: 1500, max: 8000 }),
          pellets: fc.constantFrom(0, 20, 300),
          viruses: fc.constantFrom(0, 5, 40),
          startRadius: fc.constantFrom(32, 100, 300),
          mergeSeconds: fc.constantFrom(1, 30),
        }),
        (overrides) => {
          const world = createWorld({ ...DEFAULT_SETTINGS, minRadius: 20, ...overrides });
          const resting = new Map<number, { x: number; y: number; since: number }>();
          for (let tick = 1; tick <= 1500; tick++) {
            world.step(NO_TIMER);
            if (tick % TICK_RATE !== 0) continue;
            // Where cells fill the world there is nowhere to go.
            if (shareCovered(world) > 0.25) resting.clear();
            for (const player of world.players.values()) {
              if (!player.alive) resting.delete(player.number);
              if (!player.alive) continue;
              const { centerX: x, centerY: y } = world.viewOf(player);
              const at = resting.get(player.number);
              if (at === undefined || Math.hypot(x - at.x, y - at.y) > 50)
                resting.set(player.number, { x, y, since: tick });
              // One that hides, or is held in a corner, may wait; but not for long.
              else expect(tick - at.since).toBeLessThan(30 * TICK_RATE);
            }
          }
        },
      ),
      { numRuns: 15, ...SHRINK_LIMIT },
    );
  });

  it("get out of each corner when nobody holds them there", () => {
    for (const [x, y] of [
      [0, 0],
      [14_142, 0],
      [0, 14_142],
      [14_142, 14_142],
    ]) {
      const scene = createScene();
      const bot = placeBot(scene.simulation, { x, y, radius: 80 });
      // A hunter that cannot follow.
      const hunter = scene.place({ x: x === 0 ? 500 : 13_642, y: y === 0 ? 500 : 13_642, radius: 150 });
      scene.step(TICK_RATE);
      scene.world.removePlayer(hunter.number);
      scene.step(15 * TICK_RATE);
      expect(distanceBetween(scene.circle(bot.cells.ids[0]), { x, y, radius: 0 })).toBeGreaterThan(500);
    }
  });

  it("neither flee from nor hunt those whom the mode lets them be", () => {
    const peaceful: Mode = { name: "peaceful", mayEat: () => false };
    const simulation = createSimulation({ ...DEFAULT_SETTINGS, pellets: 0, viruses: 0, bots: 0 }, undefined, peaceful);
    startSimulation(simulation);
    const world = worldOf(simulation);
    const bot = placeBot(simulation, { x: 7000, y: 7000, radius: 100 });
    placeBot(simulation, { x: 7300, y: 7000, radius: 250 });
    placeBot(simulation, { x: 6800, y: 7000, radius: 50 });
    for (let tick = 0; tick < 8; tick++) world.step(NO_TIMER);
    const { courseX, courseY } = bot.mind ?? { courseX: -1, courseY: -1 };
    expect({ x: bot.controls.aimX, y: bot.controls.aimY }).toEqual({ x: courseX, y: courseY });
  });
});

describe("minions", () => {
  /** Too small to eat a minion. */
  const radius = 35;

  function createMinions() {
    const scene = createScene({ leftCellsSeconds: 1 });
    const master = scene.place({ x: 7000, y: 7000, radius });
    const minions = [1, 2].map(() => scene.world.addMinion(master.number));
    return { ...scene, master, minions: minions.map(({ number }) => playerOf(scene.simulation, number)) };
  }

  it("come to their master, and follow its pointer", () => {
    const { step, world, circle, master, minions } = createMinions();
    step(60 * TICK_RATE);
    for (const minion of minions) {
      expect(distanceBetween(circle(minion.cells.ids[0]), circle(master.cells.ids[0]))).toBeLessThan(radius);
    }
    world.setInput(master.number, steer(3000, 3000));
    step(4);
    for (const { controls } of minions) expect(controls).toMatchObject({ aimX: 3000, aimY: 3000, splitPressed: false });
  });

  it("play for themselves while their master is dead", () => {
    const { step, simulation, master, minions } = createMinions();
    step(10);
    simulation.space.remove(master.cells.ids[0]);
    master.cells.count = 0;
    master.alive = false;
    step(20);
    for (const { controls, mind } of minions) {
      expect({ x: controls.aimX, y: controls.aimY }).toEqual({ x: mind?.courseX, y: mind?.courseY });
    }
  });

  it("leave with their master", () => {
    const { step, world, master } = createMinions();
    step(10);
    world.removePlayer(master.number);
    step();
    expect(world.players.size).toBe(0);
    step(2 * TICK_RATE);
    expect(world.space.count).toBe(0);
  });

  it("are of their master's team, and count among the players that there may be", () => {
    const scene = createScene({ maxClients: 3 });
    const master = scene.place({ x: 7000, y: 7000, radius });
    master.team = 2;
    expect(scene.world.addMinion(master.number)).toMatchObject({ team: 2, bot: true, name: master.name });
    scene.world.addMinion(master.number);
    expect(() => scene.world.addMinion(master.number)).toThrow(expect.objectContaining({ code: "arena-full" }));
    expect(() => scene.world.addMinion(77)).toThrow(expect.objectContaining({ code: "unknown-player" }));
  });
});
