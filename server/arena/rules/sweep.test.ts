import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { bodiesOfKind, createScene } from "../test-scene.ts";
import { launch, startBoost } from "./boost.ts";

describe("within one tick", () => {
  it("a boosted cell eats the pellet that it passes", () => {
    const { simulation, place, put, step } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 32 });
    const pellet = put(BodyKind.pellet, { x: 5043, y: 5010, radius: 10 });
    startBoost(simulation, slotOf(player.cells.ids[0]), 1, 0, 780);
    step();
    expect(simulation.space.bodies.x[slotOf(player.cells.ids[0])]).toBeGreaterThan(5085);
    expect(simulation.space.has(pellet)).toBe(false);
  });

  it("a boosted cell is eaten by the one that it would pass through", () => {
    const { simulation, place, step } = createScene({ splitDistance: 3000 });
    const prey = place({ x: 5000, y: 5000, radius: 40 });
    const eater = place({ x: 5160, y: 5000, radius: 60 });
    startBoost(simulation, slotOf(prey.cells.ids[0]), 1, 0, 3000);
    step();
    expect(prey.alive).toBe(false);
    expect(eater.mass).toBeCloseTo(massOf(40) + massOf(60), 1);
  });

  it("ejected mass feeds the virus that it passes over", () => {
    const { simulation, put, step, circle } = createScene();
    const virus = put(BodyKind.virus, { x: 5060, y: 5000, radius: 50 });
    const piece = put(BodyKind.ejecta, { x: 5000, y: 5000, radius: 10 });
    launch(simulation, piece, 1, 0, 1500);
    step();
    expect(simulation.space.has(piece)).toBe(false);
    expect(circle(virus).radius).toBeCloseTo(Math.hypot(50, 10), 8);
  });

  it("ejected mass does not pass through another piece", () => {
    const { simulation, put, step, circle } = createScene();
    const resting = put(BodyKind.ejecta, { x: 5080, y: 5000, radius: 10 });
    const flying = put(BodyKind.ejecta, { x: 5000, y: 5000, radius: 10 });
    launch(simulation, flying, 1, 0, 1800);
    step();
    expect(circle(resting).x).toBeGreaterThan(5080);
    expect(circle(resting).x - circle(flying).x).toBeCloseTo(20, 8);
  });

  it("nothing in the way of a boost is left out, and nothing else is eaten", () => {
    const offset = fc.double({ min: -400, max: 400, noNaN: true });
    const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    fc.assert(
      fc.property(offset, offset, angle, fc.integer({ min: 32, max: 200 }), (offsetX, offsetY, direction, radius) => {
        const { simulation, place, put, step } = createScene();
        const player = place({ x: 5000, y: 5000, radius });
        const pellet = put(BodyKind.pellet, { x: 5000 + offsetX, y: 5000 + offsetY, radius: 10 });
        const slot = slotOf(player.cells.ids[0]);
        startBoost(simulation, slot, Math.cos(direction), Math.sin(direction), 2700);
        step();
        // The oracle looks at a thousand places on the way.
        let nearest = Number.POSITIVE_INFINITY;
        for (let i = 0; i <= 1000; i++) {
          const gone = (300 * i) / 1000;
          const gapX = offsetX - gone * Math.cos(direction);
          const gapY = offsetY - gone * Math.sin(direction);
          nearest = Math.min(nearest, Math.hypot(gapX, gapY));
        }
        const limit = radius - 10 / 3;
        if (Math.abs(nearest - limit) < 0.5) return;
        expect(simulation.space.has(pellet)).toBe(nearest > limit);
      }),
      { numRuns: 300 },
    );
  });
});

describe("ejected mass", () => {
  it("comes to rest without overlapping what it met", () => {
    const { simulation, place, step, circle, world } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 400 });
    for (let i = 0; i < 40; i++) {
      world.setInput(player.number, { x: 9000, y: 5000, split: false, eject: i < 30 });
      step();
    }
    step(80);
    const pieces = bodiesOfKind(simulation, BodyKind.ejecta).map(circle);
    expect(pieces.length).toBeGreaterThan(10);
    for (const { x, y } of pieces) expect(Number.isFinite(x + y)).toBe(true);
  });

  it("passes through where collision is off", () => {
    const { simulation, put, step, circle } = createScene({ ejectaCollide: false });
    const resting = put(BodyKind.ejecta, { x: 5080, y: 5000, radius: 10 });
    launch(simulation, put(BodyKind.ejecta, { x: 5000, y: 5000, radius: 10 }), 1, 0, 1800);
    step();
    expect(circle(resting).x).toBe(5080);
  });

  it("is gone when its time is over, sooner under load", () => {
    for (const [shedding, ticks] of [
      [0, 50],
      [1, 25],
    ]) {
      const { simulation, put, step, world } = createScene({ ejectaSeconds: 2 });
      world.shedding = shedding;
      put(BodyKind.ejecta, { x: 5000, y: 5000, radius: 38 });
      step(ticks - 1);
      expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(1);
      step();
      expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(0);
      expect(simulation.ejectaCount).toBe(0);
    }
  });
});
