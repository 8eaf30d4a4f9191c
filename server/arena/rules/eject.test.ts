import { describe, expect, it } from "vitest";
import { EJECT_SPREAD, EJECTA_RADIUS, MAX_CELLS, massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { bodiesOfKind, createScene, steer } from "../test-scene.ts";
import { ejectMass } from "./eject.ts";

const CENTER = { x: 5000, y: 5000 };

function ejector(radius: number) {
  const scene = createScene();
  const player = scene.place({ ...CENTER, radius });
  const ejecta = () => bodiesOfKind(scene.simulation, BodyKind.ejecta);
  const press = () => scene.world.setInput(player.number, steer(9000, 5000, "eject"));
  const release = () => scene.world.setInput(player.number, steer(9000, 5000));
  return { ...scene, player, cell: player.cells.ids[0], ejecta, press, release };
}

describe("eject", () => {
  it("needs radius 60", () => {
    for (const [radius, pieces] of [
      [59.99, 0],
      [60, 1],
    ]) {
      const { press, step, ejecta } = ejector(radius);
      press();
      step();
      expect(ejecta()).toHaveLength(pieces);
    }
  });

  it("costs 18.49 mass for a piece of 14.44, in the player's colour, that nobody owns", () => {
    const { simulation, player, cell, press, step, circle, ejecta } = ejector(200);
    press();
    step();
    const [piece] = ejecta();
    expect(massOf(circle(cell).radius)).toBeCloseTo(massOf(200) - 18.49, 1);
    expect(circle(piece).radius).toBe(EJECTA_RADIUS);
    expect(simulation.bodies.color[slotOf(piece)]).toBe(player.color);
    expect(simulation.bodies.owner[slotOf(piece)]).toBe(0);
  });

  it("goes on every second tick while the button is held", () => {
    const { press, release, step, ejecta } = ejector(500);
    press();
    step(10);
    expect(ejecta()).toHaveLength(5);
    release();
    step(10);
    expect(ejecta()).toHaveLength(5);
  });

  it("acts once for a press that was over before the tick, even when that tick is too early", () => {
    const { press, release, step, ejecta } = ejector(500);
    press();
    release();
    step();
    expect(ejecta()).toHaveLength(1);
    press();
    release();
    step();
    expect(ejecta()).toHaveLength(1);
    step();
    expect(ejecta()).toHaveLength(2);
    step(5);
    expect(ejecta()).toHaveLength(2);
  });

  it("spreads pieces by up to 0.3 rad either way", () => {
    const { simulation, press, step, ejecta } = ejector(1400);
    press();
    step(100);
    const { boostX, boostY } = simulation.bodies;
    const angles = ejecta().map((id) => Math.atan2(boostY[slotOf(id)], boostX[slotOf(id)]));
    expect(Math.max(...angles.map(Math.abs))).toBeLessThanOrEqual(EJECT_SPREAD);
    expect(Math.max(...angles)).toBeGreaterThan(0.2);
    expect(Math.min(...angles)).toBeLessThan(-0.2);
  });

  it("sends pieces 779 u from the cell's edge, where they come to rest", () => {
    const { simulation, cell, press, release, step, circle, ejecta } = ejector(100);
    press();
    release();
    step();
    const start = circle(cell);
    const [piece] = ejecta();
    const { still } = simulation.space.bodies;
    expect(still[slotOf(piece)]).toBe(0);
    step(55);
    expect(still[slotOf(piece)]).toBe(0);
    step();
    expect(still[slotOf(piece)]).toBe(1);
    expect(simulation.flying.count).toBe(0);
    const travelled = Math.hypot(circle(piece).x - CENTER.x, circle(piece).y - CENTER.y);
    expect(travelled).toBeCloseTo(100 + 779, -1);
    expect(circle(cell).x).toBeGreaterThan(start.x);
  });

  it("may come from every cell at once, also from those that have just merged and split, where one piece may lie about", () => {
    const scene = createScene({
      ejectaLimit: 1,
      ejectInterval: 1,
      maxClients: 1,
      virusLimit: 0,
      mergeSeconds: 0,
      mergeSecondsPerRadius: 0,
      mergeMinTicks: 0,
    });
    const { simulation, world, place, step } = scene;
    const pairs = Array.from({ length: MAX_CELLS }, (_, i) => ({ x: 1000, y: 1000 + 800 * (i >> 1), radius: 200 }));
    const player = place(...pairs);
    world.setInput(player.number, steer(9000, 7000, "eject"));
    step();
    expect(player.cells.count).toBe(MAX_CELLS / 2);
    world.setInput(player.number, steer(9000, 7000, "split", "eject"));
    step(2);
    expect(simulation.ejectaCount).toBe(1);
  });

  it("removes the oldest pieces once there are as many as there can be", () => {
    const { simulation, place, step } = createScene({ maxClients: 1 });
    const limit = simulation.ejecta.length;
    const column = Array.from({ length: MAX_CELLS }, (_, i) => ({ x: 1000, y: 1000 + 800 * i, radius: 1400 }));
    const player = place(...column);
    ejectMass(simulation, player);
    const first = bodiesOfKind(simulation, BodyKind.ejecta);
    while (simulation.space.count < MAX_CELLS + limit) ejectMass(simulation, player);
    ejectMass(simulation, player);
    expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(limit);
    expect(first.filter((id) => simulation.space.has(id))).toEqual([]);
    step();
    expect(simulation.flying.count).toBe(limit);
  });
});
