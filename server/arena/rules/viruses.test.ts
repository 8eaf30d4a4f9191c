import { describe, expect, it } from "vitest";
import { massOf } from "../../../shared/formulas.ts";
import type { Settings } from "../../../shared/settings.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { bodiesOfKind, createScene, distanceBetween, steer } from "../test-scene.ts";
import { launch } from "./boost.ts";

/** A virus, and pieces of ejected mass that fly over it from the left, one in a tick. */
function fedVirus(overrides: Partial<Settings> = {}) {
  const scene = createScene(overrides);
  const { simulation, put, step } = scene;
  const virus = put(BodyKind.virus, { x: 5000, y: 5000, radius: 100 });
  const feed = () => {
    launch(simulation, put(BodyKind.ejecta, { x: 4900, y: 5000, radius: 38 }), 1, 0, 780);
    step();
  };
  const viruses = () => bodiesOfKind(simulation, BodyKind.virus);
  return { ...scene, virus, feed, viruses };
}

describe("viruses", () => {
  it("are as many as the settings say, and come back one in a tick, clear of cells", () => {
    const { simulation, step, place, circle } = createScene({ viruses: 30 });
    expect(bodiesOfKind(simulation, BodyKind.virus)).toHaveLength(30);
    const [virus] = simulation.viruses.ids;
    place({ ...circle(virus), radius: 300 });
    step();
    const now = bodiesOfKind(simulation, BodyKind.virus);
    expect(simulation.space.has(virus)).toBe(false);
    expect(now).toHaveLength(30);
    expect(simulation.viruses.count).toBe(30);
  });

  it("grow with each feed, and shoot a new one the way of the seventh", () => {
    const { feed, viruses, virus, circle, step, simulation } = fedVirus();
    for (let i = 1; i < 7; i++) {
      feed();
      expect(viruses()).toHaveLength(1);
      expect(massOf(circle(virus).radius)).toBeCloseTo(100 + i * massOf(38), 6);
    }
    feed();
    expect(viruses()).toHaveLength(2);
    expect(circle(virus)).toEqual({ x: 5000, y: 5000, radius: 100 });
    step(60);
    const [shot] = viruses().filter((id) => id !== virus);
    expect(circle(shot)).toMatchObject({ y: 5000, radius: 100 });
    expect(Math.round(circle(shot).x)).toBe(5779);
    expect(simulation.space.bodies.still[slotOf(shot)]).toBe(1);
  });

  it("let ejected mass pass once there are as many as there can be", () => {
    const { feed, viruses, virus, circle, simulation } = fedVirus({ virusLimit: 1, virusFeeds: 1, viruses: 0 });
    feed();
    expect(viruses()).toEqual([virus]);
    expect(circle(virus).radius).toBe(100);
    expect(bodiesOfKind(simulation, BodyKind.ejecta)).toHaveLength(1);
  });

  it("are pushed by ejected mass, by 120 u for each piece, where that is set", () => {
    const { feed, viruses, virus, circle, step } = fedVirus({ virusFed: "push" });
    feed();
    step(60);
    expect(viruses()).toEqual([virus]);
    expect(circle(virus).x).toBeGreaterThan(5118);
    expect(circle(virus).x).toBeLessThan(5120);
  });

  it("hide smaller cells, and do not mind them", () => {
    const { place, put, step, circle } = createScene();
    const virus = put(BodyKind.virus, { x: 5000, y: 5000, radius: 100 });
    const player = place({ x: 5000, y: 5000, radius: 100 });
    step(10);
    expect(player.cells.count).toBe(1);
    expect(circle(virus).radius).toBe(100);
  });
});

describe("a cell that eats a virus", () => {
  /** The masses of a cell's pieces, heaviest first, after it has eaten a virus. */
  function popped(mass: number, otherCells = 0, overrides: Partial<Settings> = {}): number[] {
    const { place, put, step, circle, simulation } = createScene(overrides);
    put(BodyKind.virus, { x: 5000, y: 5000, radius: 100 });
    const others = Array.from({ length: otherCells }, (_, i) => ({ x: 1000 + 700 * i, y: 12_000, radius: 50 }));
    const player = place({ x: 5000, y: 5000, radius: Math.sqrt(mass * 100) }, ...others);
    step();
    expect(bodiesOfKind(simulation, BodyKind.virus)).toHaveLength(0);
    const ids = [...player.cells.ids.subarray(0, player.cells.count)].filter((id) => circle(id).y < 11_000);
    return ids.map((id) => massOf(circle(id).radius)).sort((a, b) => b - a);
  }

  it("keeps its mass and the virus's, in pieces", () => {
    for (const mass of [135, 200, 400, 1000, 5000, 20_000]) {
      const total = popped(mass).reduce((sum, piece) => sum + piece, 0);
      expect(total / (mass + 100)).toBeCloseTo(1, 3);
    }
  });

  it("makes equal pieces, a power of two of them, while it is too small for all", () => {
    expect(popped(200)).toHaveLength(9);
    const pieces = popped(200);
    for (const piece of pieces) expect(piece).toBeCloseTo(300 / 9, 0);
  });

  it("halves and halves again, into all its places, when it is large", () => {
    const pieces = popped(3900);
    expect(pieces).toHaveLength(16);
    for (const [i, mass] of [2000, 1000, 500, 250].entries()) expect(pieces[i]).toBeCloseTo(mass, -1);
    for (const piece of pieces.slice(4)) expect(piece).toBeCloseTo(250 / 12, 0);
  });

  it("makes equal pieces of any size where that is set", () => {
    const pieces = popped(3900, 0, { virusPopEqual: true });
    expect(pieces).toHaveLength(16);
    for (const piece of pieces) expect(piece).toBeCloseTo(4000 / 16, 0);
  });

  it("bursts into no more places than its owner has", () => {
    expect(popped(1000, 13)).toHaveLength(3);
    expect(popped(1000, 14)).toHaveLength(2);
    expect(popped(1000, 15)).toHaveLength(1);
  });

  it("bursts into no more places than the room has", () => {
    expect(popped(1000, 0, { cellLimit: 4 })).toHaveLength(4);
  });

  it("sends the pieces off", () => {
    const { place, put, step, circle } = createScene();
    put(BodyKind.virus, { x: 5000, y: 5000, radius: 100 });
    const player = place({ x: 5000, y: 5000, radius: 300 });
    step(20);
    const far = [...player.cells.ids.subarray(1, player.cells.count)].map((id) =>
      distanceBetween(circle(id), { x: 5000, y: 5000, radius: 0 }),
    );
    expect(Math.min(...far)).toBeGreaterThan(500);
  });

  it("is stopped by nothing else: steering goes on", () => {
    const { place, put, step, world, circle } = createScene();
    put(BodyKind.virus, { x: 5000, y: 5000, radius: 100 });
    const player = place({ x: 5000, y: 5000, radius: 300 });
    world.setInput(player.number, steer(9000, 5000));
    step();
    const { x } = circle(player.cells.ids[0]);
    step();
    expect(circle(player.cells.ids[0]).x).toBeGreaterThan(x);
  });
});
