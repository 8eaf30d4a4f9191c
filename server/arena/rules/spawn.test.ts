import { describe, expect, it } from "vitest";
import { START_RADIUS, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { bodiesOfKind, createScene, distanceBetween, steer } from "../test-scene.ts";
import { findSafeSpot } from "./spawn.ts";

describe("findSafeSpot", () => {
  it("touches no cell and not the border", () => {
    const { simulation, place, circle } = createScene({ worldSize: 3000 });
    const cells = Array.from({ length: 16 }, (_, i) => ({
      x: 375 + 750 * (i % 4),
      y: 375 + 750 * Math.floor(i / 4),
      radius: 350,
    }));
    const player = place(...cells);
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const spot = findSafeSpot(simulation, START_RADIUS);
      if (spot === undefined) continue;
      found++;
      expect(Math.min(spot.x, spot.y)).toBeGreaterThanOrEqual(START_RADIUS);
      expect(Math.max(spot.x, spot.y)).toBeLessThanOrEqual(3000 - START_RADIUS);
      for (const id of player.cells.ids.subarray(0, player.cells.count)) {
        const gap = distanceBetween({ ...spot, radius: START_RADIUS }, circle(id)) - circle(id).radius - START_RADIUS;
        expect(gap).toBeGreaterThan(0);
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe("a body that is larger than the world", () => {
  it("comes in its middle, not beyond its border", () => {
    const { simulation, circle, step } = createScene({
      worldSize: 1000,
      viruses: 1,
      virusRadius: 4000,
      motherCells: 1,
      motherCellRadius: 1400,
      pellets: 1,
      pelletRadius: 1000,
      pelletMaxRadius: 1000,
    });
    step();
    for (const kind of [BodyKind.virus, BodyKind.motherCell, BodyKind.pellet]) {
      const bodies = bodiesOfKind(simulation, kind);
      if (kind !== BodyKind.virus) expect(bodies).toHaveLength(1);
      for (const id of bodies) expect(circle(id)).toMatchObject({ x: 500, y: 500 });
    }
  });
});

describe("spawn", () => {
  it("waits while cells cover the world, and comes when there is room", () => {
    const { simulation, world, place, step } = createScene({ worldSize: 1000 });
    const giant = place({ x: 500, y: 500, radius: 1400 });
    const player = world.addPlayer("Ann", false);
    step(20);
    expect(player.alive).toBe(false);
    expect(simulation.space.count).toBe(1);
    world.removePlayer(giant.number);
    step();
    expect(player.alive).toBe(true);
  });

  it("counts what was refused", () => {
    const { world, place, step } = createScene({ worldSize: 1000 });
    const giant = place({ x: 500, y: 500, radius: 1400 });
    const players = [world.addPlayer("Ann", false), world.addPlayer("Bo", false)];
    step(5);
    for (const player of players) expect(player).toMatchObject({ waiting: true, refusedSpawns: 5 });
    world.removePlayer(giant.number);
    step();
    for (const player of players) expect(player).toMatchObject({ waiting: false, refusedSpawns: 0 });
  });

  it("takes the place of a piece of ejected mass, mostly", () => {
    const { world, simulation, put, step, circle } = createScene({ maxClients: 200 });
    for (let i = 0; i < 100; i++) put(BodyKind.ejecta, { x: 100 + 130 * i, y: 5000, radius: 38 });
    const players = Array.from({ length: 100 }, () => world.addPlayer("", false));
    step();
    const inPlace = players.filter(({ cells }) => circle(cells.ids[0]).y === 5000);
    expect(inPlace.length).toBeGreaterThan(50);
    expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(100 - inPlace.length);
  });

  it("protects for two seconds, from others and them from oneself", () => {
    const { world, simulation, place, step, circle } = createScene();
    const player = world.addPlayer("Ann", false);
    step();
    expect(player.protectedTicks).toBe(2 * TICK_RATE - 1);
    const spot = circle(player.cells.ids[0]);
    const large = place({ x: spot.x, y: spot.y, radius: 200 });
    const small = place({ x: spot.x, y: spot.y, radius: 20 });
    small.protectedTicks = 1000;
    step(2 * TICK_RATE - 2);
    expect(player.alive).toBe(true);
    expect(simulation.space.count).toBe(3);
    step();
    expect([player.alive, small.alive, large.alive]).toEqual([false, true, true]);
  });

  it("protects no longer once one splits or ejects", () => {
    for (const button of ["split", "eject"] as const) {
      const { world, place, step } = createScene();
      const player = place({ x: 5000, y: 5000, radius: 100 });
      player.protectedTicks = 100;
      world.setInput(player.number, steer(9000, 5000, button));
      step();
      expect(player.protectedTicks).toBe(0);
    }
  });

  it("gives one cell of the start radius", () => {
    const { world, step, circle } = createScene();
    const player = world.addPlayer("Ann", false);
    step();
    expect(player.cells.count).toBe(1);
    expect(circle(player.cells.ids[0]).radius).toBe(START_RADIUS);
    expect(player.mass).toBeCloseTo(10.24, 10);
  });

  it("keeps players who come in the same tick apart", () => {
    const { world, step, circle, simulation } = createScene({ worldSize: 1500, maxClients: 60 });
    const players = Array.from({ length: 60 }, (_, i) => world.addPlayer(`P${i}`, false));
    step();
    const circles = players.filter((player) => player.alive).map((player) => circle(player.cells.ids[0]));
    expect(circles.length).toBeGreaterThan(50);
    for (let i = 0; i < circles.length; i++) {
      for (let j = 0; j < i; j++) expect(distanceBetween(circles[i], circles[j])).toBeGreaterThan(2 * START_RADIUS);
    }
    expect(simulation.space.contacts.count).toBe(0);
  });
});
