import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../shared/random.ts";
import { createBodyStore, slotOf } from "../space/bodies.ts";
import { box, capsule, circle, polygon, type Shape, segment } from "../space/shapes.ts";
import { boundingRadius, boundsOfArea, overlapsArea } from "./area-tests.ts";
import type { Area, ConeArea } from "./areas.ts";

const RECTANGLE: Area = { centerX: 0, centerY: 0, width: 20, height: 10 };
const CIRCLE: Area = { centerX: 0, centerY: 0, radius: 10 };
/** From straight up to the right to straight down to the right. */
const CONE: ConeArea = { centerX: 0, centerY: 0, radius: 10, direction: 0, angle: Math.PI / 2 };

function overlaps(shape: Shape, x: number, y: number, area: Area, margin = 0): boolean {
  const bodies = createBodyStore(1);
  return overlapsArea(bodies, slotOf(bodies.add(shape, x, y)), area, margin);
}

test.each([
  ["circle", circle(5)],
  ["box", box(10, 10)],
  ["capsule", capsule(3, 0, 2)],
  ["segment", segment(5, 0)],
  ["polygon", polygon([-5, 0, 0, -5, 5, 0, 0, 5])],
])("a %s counts by its extent: it may touch, and its centre may lie outside", (_name, shape) => {
  for (const [area, margin] of [
    [RECTANGLE, 0],
    [CIRCLE, 0],
    [{ ...CIRCLE, radius: 7 }, 3],
    [{ ...RECTANGLE, width: 14 }, 3],
  ] as const) {
    expect(overlaps(shape, 15, 0, area, margin)).toBe(true);
    expect(overlaps(shape, 15 + 1e-9, 0, area, margin)).toBe(false);
  }
});

test("a cone is met at its arc, its sides and its apex, and not behind it", () => {
  expect(overlaps(circle(2), 12, 0, CONE)).toBe(true);
  expect(overlaps(circle(2), 12.001, 0, CONE)).toBe(false);
  expect(overlaps(circle(2), -1.999, 0, CONE)).toBe(true);
  expect(overlaps(circle(2), -2.001, 0, CONE)).toBe(false);
  // √2 from the side.
  expect(overlaps(circle(1.42), 4, 6, CONE)).toBe(true);
  expect(overlaps(circle(1.41), 4, 6, CONE)).toBe(false);
  expect(overlaps(circle(0.41), 4, 6, CONE, 1)).toBe(false);
  expect(overlaps(circle(0.42), 4, 6, CONE, 1)).toBe(true);
});

test("a cone may be wider than half a circle, a whole one, or a line", () => {
  const wide = { ...CONE, angle: 1.5 * Math.PI };
  expect(overlaps(circle(1), 0, 5, wide)).toBe(true);
  expect(overlaps(circle(1), -5, 0, wide)).toBe(false);
  expect(overlaps(circle(0), -10, 0, { ...CONE, angle: 2 * Math.PI })).toBe(true);
  const line = { ...CONE, angle: 0 };
  expect(overlaps(circle(1), 5, 0.99, line)).toBe(true);
  expect(overlaps(circle(1), 5, 1.01, line)).toBe(false);
});

test("what is in a cone is in its circle, whatever its shape", () => {
  // Its bounding circle meets the cone; it does not.
  expect(overlaps(segment(0, 50), 30, 0, CONE)).toBe(false);
  expect(overlaps(segment(0, 50), 10, 0, CONE)).toBe(true);
});

test("a circle is in a cone if a point of it is in the cone, for any cone", () => {
  fc.assert(
    fc.property(
      fc.record({
        direction: fc.double({ min: -7, max: 7, noNaN: true }),
        angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        radius: fc.double({ min: 0, max: 30, noNaN: true }),
      }),
      fc.integer(),
      ({ direction, angle, radius }, seed) => {
        const random = createRandom(seed);
        const cone = { centerX: 3, centerY: -4, radius, direction, angle };
        const [x, y, r] = [random.between(-40, 40), random.between(-40, 40), random.between(0, 20)];
        // The least distance to points of the cone, taken in turn, is at most a step too large.
        let nearest = Infinity;
        const steps = 100;
        for (let i = 0; i <= steps; i++) {
          const at = direction + angle * (i / steps - 0.5);
          for (let k = 0; k <= steps; k++) {
            const out = (radius * k) / steps;
            const pointX = cone.centerX + Math.cos(at) * out;
            const pointY = cone.centerY + Math.sin(at) * out;
            nearest = Math.min(nearest, Math.hypot(x - pointX, y - pointY));
          }
        }
        const step = (radius / steps) * (1 + angle);
        const found = overlaps(circle(r), x, y, cone);
        if (nearest <= r - 1e-9) expect(found).toBe(true);
        if (nearest > r + step + 1e-9) expect(found).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test("bounds hold the area and its margin", () => {
  const into = new Float64Array(4);
  boundsOfArea({ centerX: 1, centerY: 2, width: 10, height: 20 }, 3, into);
  expect([...into]).toEqual([-7, -11, 9, 15]);
  boundsOfArea({ ...CONE, centerX: 1, centerY: 2 }, 3, into);
  expect([...into]).toEqual([-12, -11, 14, 15]);
});

test.each([
  [circle(3), 3],
  [box(6, 8), 5],
  [segment(-3, 4), 5],
  [capsule(3, 4, 2), 7],
  [polygon([0, 0, 6, 0, 0, 8]), 8],
])("how far a shape reaches", (shape, reach) => {
  const bodies = createBodyStore(1);
  expect(boundingRadius(bodies, slotOf(bodies.add(shape, 100, 100)))).toBe(reach);
});
