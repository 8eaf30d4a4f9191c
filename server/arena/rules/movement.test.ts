import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BOOST_DISTANCE, OWN_PASS_THROUGH_TICKS, speedOf } from "../../../shared/formulas.ts";
import { slotOf } from "../../space/bodies.ts";
import { createScene, distanceBetween, steer } from "../test-scene.ts";
import { startBoost } from "./boost.ts";

const CENTER = { x: 5000, y: 5000 };

/** A lone cell in the middle of the world. */
function loneCell(radius: number) {
  const scene = createScene();
  const player = scene.place({ ...CENTER, radius });
  return { ...scene, player, cell: player.cells.ids[0] };
}

describe("steering", () => {
  it("moves a cell at the speed of its radius towards the pointer", () => {
    for (const radius of [32, 100, 300, 1500]) {
      const { world, player, cell, step, circle } = loneCell(radius);
      world.setInput(player.number, steer(9000, 5000));
      step();
      expect(circle(cell).x - CENTER.x).toBeCloseTo(speedOf(radius), 10);
      expect(circle(cell).y).toBe(CENTER.y);
    }
  });

  it("is as fast however many inputs come", () => {
    const { world, player, cell, step, circle } = loneCell(100);
    for (let i = 0; i < 50; i++) world.setInput(player.number, steer(9000, 5000));
    step();
    expect(circle(cell).x - CENTER.x).toBeCloseTo(speedOf(100), 10);
  });

  it("goes on without new inputs, and stops at the pointer", () => {
    const { world, player, cell, step, circle } = loneCell(100);
    world.setInput(player.number, steer(5100, 5050));
    step(30);
    expect(circle(cell)).toMatchObject({ x: 5100, y: 5050 });
  });

  it("never passes the pointer", () => {
    const near = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(near, near, fc.double({ min: 32, max: 1500, noNaN: true }), (offsetX, offsetY, radius) => {
        const { world, player, cell, step, circle } = loneCell(radius);
        const pointer = { x: CENTER.x + offsetX, y: CENTER.y + offsetY, radius: 0 };
        world.setInput(player.number, steer(pointer.x, pointer.y));
        step();
        const expected = Math.max(0, Math.hypot(offsetX, offsetY) - speedOf(radius));
        expect(distanceBetween(circle(cell), pointer)).toBeCloseTo(expected, 8);
      }),
      { numRuns: 50 },
    );
  });

  it("stays where it is with the pointer on its own centre", () => {
    const { world, player, cell, step, circle } = loneCell(100);
    world.setInput(player.number, steer(CENTER.x, CENTER.y, "split", "eject"));
    step(100);
    for (const id of player.cells.ids.subarray(0, player.cells.count)) {
      expect(circle(id)).toEqual({ x: expect.any(Number), y: expect.any(Number), radius: expect.any(Number) });
      expect(Number.isFinite(circle(id).x) && Number.isFinite(circle(id).y)).toBe(true);
    }
    expect(distanceBetween(circle(cell), { ...CENTER, radius: 0 })).toBeLessThan(200);
  });

  it("stands still before the first input", () => {
    const { cell, step, circle } = loneCell(100);
    step(10);
    expect(circle(cell)).toMatchObject(CENTER);
  });
});

describe("a lost connection", () => {
  it("stops the cells, and inputs are ignored until it is back", () => {
    const { world, player, cell, step, circle } = loneCell(100);
    world.setInput(player.number, steer(9000, 5000));
    step();
    const stopped = circle(cell).x;
    world.setConnected(player.number, false);
    world.setInput(player.number, steer(9000, 5000, "split"));
    step(5);
    expect(circle(cell).x).toBe(stopped);
    world.setConnected(player.number, true);
    step();
    expect(circle(cell).x).toBe(stopped);
    world.setInput(player.number, steer(9000, 5000));
    step();
    expect(circle(cell).x).toBeGreaterThan(stopped);
    expect(player.cells.count).toBe(1);
  });

  it("lets boosts run out", () => {
    const { world, simulation, player, cell, step, circle } = loneCell(100);
    startBoost(simulation, slotOf(cell), 0, 1, BOOST_DISTANCE);
    world.setConnected(player.number, false);
    step(100);
    expect(Math.round(circle(cell).y - CENTER.y)).toBe(779);
  });
});

describe("boost", () => {
  it("carries 779 u in 57 ticks, 611 u of them in the first 13", () => {
    const { simulation, cell, step, circle } = loneCell(100);
    startBoost(simulation, slotOf(cell), 1, 0, BOOST_DISTANCE);
    step(OWN_PASS_THROUGH_TICKS);
    expect(Math.round(circle(cell).x - CENTER.x)).toBe(611);
    step(57 - OWN_PASS_THROUGH_TICKS - 1);
    expect(simulation.bodies.boostLeft[slotOf(cell)]).toBeGreaterThan(0);
    step();
    expect(simulation.bodies.boostLeft[slotOf(cell)]).toBe(0);
    expect(Math.round(circle(cell).x - CENTER.x)).toBe(779);
  });

  it("bounces off the border", () => {
    const scene = createScene();
    const { place, simulation, step, circle } = scene;
    const cell = place({ x: 14_000, y: 5000, radius: 100 }).cells.ids[0];
    const slot = slotOf(cell);
    startBoost(simulation, slot, 0.8, 0.6, BOOST_DISTANCE);
    step(2);
    expect(circle(cell).x).toBeLessThanOrEqual(14_142 - 49.9);
    expect(simulation.bodies.boostX[slot]).toBeCloseTo(-0.8, 10);
    expect(simulation.bodies.boostY[slot]).toBeCloseTo(0.6, 10);
    const atBorder = circle(cell).x;
    step(20);
    expect(circle(cell).x).toBeLessThan(atBorder - 300);
  });
});

describe("the border", () => {
  it("keeps a cell's centre half its radius inside", () => {
    for (const [x, y] of [
      [-1e6, -1e6],
      [1e6, 1e6],
      [1e6, -1e6],
    ]) {
      const scene = createScene({ worldSize: 1000 });
      const player = scene.place({ x: 500, y: 500, radius: 100 });
      scene.world.setInput(player.number, steer(x, y));
      scene.step(100);
      const { radius, ...center } = scene.circle(player.cells.ids[0]);
      expect(center.x).toBeCloseTo(x < 0 ? radius / 2 : 1000 - radius / 2, 2);
      expect(center.y).toBeCloseTo(y < 0 ? radius / 2 : 1000 - radius / 2, 2);
    }
  });
});
