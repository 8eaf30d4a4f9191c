import { describe, expect, it } from "vitest";
import { massOf, mergeTicks } from "../../../shared/formulas.ts";
import { slotOf } from "../../space/bodies.ts";
import { createScene, steer } from "../test-scene.ts";

describe("merge", () => {
  it("comes as soon as both are old enough and one covers the other", () => {
    const { world, place, step } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.setInput(player.number, steer(5000, 5000, "split"));
    step();
    const radius = 100 * Math.SQRT1_2;
    world.setInput(player.number, steer(5000, 5000));
    step(mergeTicks(radius) - 1);
    expect(player.cells.count).toBe(2);
    step(200);
    expect(player.cells.count).toBe(1);
  });

  it("waits for the exact tick", () => {
    const { simulation, place, step } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 100 }, { x: 5001, y: 5000, radius: 50 });
    const age = mergeTicks(100) - 2;
    for (const id of player.cells.ids.subarray(0, 2)) simulation.bodies.bornAt[slotOf(id)] = simulation.tick - age;
    // Pushed apart until then, so put back where one covers the other.
    step();
    expect(player.cells.count).toBe(2);
    simulation.space.move(player.cells.ids[0], 5000, 5000);
    simulation.space.move(player.cells.ids[1], 5001, 5000);
    step();
    expect(player.cells.count).toBe(1);
  });

  it("adds the masses to the larger, or to the lower slot of equals", () => {
    for (const [radiusA, radiusB, taker] of [
      [100, 80, 0],
      [80, 100, 1],
      [90, 90, 0],
    ]) {
      const { place, step, makeOld, circle } = createScene();
      const player = place({ x: 5000, y: 5000, radius: radiusA }, { x: 5010, y: 5000, radius: radiusB });
      const ids = [...player.cells.ids.subarray(0, 2)];
      for (const id of ids) makeOld(id);
      step();
      expect(player.cells.count).toBe(1);
      expect(player.cells.ids[0]).toBe(ids[taker]);
      expect(massOf(circle(ids[taker]).radius)).toBeCloseTo(massOf(radiusA) + massOf(radiusB), 1);
    }
  });

  it("does not happen at a distance", () => {
    const { place, step, makeOld } = createScene();
    const player = place({ x: 5000, y: 5000, radius: 100 }, { x: 5080, y: 5000, radius: 90 });
    for (const id of player.cells.ids.subarray(0, 2)) makeOld(id);
    step(5);
    expect(player.cells.count).toBe(2);
  });
});
