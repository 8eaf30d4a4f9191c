import { describe, expect, it } from "vitest";
import { BodyKind } from "../../../shared/state.ts";
import { createScene, distanceBetween, steer } from "../test-scene.ts";
import { decisionOf, placeBot } from "./bot-scene.ts";

const VIRUS = { x: 7000, y: 7000, radius: 100 };

describe("a large bot", () => {
  it("gets food behind a virus without bursting", () => {
    const scene = createScene();
    const virus = scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 6500, y: 7010, radius: 200 });
    const food = scene.put(BodyKind.ejecta, { x: 7500, y: 7000, radius: 38 });
    for (let tick = 0; tick < 400 && scene.simulation.space.has(food); tick++) scene.step();
    expect(scene.simulation.space.has(food)).toBe(false);
    expect(scene.simulation.space.has(virus)).toBe(true);
    expect(bot.cells.count).toBe(1);
  });

  it("leaves food alone that lies on a virus", () => {
    const scene = createScene();
    scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 6500, y: 7000, radius: 200 });
    scene.put(BodyKind.ejecta, { x: 7020, y: 7000, radius: 38 });
    scene.put(BodyKind.ejecta, { x: 6000, y: 6600, radius: 38 });
    expect(decisionOf(scene.simulation, bot)).toMatchObject({ x: 6000, y: 6600 });
  });

  it("does not split across a virus", () => {
    const scene = createScene();
    const bot = placeBot(scene.simulation, { x: 6500, y: 7000, radius: 250 });
    scene.place({ x: 6950, y: 7000, radius: 120 });
    expect(decisionOf(scene.simulation, bot).split).toBe(true);
    scene.put(BodyKind.virus, { ...VIRUS, x: 7300 });
    expect(decisionOf(scene.simulation, bot).split).toBe(false);
  });

  it("grown large upon a virus gets off it", () => {
    const scene = createScene();
    const virus = scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 7075, y: 7000, radius: 113 });
    scene.simulation.space.resize(bot.cells.ids[0], 100);
    scene.step(3);
    scene.simulation.space.resize(bot.cells.ids[0], 113);
    scene.put(BodyKind.ejecta, { x: 6500, y: 7000, radius: 38 });
    scene.step(100);
    expect(bot.cells.count).toBe(1);
    expect(scene.simulation.space.has(virus)).toBe(true);
  });

  it("goes through viruses when it has all its cells, since it cannot burst", () => {
    const scene = createScene({ maxCells: 1 });
    scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 6500, y: 7000, radius: 200 });
    scene.put(BodyKind.ejecta, { x: 7500, y: 7000, radius: 38 });
    expect(decisionOf(scene.simulation, bot)).toMatchObject({ x: 7500, y: 7000 });
  });

  it("hemmed in by viruses breaks out in the end", () => {
    const scene = createScene();
    for (let i = 0; i < 12; i++) {
      const angle = (2 * Math.PI * i) / 12;
      scene.put(BodyKind.virus, { x: 7000 + 400 * Math.cos(angle), y: 7000 + 400 * Math.sin(angle), radius: 100 });
    }
    const bot = placeBot(scene.simulation, { x: 7000, y: 7000, radius: 250 });
    scene.step(200);
    expect(bot.cells.count).toBe(1);
    scene.step(600);
    expect(distanceBetween(scene.circle(bot.cells.ids[0]), { x: 7000, y: 7000, radius: 0 })).toBeGreaterThan(500);
  });

  it("keeps away from a mother cell, be it the larger or the smaller one", () => {
    for (const radius of [100, 300]) {
      const scene = createScene();
      const mother = scene.put(BodyKind.motherCell, { ...VIRUS, radius: 149 });
      const bot = placeBot(scene.simulation, { x: 6500, y: 7005, radius });
      const food = scene.put(BodyKind.ejecta, { x: 7450, y: 7000, radius: 38 });
      for (let tick = 0; tick < 500 && scene.simulation.space.has(food); tick++) scene.step();
      expect(scene.simulation.space.has(food)).toBe(false);
      expect(bot.cells.count).toBe(1);
      expect(scene.simulation.space.has(mother)).toBe(true);
    }
  });
});

describe("a small bot", () => {
  it("hides behind a virus from one whom it would burst, and stays there while the other circles", () => {
    const scene = createScene();
    scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 6800, y: 7200, radius: 60 });
    const hunter = scene.place({ x: 6200, y: 7200, radius: 250 });
    for (let tick = 0; tick < 500; tick++) {
      const angle = Math.PI + tick / 100;
      scene.world.setInput(hunter.number, steer(VIRUS.x + 450 * Math.cos(angle), VIRUS.y + 450 * Math.sin(angle)));
      scene.step();
      expect(bot.alive).toBe(true);
      if (tick < 50) continue;
      const from = scene.circle(hunter.cells.ids[0]);
      expect(distanceBetween(from, scene.circle(bot.cells.ids[0]))).toBeGreaterThan(distanceBetween(from, VIRUS));
    }
  });

  it("does not hide from one whom the virus would not burst", () => {
    const scene = createScene();
    scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 7200, y: 7000, radius: 60 });
    scene.place({ x: 7500, y: 7000, radius: 110 });
    scene.step(40);
    expect(scene.circle(bot.cells.ids[0]).x).toBeLessThan(6900);
  });

  it("does not run to a virus past its hunter", () => {
    const scene = createScene();
    scene.put(BodyKind.virus, VIRUS);
    const bot = placeBot(scene.simulation, { x: 7600, y: 7000, radius: 60 });
    scene.place({ x: 7250, y: 7000, radius: 200 });
    expect(decisionOf(scene.simulation, bot).x).toBeGreaterThan(7600);
  });
});
