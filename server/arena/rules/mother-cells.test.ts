import { describe, expect, it } from "vitest";
import { massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { removeBody } from "../removal.ts";
import { bodiesOfKind, createScene } from "../test-scene.ts";
import { launch } from "./boost.ts";

describe("mother cells", () => {
  it("are as many as the settings say, of radius 149", () => {
    const { simulation, circle } = createScene({ motherCells: 5 });
    const cells = bodiesOfKind(simulation, BodyKind.motherCell);
    expect(cells).toHaveLength(5);
    for (const id of cells) expect(circle(id).radius).toBe(149);
  });

  it("make up to 96 pellets of their own about them", () => {
    const { simulation, step, circle } = createScene({ motherCells: 1, pelletGrowth: 0, motherCellPelletChance: 0.5 });
    const [mother] = bodiesOfKind(simulation, BodyKind.motherCell);
    step(1000);
    const pellets = bodiesOfKind(simulation, BodyKind.pellet);
    expect(pellets).toHaveLength(96);
    for (const id of pellets) {
      const { x, y } = circle(id);
      expect(Math.hypot(x - circle(mother).x, y - circle(mother).y)).toBeLessThan(149 + 90);
      expect(simulation.space.bodies.still[slotOf(id)]).toBe(1);
    }
  });

  it("may make another for each that is eaten", () => {
    const scene = createScene({ motherCells: 1, motherCellPellets: 5, motherCellPelletChance: 1, worldSize: 3000 });
    const { simulation, step, circle, place, world } = scene;
    step(10);
    const [mother] = bodiesOfKind(simulation, BodyKind.motherCell);
    expect(simulation.bodies.tally[slotOf(mother)]).toBe(5);
    const [pellet] = bodiesOfKind(simulation, BodyKind.pellet);
    const player = place({ ...circle(pellet), radius: 20 });
    step();
    expect(simulation.space.has(pellet)).toBe(false);
    world.removePlayer(player.number);
    step(2);
    expect(simulation.bodies.tally[slotOf(mother)]).toBe(5);
    expect(simulation.motherPellets).toBe(5);
  });

  it("eat cells, and shed them, a pellet in a tick", () => {
    const { simulation, step, circle, place, world } = createScene({ motherCells: 1, motherCellPelletChance: 0 });
    const [mother] = bodiesOfKind(simulation, BodyKind.motherCell);
    const { x, y } = circle(mother);
    const prey = place({ x, y, radius: 60 });
    step();
    expect(prey.alive).toBe(false);
    expect(massOf(circle(mother).radius)).toBeCloseTo(massOf(149) + massOf(60), 2);
    expect(world.meals).toMatchObject({ count: 1 });
    expect([world.meals.eater[0], world.meals.prey[0]]).toEqual([0, prey.number]);
    step(10);
    expect(bodiesOfKind(simulation, BodyKind.pellet)).toHaveLength(10);
    expect(massOf(circle(mother).radius)).toBeCloseTo(massOf(149) + massOf(60) - 10, 2);
    step(50);
    expect(circle(mother).radius).toBeGreaterThanOrEqual(149);
    expect(massOf(circle(mother).radius)).toBeLessThan(massOf(149) + 1);
  });

  it("eat ejected mass that flies to them", () => {
    const { simulation, put, step, circle } = createScene({ motherCells: 1, motherCellPelletChance: 0 });
    const [mother] = bodiesOfKind(simulation, BodyKind.motherCell);
    const { x, y } = circle(mother);
    const piece = put(BodyKind.ejecta, { x: x - 40, y, radius: 38 });
    launch(simulation, piece, 1, 0, 780);
    step();
    expect(simulation.space.has(piece)).toBe(false);
    expect(massOf(circle(mother).radius)).toBeCloseTo(massOf(149) + massOf(38), 6);
  });

  it("burst a cell that eats them", () => {
    const { simulation, step, circle, place } = createScene({ motherCells: 1, motherCellPelletChance: 0 });
    const [mother] = bodiesOfKind(simulation, BodyKind.motherCell);
    const player = place({ ...circle(mother), radius: 300 });
    step();
    expect(simulation.space.has(mother)).toBe(false);
    expect(player.cells.count).toBe(16);
    expect(player.mass).toBeCloseTo(massOf(300) + massOf(149), 0);
  });

  it("shed pellets within the border alone, also one whose edge is beyond it", () => {
    const { simulation, put, step, circle } = createScene({ motherCells: 1, motherCellPellets: 200 });
    for (const id of bodiesOfKind(simulation, BodyKind.motherCell)) removeBody(simulation, id);
    put(BodyKind.motherCell, { x: 0, y: 0, radius: 800 });
    for (let i = 0; i < 60; i++) {
      step();
      for (const id of bodiesOfKind(simulation, BodyKind.pellet)) {
        expect(Math.min(circle(id).x, circle(id).y)).toBeGreaterThanOrEqual(0);
      }
    }
    expect(bodiesOfKind(simulation, BodyKind.pellet).length).toBeGreaterThan(50);
  });
});
