import { describe, expect, it } from "vitest";
import { createScene, steer } from "../test-scene.ts";

describe("one who has left", () => {
  it("leaves its cells for the time that the settings say, uncontrolled", () => {
    const { world, simulation, place, step, circle } = createScene({ leftCellsSeconds: 2 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.setInput(player.number, steer(9000, 5000));
    world.removePlayer(player.number);
    expect(world.players.size).toBe(0);
    step(50);
    expect(circle(player.cells.ids[0])).toMatchObject({ x: 5000, y: 5000 });
    expect(circle(player.cells.ids[0]).radius).toBeLessThan(100);
    step();
    expect(world.space.count).toBe(0);
    expect(simulation.owners.size).toBe(0);
  });

  it("has had the time since its connection was lost", () => {
    const { world, place, step } = createScene({ leftCellsSeconds: 2 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.setConnected(player.number, false);
    step(40);
    world.removePlayer(player.number);
    step(10);
    expect(world.space.count).toBe(1);
    step();
    expect(world.space.count).toBe(0);
  });

  it("can be eaten, and is told of as eaten", () => {
    const { world, simulation, place, step } = createScene({ leftCellsSeconds: 60 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.removePlayer(player.number);
    const eater = place({ x: 5000, y: 5000, radius: 200 });
    step();
    const { count, eater: who, prey, fatal } = world.meals;
    expect([count, who[0], prey[0], fatal[0]]).toEqual([1, eater.number, player.number, 1]);
    step();
    expect(simulation.owners.has(player.number)).toBe(false);
    expect(world.meals.count).toBe(0);
  });

  it("does not give its number to another while its cells are there", () => {
    const { world, simulation, place, step } = createScene({ leftCellsSeconds: 60 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.removePlayer(player.number);
    step();
    simulation.lastNumber = 65_535;
    expect(world.addPlayer("", false).number).toBe(player.number + 1);
  });

  it("makes room for one who comes when the room has as many cells as it can", () => {
    const { world, place, step } = createScene({ leftCellsSeconds: 60, cellLimit: 1 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    world.removePlayer(player.number);
    const next = world.addPlayer("", false);
    step();
    expect(next.alive).toBe(true);
    expect(world.space.count).toBe(1);
  });
});
