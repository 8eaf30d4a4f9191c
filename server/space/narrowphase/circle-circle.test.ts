import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBodyStore } from "../bodies.ts";
import { collideCircles } from "./circle-circle.ts";
import { createContactList } from "./contact-list.ts";

type Circle = readonly [x: number, y: number, radius: number];

/** The contact of two circles, or undefined. */
function collide(a: Circle, b: Circle) {
  const store = createBodyStore(2);
  const idA = store.add(...a, false);
  const idB = store.add(...b, false);
  const contacts = createContactList();
  collideCircles(store, 0, 1, contacts);
  if (contacts.count === 0) return undefined;
  expect([contacts.count, contacts.a[0], contacts.b[0]]).toEqual([1, idA, idB]);
  return { normal: [contacts.normalX[0], contacts.normalY[0]], depth: contacts.depth[0] };
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

  test("lengths whose squares over- or underflow", () => {
    expect(collide([0, 0, 1e308], [0, 0, 1e308])).toEqual({ normal: [1, 0], depth: Number.MAX_VALUE });
    expect(collide([-1e308, 0, 1e308], [1e308, 0, 1e308])).toEqual({ normal: [1, 0], depth: 0 });
    expect(collide([-1e308, 0, 9e307], [1e308, 0, 1e308])).toBeUndefined();
    const huge = 2 ** 700;
    expect(collide([0, 0, huge], [3 * huge, 4 * huge, 4 * huge])).toEqual({ normal: [0.6, 0.8], depth: 0 });
    const tiny = 2 ** -700;
    expect(collide([0, 0, tiny], [3 * tiny, 4 * tiny, 4 * tiny])).toEqual({ normal: [0.6, 0.8], depth: 0 });
    expect(collide([0, 0, 1e200], [3e200, 4e200, 3.9e200])).toBeUndefined();
    expect(collide([0, 0, 1e-200], [3e-200, 4e-200, 3.9e-200])).toBeUndefined();
    expect(collide([0, 0, 1], [3e-200, 4e-200, 1])).toEqual({
      normal: [expect.closeTo(0.6), expect.closeTo(0.8)],
      depth: 2,
    });
    expect(collide([0, 0, 0], [5e-324, 0, 0])).toBeUndefined();
    expect(collide([0, 0, 5e-324], [5e-324, 0, 0])).toEqual({ normal: [1, 0], depth: 0 });
  });

  test("whatever the floats: the same either way round, a unit normal, a finite depth from 0 up", () => {
    const coordinate = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
    );
    const circle = fc.tuple(coordinate, coordinate, coordinate.map(Math.abs));
    fc.assert(
      fc.property(circle, circle, (a, b) => {
        const contact = collide(a, b);
        const reversed = collide(b, a);
        expect(contact === undefined).toBe(reversed === undefined);
        if (contact === undefined || reversed === undefined) return;
        expect(Math.hypot(...contact.normal)).toBeCloseTo(1, 12);
        expect(contact.depth).toBe(reversed.depth);
        expect(contact.depth).toBeGreaterThanOrEqual(0);
        expect(contact.depth).toBeLessThan(Number.POSITIVE_INFINITY);
        if (a[0] !== b[0] || a[1] !== b[1]) expect(Math.abs(contact.normal[0] + reversed.normal[0])).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});
