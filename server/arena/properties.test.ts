import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeTicks, speedOf, TICK_RATE } from "../../shared/formulas.ts";
import { slotOf } from "../space/bodies.ts";
import { startBoost } from "./rules/boost.ts";
import { type Circle, createScene, distanceBetween, type Scene, SHRINK_LIMIT, steer } from "./test-scene.ts";

/** Ticks for which a pointer stays where it is. */
const SEGMENT = 5;
const coordinate = fc.double({ min: 0, max: 14_142, noNaN: true });
const radius = fc.double({ min: 40, max: 400, noNaN: true });

function circlesOf({ circle }: Scene, cells: { ids: Int32Array; count: number }): Circle[] {
  return [...cells.ids.subarray(0, cells.count)].map(circle);
}

describe("the same input", () => {
  const segments = fc.array(
    fc.record({ x: coordinate, y: coordinate, split: fc.boolean(), eject: fc.boolean(), lock: fc.boolean() }),
    { minLength: 1, maxLength: 20 },
  );

  it("at 5, 25 and 250 messages a second gives the same game", () => {
    fc.assert(
      fc.property(segments, radius, (inputs, startRadius) => {
        const hashes = [1 / SEGMENT, 1, 10].map((messagesPerTick) => {
          const { place, world, step } = createScene({ pellets: 100, viruses: 10 });
          const player = place({ x: 7000, y: 7000, radius: startRadius });
          for (const input of inputs) {
            for (let tick = 0; tick < SEGMENT; tick++) {
              const messages = tick === 0 ? Math.max(1, messagesPerTick) : Math.floor(messagesPerTick);
              for (let i = 0; i < messages; i++) world.setInput(player.number, input);
              step();
            }
          }
          return world.hash();
        });
        expect(new Set(hashes).size).toBe(1);
      }),
      { numRuns: 30, ...SHRINK_LIMIT },
    );
  });
});

describe("a cell", () => {
  it("does not stay stuck at a border or in a corner", () => {
    const size = 3000;
    const edge = fc.oneof(fc.constantFrom(0, size), fc.double({ min: 0, max: size, noNaN: true }));
    const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    fc.assert(
      fc.property(edge, edge, radius, angle, fc.nat(100), fc.boolean(), (x, y, cellRadius, boost, ticks, split) => {
        const scene = createScene({ worldSize: size, mergeSeconds: 3600 });
        const player = scene.place({ x, y, radius: cellRadius });
        startBoost(scene.simulation, slotOf(player.cells.ids[0]), Math.cos(boost), Math.sin(boost), 780);
        // Pressed outward first, whole or split.
        const outward = steer((x - size / 2) * 1e4, (y - size / 2) * 1e4, ...(split ? (["split"] as const) : []));
        scene.world.setInput(player.number, outward);
        scene.step(ticks);
        scene.world.setInput(player.number, steer(size / 2, size / 2));
        // From a corner, after a boost that still carried outward for its 57 ticks.
        scene.step(60 + Math.ceil((size * 0.75) / speedOf(cellRadius)) + 25);
        const cells = circlesOf(scene, player.cells);
        for (const cell of cells) {
          const gap = distanceBetween(cell, { x: size / 2, y: size / 2, radius: 0 });
          expect(gap).toBeLessThan(cells.length === 1 ? 1 : 2.5 * cellRadius);
        }
      }),
      { numRuns: 100, ...SHRINK_LIMIT },
    );
  });

  it("merges with its half when the timer says, and not before", () => {
    const settings = fc.record({
      mergeSeconds: fc.constantFrom(0, 1, 2, 5),
      mergeSecondsPerRadius: fc.constantFrom(0, 0.02),
      mergeMinTicks: fc.constantFrom(1, 15, 60),
    });
    fc.assert(
      fc.property(settings, fc.double({ min: 60, max: 400, noNaN: true }), (timer, startRadius) => {
        const { place, world, step, circle } = createScene({ ...timer, decayPerTick: 0 });
        const player = place({ x: 7000, y: 7000, radius: startRadius });
        world.setInput(player.number, steer(9000, 7000, "split"));
        step();
        expect(player.cells.count).toBe(2);
        world.setInput(player.number, steer(7000, 7000));
        const half = circle(player.cells.ids[0]).radius;
        const { mergeSeconds, mergeSecondsPerRadius, mergeMinTicks } = timer;
        const age = mergeTicks(half, mergeSeconds, mergeSecondsPerRadius, mergeMinTicks);
        // The tick of the split was its first.
        let ticks = 0;
        while (player.cells.count === 2 && ticks < 2000) {
          step();
          ticks++;
        }
        expect(ticks).toBeGreaterThanOrEqual(age);
        // Once it may, it has to come back from its flight, and over the other.
        const wayBack = 60 + 2 * Math.ceil(800 / speedOf(half));
        const over = 25 + Math.ceil((2 * half) / speedOf(half));
        expect(ticks).toBeLessThanOrEqual(Math.max(age, wayBack) + over);
        expect(circle(player.cells.ids[0]).radius).toBeCloseTo(startRadius, 8);
      }),
      { numRuns: 60, ...SHRINK_LIMIT },
    );
  });

  it("merges in the very tick of its timer with one that it covers", () => {
    fc.assert(
      fc.property(fc.constantFrom(0.6, 1, 2), radius, (mergeSeconds, cellRadius) => {
        const age = mergeTicks(cellRadius, mergeSeconds, 0);
        // No push before that: the two lie on each other.
        const { place, step } = createScene({ mergeSeconds, mergeSecondsPerRadius: 0, passThroughTicks: 1500 });
        const player = place({ x: 7000, y: 7000, radius: cellRadius }, { x: 7001, y: 7000, radius: 40 });
        step(age - 1);
        expect(player.cells.count).toBe(2);
        step();
        expect(player.cells.count).toBe(1);
      }),
      { numRuns: 20, ...SHRINK_LIMIT },
    );
  });
});

describe("cells of one player that the pointer holds together", () => {
  /** What a client can see of a position: the world in 65,535 steps. */
  const VISIBLE = 14_142 / 65_535;

  it.each([
    ["in the open", 7000, 7000],
    ["at a border", -1e6, 800],
    ["beside a border", 50, 800],
    ["in a corner", -1e6, -1e6],
  ])("come to rest, and do not jitter, %s", (_where, pointerX, pointerY) => {
    const originX = Math.max(0, pointerX - 800);
    const originY = Math.max(0, pointerY - 800);
    const offset = fc.double({ min: 0, max: 1600, noNaN: true });
    const cells = fc.array(fc.record({ x: offset, y: offset, radius: fc.double({ min: 35, max: 300, noNaN: true }) }), {
      minLength: 2,
      maxLength: 16,
      size: "max",
    });
    fc.assert(
      fc.property(cells, (circles) => {
        const scene = createScene({ mergeSeconds: 3600 });
        const player = scene.place(...circles.map((cell) => ({ ...cell, x: cell.x + originX, y: cell.y + originY })));
        scene.world.setInput(player.number, steer(pointerX, pointerY));
        scene.step(30 * TICK_RATE);
        let moved = 0;
        let farthest = 0;
        for (let tick = 0; tick < TICK_RATE; tick++) {
          const before = circlesOf(scene, player.cells);
          scene.step();
          for (const [i, cell] of circlesOf(scene, player.cells).entries()) {
            const distance = distanceBetween(cell, before[i]);
            moved += distance / (circles.length * TICK_RATE);
            farthest = Math.max(farthest, distance);
          }
        }
        // Of a thousand crowds none moved half as much. Without the rest of movement.ts one in ten or twenty moves more.
        expect(moved).toBeLessThan(VISIBLE);
        expect(farthest).toBeLessThan(25 * VISIBLE);
      }),
      { numRuns: 40, ...SHRINK_LIMIT },
    );
  });

  it("are at full speed again half a second after the pointer has moved away", () => {
    const scene = createScene({ mergeSeconds: 3600 });
    const player = scene.place(
      ...Array.from({ length: 16 }, (_, i) => ({ x: 7000 + i, y: 7000 + i * i, radius: 100 })),
    );
    scene.world.setInput(player.number, steer(7000, 7000));
    scene.step(500);
    scene.world.setInput(player.number, steer(500_000, 7000));
    scene.step(12);
    const before = circlesOf(scene, player.cells);
    scene.step();
    for (const [i, cell] of circlesOf(scene, player.cells).entries()) {
      expect((cell.x - before[i].x) / speedOf(cell.radius)).toBeGreaterThan(0.8);
    }
  });
});

describe("whatever is asked in one tick", () => {
  it("the bodies of each kind stay within their limits", () => {
    const scene = createScene({
      pellets: 200,
      viruses: 20,
      worldSize: 5000,
      maxClients: 40,
      cellLimit: 300,
      ejectaLimit: 100,
      maxRadius: 8000,
    });
    const { simulation, world } = scene;
    const players = Array.from({ length: 40 }, (_, i) =>
      scene.place({ x: 300 + 700 * (i % 7), y: 300 + 800 * Math.floor(i / 7), radius: 300 }),
    );
    for (let tick = 0; tick < 300; tick++) {
      for (const { number, alive } of players) {
        if (!alive) world.requestRespawn(number);
        const aim = steer((number * 977 + tick * 131) % 5000, (number * 557 + tick * 71) % 5000, "split", "eject");
        for (let i = 0; i < 5; i++) {
          world.setInput(number, aim);
          world.setInput(number, { ...aim, split: false, eject: false });
        }
        world.setInput(number, { ...aim, split: false });
      }
      scene.step();
      expect(simulation.cellCount).toBeLessThanOrEqual(300);
      expect(simulation.ejectaCount).toBeLessThanOrEqual(100);
      expect(simulation.viruses.count).toBeLessThanOrEqual(90);
      expect(world.space.count).toBeLessThanOrEqual(200 + 300 + 100 + 90);
      for (const { cells } of players) expect(cells.count).toBeLessThanOrEqual(16);
    }
  });
});
