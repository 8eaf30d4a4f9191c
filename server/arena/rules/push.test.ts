import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OWN_PASS_THROUGH_TICKS } from "../../../shared/formulas.ts";
import { createScene, distanceBetween } from "../test-scene.ts";

/** Two cells of one player, at rest, too young to merge. */
function pair(radiusA: number, radiusB: number, offsetX: number, offsetY: number) {
  const scene = createScene();
  const player = scene.place(
    { x: 5000, y: 5000, radius: radiusA },
    { x: 5000 + offsetX, y: 5000 + offsetY, radius: radiusB },
  );
  return { ...scene, player, a: player.cells.ids[0], b: player.cells.ids[1] };
}

describe("push", () => {
  it("lets own cells pass through each other for 13 ticks, then parts them", () => {
    const { a, b, step, circle } = pair(100, 100, 50, 0);
    step(OWN_PASS_THROUGH_TICKS - 1);
    expect(distanceBetween(circle(a), circle(b))).toBe(50);
    step();
    const [first, second] = [circle(a), circle(b)];
    expect(distanceBetween(first, second)).toBeCloseTo(first.radius + second.radius, 8);
  });

  it("moves each the less the heavier it is, and not their centre of mass", () => {
    const { a, b, step, circle } = pair(200, 100, 60, 80);
    step(OWN_PASS_THROUGH_TICKS);
    const [heavy, light] = [circle(a), circle(b)];
    const movedHeavy = Math.hypot(heavy.x - 5000, heavy.y - 5000);
    const movedLight = Math.hypot(light.x - 5060, light.y - 5080);
    expect(movedLight / movedHeavy).toBeCloseTo((heavy.radius / light.radius) ** 2, 6);
  });

  it("parts any two cells, also those on the same spot", () => {
    const offset = fc.double({ min: -200, max: 200, noNaN: true });
    const radius = fc.double({ min: 32, max: 1000, noNaN: true });
    fc.assert(
      fc.property(radius, radius, offset, offset, (radiusA, radiusB, offsetX, offsetY) => {
        const { a, b, step, circle } = pair(radiusA, radiusB, offsetX, offsetY);
        step(OWN_PASS_THROUGH_TICKS);
        const [first, second] = [circle(a), circle(b)];
        expect(distanceBetween(first, second)).toBeGreaterThan(first.radius + second.radius - 1e-6);
      }),
      { numRuns: 50, examples: [[100, 100, 0, 0]] },
    );
  });

  it("does not touch cells that may merge, nor cells of others", () => {
    const own = pair(100, 100, 95, 0);
    own.makeOld(own.a);
    own.makeOld(own.b);
    own.step();
    expect(distanceBetween(own.circle(own.a), own.circle(own.b))).toBe(95);

    const { place, step, circle } = createScene();
    const one = place({ x: 5000, y: 5000, radius: 100 }).cells.ids[0];
    const other = place({ x: 5050, y: 5000, radius: 100 }).cells.ids[0];
    step(OWN_PASS_THROUGH_TICKS + 5);
    expect(distanceBetween(circle(one), circle(other))).toBe(50);
  });

  it("pushes while only one of the two may merge", () => {
    const { a, b, step, circle, makeOld } = pair(100, 100, 10, 0);
    makeOld(a);
    step(OWN_PASS_THROUGH_TICKS);
    expect(distanceBetween(circle(a), circle(b))).toBeGreaterThan(199);
  });

  it("keeps both within the border", () => {
    const { place, step, circle } = createScene({ worldSize: 1000 });
    const player = place({ x: 60, y: 500, radius: 100 }, { x: 70, y: 500, radius: 100 });
    step(OWN_PASS_THROUGH_TICKS + 30);
    const [first, second] = [circle(player.cells.ids[0]), circle(player.cells.ids[1])];
    expect(first.x).toBeCloseTo(first.radius / 2, 1);
    expect(distanceBetween(first, second)).toBeGreaterThan(first.radius + second.radius - 0.1);
  });
});
