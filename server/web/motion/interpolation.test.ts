import { describe, expect, test } from "vitest";
import { TICK_MILLISECONDS } from "../../../shared/formulas.ts";
import { BodyKind, RADIUS_UNIT } from "../../../shared/state.ts";
import { createInterpolation, type Interpolation, type SyncedBody } from "./interpolation.ts";

const FRAME = 1000 / 60;
const POSITION_UNIT = 0.5;

function body(x: number, y: number, radius: number, kind: number = BodyKind.cell, owner = 1): SyncedBody {
  return { x: x / POSITION_UNIT, y: y / POSITION_UNIT, radius: radius / RADIUS_UNIT, kind, color: 7, owner };
}

/** Records the patches of `ticks` as `worldAt` has them, evenly, and calls `seen` at each frame in between. */
function run(
  interpolation: Interpolation,
  ticks: number,
  worldAt: (tick: number) => Map<string, SyncedBody>,
  seen: (interpolation: Interpolation, now: number, newest: number) => void,
): void {
  let now = 0;
  for (let tick = 0; tick < ticks; tick++) {
    interpolation.record(tick, tick * TICK_MILLISECONDS, POSITION_UNIT, worldAt(tick));
    for (; now < (tick + 1) * TICK_MILLISECONDS; now += FRAME) seen(interpolation, now, tick);
  }
}

describe("interpolation", () => {
  test("a body that moves evenly is seen to move evenly, a little in the past", () => {
    const speed = 20;
    const seen: number[] = [];
    run(
      createInterpolation(),
      60,
      (tick) => new Map([["1", body(1000 + tick * speed, 500, 32)]]),
      (interpolation, _, newest) => {
        if (newest < 30) return;
        const [visible] = interpolation.visible(seen.length * FRAME + 30 * TICK_MILLISECONDS);
        seen.push(visible.x);
        expect(visible.y).toBe(500);
        expect(visible.radius).toBe(32);
        expect(visible.x).toBeLessThan(1000 + newest * speed);
        expect(visible.x).toBeGreaterThan(1000 + (newest - 3) * speed);
      },
    );
    const steps = seen.slice(1).map((x, i) => x - seen[i]);
    const evenStep = (speed * FRAME) / TICK_MILLISECONDS;
    for (const step of steps.slice(5)) expect(step).toBeCloseTo(evenStep, 0);
  });

  test("a new body appears at its place, not on a way to it", () => {
    const appears = 20;
    let sightings = 0;
    run(
      createInterpolation(),
      30,
      (tick) => {
        const world = new Map([["1", body(0, 0, 32)]]);
        if (tick >= appears) world.set("2", body(900, 700, 10, BodyKind.pellet, 0));
        return world;
      },
      (interpolation, now) => {
        const found = interpolation.visible(now).find(({ kind }) => kind === BodyKind.pellet);
        if (!found) return;
        sightings++;
        expect([found.x, found.y, found.radius]).toEqual([900, 700, 10]);
      },
    );
    expect(sightings).toBeGreaterThan(5);
  });

  test("a body that has left the view vanishes at once", () => {
    const radii = new Set<number>();
    let last: readonly unknown[] = [];
    run(
      createInterpolation(),
      30,
      (tick) => new Map([["1", body(0, 0, 32)], ...(tick < 15 ? [["2", body(900, 700, 10, 0, 0)] as const] : [])]),
      (interpolation, now) => {
        const bodies = interpolation.visible(now);
        for (const { kind, radius } of bodies) if (kind === BodyKind.pellet) radii.add(radius);
        last = bodies;
      },
    );
    expect([...radii]).toEqual([10]);
    expect(last).toHaveLength(1);
  });

  test("an eaten body shrinks into the cell that ate it, and is gone", () => {
    const radii: number[] = [];
    let last: readonly unknown[] = [];
    run(
      createInterpolation(),
      30,
      (tick) => new Map([["1", body(0, 0, 64)], ...(tick < 15 ? [["2", body(40, 0, 10, 0, 0)] as const] : [])]),
      (interpolation, now) => {
        const bodies = interpolation.visible(now);
        const pellet = bodies.find(({ kind }) => kind === BodyKind.pellet);
        if (pellet) radii.push(pellet.radius);
        if (pellet && pellet.radius < 10) expect(pellet.x).toBeLessThan(40);
        last = bodies;
      },
    );
    expect(radii.filter((radius) => radius < 10).length).toBeGreaterThan(2);
    expect(radii).toEqual(radii.toSorted((a, b) => b - a));
    expect(last).toHaveLength(1);
  });

  test("a key that passes to another body does not drag it across the world", () => {
    const seen = new Set<number>();
    run(
      createInterpolation(),
      30,
      (tick) => new Map([["1", tick < 15 ? body(0, 0, 32) : body(9000, 0, 10, BodyKind.pellet, 0)]]),
      (interpolation, now) => {
        for (const { x } of interpolation.visible(now)) seen.add(x);
      },
    );
    expect([...seen].toSorted((a, b) => a - b)).toEqual([0, 9000]);
  });

  test("a full state of a tick already seen replaces its samples", () => {
    const interpolation = createInterpolation();
    interpolation.record(1, 0, POSITION_UNIT, new Map([["1", body(0, 0, 32)]]));
    interpolation.record(2, 40, POSITION_UNIT, new Map([["1", body(10, 0, 32)]]));
    interpolation.record(2, 41, POSITION_UNIT, new Map([["1", body(30, 0, 32)]]));
    interpolation.record(12, 5000, POSITION_UNIT, new Map([["1", body(30, 0, 32)]]));
    const [visible] = interpolation.visible(5000);
    expect(visible.x).toBe(30);
  });
});
