import { describe, expect, it } from "vitest";
import { massOf, TICK_RATE } from "../../../shared/formulas.ts";
import { DEFAULT_SETTINGS } from "../../../shared/settings.ts";
import type { Player } from "../players.ts";
import { createScene, distanceBetween, NO_TIMER, type Scene, steer } from "../test-scene.ts";
import { createWorld } from "../world.ts";
import { decisionOf, placeBot } from "./bot-scene.ts";

function gapBetween({ circle }: Scene, one: Player, other: Player): number {
  return distanceBetween(circle(one.cells.ids[0]), circle(other.cells.ids[0]));
}

describe("a bot", () => {
  it("alone with pellets gains mass", () => {
    const world = createWorld({ ...DEFAULT_SETTINGS, bots: 1 });
    for (let tick = 0; tick < 1500; tick++) world.step(NO_TIMER);
    const [bot] = world.players.values();
    expect(bot.mass).toBeGreaterThan(3 * massOf(32));
    expect(bot.cells.count).toBe(1);
  });

  it("flees from a cell that could eat it", () => {
    for (const [offsetX, offsetY] of [
      [400, 0],
      [-300, 300],
      [0, -450],
    ]) {
      const scene = createScene();
      const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 50 });
      const hunter = scene.place({ x: 7000 + offsetX, y: 7000 + offsetY, radius: 200 });
      const before = gapBetween(scene, bot, hunter);
      scene.step(TICK_RATE);
      expect(gapBetween(scene, bot, hunter)).toBeGreaterThan(before + 150);
    }
  });

  it("outlives a hunter that follows it", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 50 });
    const hunter = scene.place({ x: 6600, y: 7000, radius: 200 });
    for (let tick = 0; tick < 20 * TICK_RATE; tick++) {
      const { x, y } = scene.circle(bot.cells.ids[0]);
      scene.world.setInput(hunter.number, steer(x, y));
      scene.step();
      expect(bot.alive).toBe(true);
    }
  });

  it("flees along a wall rather than into it", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 60, y: 7000, radius: 50 });
    scene.place({ x: 500, y: 7100, radius: 200 });
    const decision = decisionOf(scene.simulation, bot);
    expect(decision.x).toBeGreaterThan(59);
    expect(decision.y).toBeLessThan(7000);
  });

  it("flees along a border that has shrunk rather than into it", () => {
    const scene = createScene({}, undefined, {
      name: "shrunk",
      worldBorder: (_simulation, border) => Object.assign(border, { minX: 5000 }),
    });
    scene.step();
    const bot = placeBot(scene.simulation, { x: 5060, y: 7000, radius: 50 });
    scene.place({ x: 5500, y: 7100, radius: 200 });
    const decision = decisionOf(scene.simulation, bot);
    expect(decision.x).toBeGreaterThan(5059);
    expect(decision.y).toBeLessThan(7000);
  });

  it("gives up a course that a shrinking border has left outside", () => {
    let side = 14_142;
    const scene = createScene({}, undefined, {
      name: "shrinking",
      worldBorder: (_simulation, border) => Object.assign(border, { maxX: side, maxY: side }),
    });
    const bot = placeBot(scene.simulation, { x: 500, y: 500, radius: 50 });
    scene.step(4);
    // A corner of the world that the border is to leave out.
    Object.assign(bot.mind ?? {}, { courseX: 12_000, courseY: 12_000 });
    scene.step(4);
    expect(Math.max(bot.controls.aimX, bot.controls.aimY)).toBeGreaterThan(2000);
    side = 2000;
    scene.step(5);
    expect(Math.max(bot.controls.aimX, bot.controls.aimY)).toBeLessThanOrEqual(2000);
  });

  it("does not mind a cell of its own size, or a hunter far off", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 100 });
    scene.place({ x: 7300, y: 7000, radius: 110 });
    scene.place({ x: 7000, y: 8200, radius: 400 });
    scene.place({ x: 6400, y: 7000, radius: 80 });
    expect(decisionOf(scene.simulation, bot)).toMatchObject({ x: 6400, y: 7000 });
  });

  it("chases a cell that it can eat, and eats it", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 90 });
    const prey = scene.place({ x: 7500, y: 7300, radius: 75 });
    const before = gapBetween(scene, bot, prey);
    scene.step(TICK_RATE);
    expect(gapBetween(scene, bot, prey)).toBeLessThan(before - 200);
    scene.step(3 * TICK_RATE);
    expect(prey.alive).toBe(false);
  });

  it("splits to catch prey that is worth it", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 200 });
    const prey = scene.place({ x: 7500, y: 7000, radius: 90 });
    expect(decisionOf(scene.simulation, bot).split).toBe(true);
    scene.step(TICK_RATE);
    expect(prey.alive).toBe(false);
    expect(bot.cells.count).toBe(2);
  });

  it.each([
    ["is out of reach", { x: 7800, y: 7000, radius: 90 }],
    ["is too large for a half", { x: 7500, y: 7000, radius: 140 }],
    ["is too small to be worth it", { x: 7500, y: 7000, radius: 40 }],
  ])("does not split for prey that %s", (_reason, prey) => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 200 });
    scene.place(prey);
    expect(decisionOf(scene.simulation, bot)).toMatchObject({ x: prey.x, y: prey.y, split: false });
  });

  it("does not split in sight of a cell that could eat the halves", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 200 });
    scene.place({ x: 7500, y: 7000, radius: 90 });
    scene.place({ x: 5500, y: 7000, radius: 210 });
    expect(decisionOf(scene.simulation, bot)).toMatchObject({ x: 7500, split: false });
  });

  it("prefers food that has more mass for its distance", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 300 });
    scene.place({ x: 7600, y: 7000, radius: 50 });
    scene.place({ x: 6200, y: 7000, radius: 90 });
    expect(decisionOf(scene.simulation, bot).x).toBe(6200);
  });

  it("wanders when there is nothing in sight", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 50 });
    scene.step(4);
    const course = { x: bot.controls.aimX, y: bot.controls.aimY };
    scene.step(20);
    expect({ x: bot.controls.aimX, y: bot.controls.aimY }).toEqual(course);
    scene.step(40 * TICK_RATE);
    expect({ x: bot.controls.aimX, y: bot.controls.aimY }).not.toEqual(course);
  });

  it("plays again two seconds after its death", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 32 });
    scene.place({ x: 7000, y: 7000, radius: 200 });
    scene.step();
    expect(bot.alive).toBe(false);
    scene.step(2 * TICK_RATE - 1);
    expect(bot.alive).toBe(false);
    scene.step();
    expect(bot.alive).toBe(true);
  });
});
