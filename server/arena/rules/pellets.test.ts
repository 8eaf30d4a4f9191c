import { describe, expect, it } from "vitest";
import { PELLET_RADIUS, pelletRadius, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { bodiesOfKind, createScene, steer } from "../test-scene.ts";

describe("pellets", () => {
  it("are as many as the settings say, within the border, and still", () => {
    const { simulation, step, circle } = createScene({ pellets: 500 });
    const pellets = bodiesOfKind(simulation, BodyKind.pellet);
    expect(pellets).toHaveLength(500);
    for (const id of pellets) {
      const { x, y, radius } = circle(id);
      expect(radius).toBe(PELLET_RADIUS);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(radius);
      expect(Math.max(x, y)).toBeLessThanOrEqual(14_142 - radius);
    }
    step(10);
    expect(simulation.space.contacts.count).toBe(0);
  });

  it("come back when eaten", () => {
    const { simulation, world, place, step } = createScene({ pellets: 300, worldSize: 2000 });
    const player = place({ x: 300, y: 1000, radius: 150 });
    world.setInput(player.number, steer(1700, 1000));
    step(100);
    expect(player.mass).toBeGreaterThan(225 + 10);
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(300);
  });

  it("come back a fiftieth of them in a tick, when a giant has eaten all", () => {
    const { simulation, world, place, step } = createScene({ pellets: 300, worldSize: 1000 });
    const giant = place({ x: 500, y: 500, radius: 1400 });
    step();
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(6);
    step(TICK_RATE);
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(6);
    world.removePlayer(giant.number);
    step(10);
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(66);
    step(40);
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(300);
  });

  it("grow with their age, a 25th of them in a tick", () => {
    const { simulation, step, circle } = createScene({ pellets: 100 });
    step();
    const pellets = bodiesOfKind(simulation, BodyKind.pellet);
    const radii = () => pellets.map((id) => circle(id).radius);
    step(TICK_RATE);
    for (let second = 0; second < 3; second++) {
      for (let tick = 0; tick < TICK_RATE; tick++) {
        const before = radii();
        step();
        expect(radii().filter((radius, i) => radius > before[i])).toHaveLength(100 / TICK_RATE);
      }
    }
    step(60 * TICK_RATE);
    for (const radius of radii()) {
      expect(radius).toBeLessThanOrEqual(pelletRadius(simulation.tick));
      expect(radius).toBeGreaterThan(pelletRadius(simulation.tick - TICK_RATE));
    }
  });
});
