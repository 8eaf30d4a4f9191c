import { describe, expect, it } from "vitest";
import { MODES, type ModeName } from "../../../shared/modes.ts";
import { BodyKind } from "../../../shared/state.ts";
import { bodiesOfKind, createScene, type Scene, steer } from "../test-scene.ts";
import { createMode } from "./catalog.ts";

function sceneOf(name: ModeName, overrides = {}): Scene {
  return createScene({ ...MODES[name].settings, bots: 0, ...overrides }, undefined, createMode(name));
}

/** The most cells that a player gets who splits every second tick for `ticks`. */
function mostCellsOfSplitter({ world, place, step }: Scene, ticks: number): number {
  const player = place({ x: 7000, y: 7000, radius: 1400 });
  let most = 0;
  for (let i = 0; i < ticks / 2; i++) {
    world.setInput(player.number, steer(9000, 7000, "split"));
    world.setInput(player.number, steer(9000, 7000));
    step(2);
    most = Math.max(most, player.cells.count);
  }
  return most;
}

describe("big rooms", () => {
  it.each([
    ["free-for-all", 16],
    ["big-64", 64],
    ["big-256", 256],
  ] as const)("in %s a player gets %i cells", (name, cells) => {
    expect(mostCellsOfSplitter(sceneOf(name), 40)).toBe(cells);
  });
});

describe("instant merge", () => {
  it("has cells merged again a second after a split, where others take half a minute", () => {
    const countAfter = (name: ModeName, ticks: number) => {
      const { world, place, step } = sceneOf(name);
      const player = place({ x: 7000, y: 7000, radius: 200 });
      world.setInput(player.number, steer(7000, 7000, "split"));
      step();
      world.setInput(player.number, steer(7300, 7000));
      step(5);
      expect(player.cells.count).toBe(2);
      step(ticks - 6);
      return player.cells.count;
    };
    expect(countAfter("instant-merge", 50)).toBe(1);
    expect(countAfter("free-for-all", 50)).toBe(2);
  });
});

describe("experimental", () => {
  it("has mother cells that shed pellets, and viruses that ejected mass pushes", () => {
    const scene = sceneOf("experimental");
    const { world, simulation, place, put, step, circle } = scene;
    expect(bodiesOfKind(simulation, BodyKind.motherCell)).toHaveLength(10);
    const virus = put(BodyKind.virus, { x: 7300, y: 7000, radius: 100 });
    const player = place({ x: 7000, y: 7000, radius: 150 });
    world.setInput(player.number, steer(7300, 7000, "eject"));
    step(40);
    expect(circle(virus).x).toBeGreaterThan(7300);
    expect(circle(virus).radius).toBe(100);
    step(60);
    expect(bodiesOfKind(simulation, BodyKind.pellet).length).toBeGreaterThan(0);
  });
});
