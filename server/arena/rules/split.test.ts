import { describe, expect, it } from "vitest";
import { MAX_CELLS, SPLIT_OFFSET, speedOf } from "../../../shared/formulas.ts";
import { createScene, distanceBetween, steer } from "../test-scene.ts";

const CENTER = { x: 5000, y: 5000 };

function splitOnce(radius: number) {
  const scene = createScene();
  const player = scene.place({ ...CENTER, radius });
  scene.world.setInput(player.number, steer(9000, 5000, "split"));
  scene.step();
  return { ...scene, player, ids: player.cells.ids };
}

describe("split", () => {
  it("needs radius 60", () => {
    expect(splitOnce(59.99).player.cells.count).toBe(1);
    expect(splitOnce(60).player.cells.count).toBe(2);
  });

  it("halves the mass and sends the new half 40 u ahead, then off to the pointer", () => {
    const { ids, circle } = splitOnce(100);
    const half = 100 * Math.SQRT1_2;
    const [parent, child] = [circle(ids[0]), circle(ids[1])];
    expect(parent.radius).toBeCloseTo(half, 2);
    expect(child.radius).toBeCloseTo(half, 2);
    expect(parent.x - CENTER.x).toBeCloseTo(speedOf(half), 2);
    expect(child.x - CENTER.x).toBeCloseTo(SPLIT_OFFSET + speedOf(half) + 780 / 9, 2);
    expect(child.y).toBe(CENTER.y);
  });

  it("goes to the right when the pointer is on the cell's centre", () => {
    const { place, world, step, circle } = createScene();
    const player = place({ ...CENTER, radius: 100 });
    world.setInput(player.number, steer(CENTER.x, CENTER.y, "split"));
    step();
    expect(circle(player.cells.ids[1]).x).toBeGreaterThan(CENTER.x);
    expect(circle(player.cells.ids[1]).y).toBe(CENTER.y);
  });

  it("happens once in a tick, and once for each press", () => {
    const { place, world, step } = createScene();
    const player = place({ ...CENTER, radius: 400 });
    for (let i = 0; i < 4; i++) {
      world.setInput(player.number, steer(9000, 5000, "split"));
      world.setInput(player.number, steer(9000, 5000));
    }
    step();
    expect(player.cells.count).toBe(2);
    step(3);
    expect(player.cells.count).toBe(2);
    world.setInput(player.number, steer(9000, 5000, "split"));
    step(5);
    expect(player.cells.count).toBe(4);
  });

  it("never makes more than 16 cells", () => {
    const { place, world, step } = createScene();
    const player = place({ ...CENTER, radius: 1400 });
    for (let tick = 0; tick < 20; tick++) {
      world.setInput(player.number, steer(9000, 9000, "split"));
      world.setInput(player.number, steer(9000, 9000));
      step();
      expect(player.cells.count).toBe(Math.min(2 ** (tick + 1), MAX_CELLS));
    }
  });

  it("stops at 16 cells, the oldest first", () => {
    const { place, world, step, circle } = createScene();
    const cells = Array.from({ length: 15 }, (_, i) => ({ x: 2000 + 700 * i, y: 5000, radius: 200 }));
    const player = place(...cells);
    world.setInput(player.number, steer(9000, 5000, "split"));
    step();
    expect(player.cells.count).toBe(MAX_CELLS);
    expect(circle(player.cells.ids[0]).radius).toBeCloseTo(200 * Math.SQRT1_2, 1);
    expect(circle(player.cells.ids[1]).radius).toBeCloseTo(200, 1);
  });

  it("starts the new half inside the border", () => {
    const { place, world, step, circle } = createScene();
    const player = place({ x: 14_100, y: 40, radius: 80 });
    world.setInput(player.number, steer(20_000, -20_000, "split"));
    step();
    const child = circle(player.cells.ids[1]);
    expect(child.x).toBeLessThanOrEqual(14_142 - child.radius / 2);
    expect(child.y).toBeGreaterThanOrEqual(child.radius / 2);
    expect(distanceBetween(child, { x: 14_142, y: 0, radius: 0 })).toBeLessThan(200);
  });
});
