import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBodyStore } from "../bodies.ts";
import { circle } from "../shapes.ts";
import { collideCircles } from "./circle-circle.ts";
import { createContact } from "./contact-list.ts";

type Circle = readonly [x: number, y: number, radius: number];

/** The contact of two circles, or undefined. */
function collide(a: Circle, b: Circle, slotA = 0, slotB = 1) {
  const store = createBodyStore(2);
  for (const [x, y, radius] of [a, b]) store.add(circle(radius), x, y);
  const contact = createContact();
  if (!collideCircles(store, slotA, slotB, contact)) return undefined;
  return { normal: [contact.normalX, contact.normalY], depth: contact.depth };
}

describe("circle against circle", () => {
  test("the normal points from the first to the second, the depth is what they overlap by", () => {
    expect(collide([0, 0, 5], [3, 4, 2])).toEqual({ normal: [0.6, 0.8], depth: 2 });
    expect(collide([3, 4, 2], [0, 0, 5])).toEqual({ normal: [-0.6, -0.8], depth: 2 });
    expect(collide([-10, -10, 1], [-10, -11, 1])).toEqual({ normal: [0, -1], depth: 1 });
  });

  test("touching counts, with depth 0; boxes that overlap do not suffice", () => {
    expect(collide([0, 0, 1], [2, 0, 1])).toEqual({ normal: [1, 0], depth: 0 });
    expect(collide([0, 0, 0], [3, 4, 5])).toEqual({ normal: [0.6, 0.8], depth: 0 });
    expect(collide([0, 0, 1], [2.0001, 0, 1])).toBeUndefined();
    expect(collide([0, 0, 1], [1.8, 1.8, 1])).toBeUndefined();
  });

  test("coincident centres have a usable normal", () => {
    expect(collide([7, 7, 3], [7, 7, 2])).toEqual({ normal: [1, 0], depth: 5 });
    expect(collide([7, 7, 0], [7, 7, 0])).toEqual({ normal: [1, 0], depth: 0 });
    expect(collide([0, -0, 1], [-0, 0, 1])).toEqual({ normal: [1, 0], depth: 2 });
  });

  test("the largest and the smallest lengths", () => {
    expect(collide([0, 0, 1e12], [0, 0, 1e12])).toEqual({ normal: [1, 0], depth: 2e12 });
    expect(collide([-1e12, 0, 1e12], [1e12, 0, 1e12])).toEqual({ normal: [1, 0], depth: 0 });
    expect(collide([-1e12, 0, 9.99e11], [1e12, 0, 1e12])).toBeUndefined();
    expect(collide([0, 0, 1], [3e-120, 4e-120, 1])).toEqual({
      normal: [expect.closeTo(0.6), expect.closeTo(0.8)],
      depth: 2,
    });
    expect(collide([0, 0, 1], [3e-160, 4e-160, 1])).toEqual({ normal: [1, 0], depth: 2 });
    expect(collide([0, 0, 5e-324], [5e-324, 0, 0])).toEqual({ normal: [1, 0], depth: 5e-324 });
  });

  test("whatever the floats: the same either way round, a unit normal, a finite depth from 0 up", () => {
    const coordinate = fc.oneof(
      fc.double({ min: -1e12, max: 1e12, noNaN: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
    );
    const circle = fc.tuple(coordinate, coordinate, coordinate.map(Math.abs));
    fc.assert(
      fc.property(circle, circle, (a, b) => {
        const contact = collide(a, b);
        const reversed = collide(a, b, 1, 0);
        expect(contact === undefined).toBe(reversed === undefined);
        if (contact === undefined || reversed === undefined) return;
        expect(Math.hypot(...contact.normal)).toBeCloseTo(1, 12);
        expect(contact.depth).toBe(reversed.depth);
        expect(contact.depth).toBeGreaterThanOrEqual(0);
        expect(contact.depth).toBeLessThan(Number.POSITIVE_INFINITY);
        expect(Math.abs(contact.normal[0] + reversed.normal[0])).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});
