import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { box, capsule, circle, polygon, type Shape, segment } from "../shapes.ts";
import { collide } from "./collide.ts";
import { doOverlap, moved, signedDistance } from "./testing/minkowski.ts";
import {
  anyNumber,
  bodyAt,
  bodyOf,
  contactBy,
  expectSound,
  KIND_PAIRS,
  pointAt,
  pointsOf,
  type TestBody,
  usualNumber,
  wholeNumber,
} from "./testing/test-bodies.ts";

vi.setConfig({ testTimeout: 60_000 });

const contactOf = (a: TestBody, b: TestBody, slotA?: 0 | 1, slotB?: 0 | 1) => contactBy(collide, a, b, slotA, slotB);

describe.each(KIND_PAIRS)("%s against %s", (kindA, kindB) => {
  test("in whole numbers: overlaps exactly where the oracle does, touching included", () => {
    fc.assert(
      fc.property(bodyOf(kindA, wholeNumber), bodyOf(kindB, wholeNumber), (a, b) => {
        expect(contactOf(a, b) !== undefined).toBe(doOverlap(pointsOf(a), pointsOf(b)));
      }),
      { numRuns: 500 },
    );
  });

  test("depth is the oracle's; moving b by it along the normal parts them, moving by less does not", () => {
    fc.assert(
      fc.property(bodyOf(kindA, usualNumber), bodyOf(kindB, usualNumber), (a, b) => {
        const contact = contactOf(a, b);
        const distance = signedDistance(pointsOf(a), pointsOf(b));
        if (Math.abs(distance) > 1e-9) expect(contact !== undefined).toBe(distance < 0);
        if (contact === undefined) return;
        expectSound(contact);
        const { normalX, normalY, depth } = contact;
        expect(depth).toBeCloseTo(Math.max(0, -distance), 9);
        const movedBy = (length: number) => moved(pointsOf(b), normalX * length, normalY * length);
        expect(signedDistance(pointsOf(a), movedBy(depth))).toBeGreaterThanOrEqual(-1e-9);
        expect(signedDistance(pointsOf(a), movedBy(depth + 1e-6))).toBeGreaterThan(0);
        if (depth > 1e-6) expect(signedDistance(pointsOf(a), movedBy(depth - 1e-6))).toBeLessThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("the contact point is in both", () => {
    fc.assert(
      fc.property(bodyOf(kindA, usualNumber), bodyOf(kindB, usualNumber), (a, b) => {
        const contact = contactOf(a, b);
        if (contact === undefined) return;
        const point = pointAt(contact.pointX, contact.pointY);
        expect(signedDistance(pointsOf(a), point)).toBeLessThanOrEqual(1e-9);
        expect(signedDistance(pointsOf(b), point)).toBeLessThanOrEqual(1e-9);
      }),
      { numRuns: 500 },
    );
  });

  test("whatever the numbers: finite, a unit normal, and the same the other way round", () => {
    fc.assert(
      fc.property(bodyOf(kindA, anyNumber), bodyOf(kindB, anyNumber), (a, b) => {
        const contact = contactOf(a, b);
        const reversed = contactOf(a, b, 1, 0);
        expect(reversed === undefined).toBe(contact === undefined);
        if (contact === undefined || reversed === undefined) return;
        expectSound(contact);
        expect(reversed.depth).toBe(contact.depth);
        expect(Math.abs(reversed.normalX + contact.normalX)).toBe(0);
        expect(Math.abs(reversed.normalY + contact.normalY)).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  test("at the same place: overlapping, with a usable normal", () => {
    fc.assert(
      fc.property(bodyOf(kindA, wholeNumber), bodyOf(kindB, wholeNumber), (a, b) => {
        const contact = contactOf({ ...a, x: 7, y: 7 }, { ...b, x: 7, y: 7 });
        if (contact) expectSound(contact);
        // A polygon need not hold its own position.
        if (kindA !== "polygon" && kindB !== "polygon") expect(contact).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe("shapes of no size", () => {
  const points: [string, Shape][] = [
    ["circle", circle(0)],
    ["box", box(0, 0)],
    ["segment", segment(0, 0)],
    ["capsule", capsule(0, 0, 0)],
    ["segment too short to have a direction", segment(5e-324, 1e-200)],
    ["box too small to have edges", box(1e-200, 5e-324)],
  ];
  const pairs = points.flatMap(([nameA, a]) => points.map(([nameB, b]) => [nameA, nameB, a, b] as const));
  test.each(pairs)("%s on %s: depth 0 and a unit normal", (_a, _b, a, b) => {
    const contact = contactOf(bodyAt(a, 3, 4), bodyAt(b, 3, 4));
    expect(contact).toMatchObject({ depth: 0, pointX: 3, pointY: 4 });
    expect(Math.hypot(contact?.normalX ?? 0, contact?.normalY ?? 0)).toBe(1);
    expect(contactOf(bodyAt(a, 3, 4), bodyAt(b, 3, 4.001))).toBeUndefined();
  });

  test("a box of no height is a line", () => {
    expect(contactOf(bodyAt(box(4, 0), 0, 0), bodyAt(circle(1), 1, 1))).toMatchObject({
      depth: 0,
      normalX: 0,
      normalY: 1,
    });
    expect(contactOf(bodyAt(box(4, 0), 0, 0), bodyAt(circle(1), 1, 1.0001))).toBeUndefined();
    expect(contactOf(bodyAt(box(4, 0), 0, 0), bodyAt(segment(2, 0), 4, 0))).toMatchObject({ depth: 0 });
    expect(contactOf(bodyAt(box(4, 0), 0, 0), bodyAt(segment(2, 0), 4.001, 0))).toBeUndefined();
  });
});

describe("by hand", () => {
  test("two boxes part along the axis of least overlap", () => {
    const contact = contactOf(bodyAt(box(4, 4), 0, 0), bodyAt(box(4, 4), 3, 1));
    expect(contact).toMatchObject({ pointX: 1.5, pointY: 0.5, normalX: 1, depth: 1, fraction: 0 });
    expect(contact?.normalY).toBeCloseTo(0);
  });

  test("boxes that touch, by an edge and by a corner", () => {
    expect(contactOf(bodyAt(box(2, 2), 0, 0), bodyAt(box(2, 2), 2, 1))).toMatchObject({
      depth: 0,
      pointX: 1,
      pointY: 0.5,
    });
    expect(contactOf(bodyAt(box(2, 2), 0, 0), bodyAt(box(2, 2), 2, 2))).toMatchObject({
      depth: 0,
      pointX: 1,
      pointY: 1,
    });
    expect(contactOf(bodyAt(box(2, 2), 0, 0), bodyAt(box(2, 2), 2, 2.0001))).toBeUndefined();
  });

  test("a circle at the corner of a box (3, 4, 5)", () => {
    const contact = contactOf(bodyAt(box(2, 2), 0, 0), bodyAt(circle(5), 4, 5));
    expect(contact).toMatchObject({ normalX: 0.6, normalY: 0.8, depth: 0 });
    expect([contact?.pointX, contact?.pointY]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
    expect(contactOf(bodyAt(box(2, 2), 0, 0), bodyAt(circle(4.99), 4, 5))).toBeUndefined();
  });

  test("crossing segments meet where they cross, capsules with both radii", () => {
    expect(contactOf(bodyAt(segment(5, 5), 0, 0), bodyAt(segment(5, -5), 2, 0))).toMatchObject({
      pointX: 1,
      pointY: 1,
    });
    const contact = contactOf(bodyAt(capsule(5, 0, 1), 0, 0), bodyAt(capsule(0, 5, 2), 0, 0));
    expect(contact).toMatchObject({ pointX: 0, pointY: 0, depth: 8 });
  });

  test("a triangle's tip in a box", () => {
    const tip = polygon([0, 0, -1, 2, 1, 2]);
    expect(contactOf(bodyAt(box(8, 2), 0, 0), bodyAt(tip, 0, 0.75))).toMatchObject({
      normalX: 0,
      normalY: 1,
      depth: 0.25,
    });
    expect(contactOf(bodyAt(box(8, 2), 0, 0), bodyAt(tip, 0, 1))).toMatchObject({ depth: 0, pointX: 0, pointY: 1 });
  });

  test("far from the origin small shapes keep their form", () => {
    const far = 2 ** 39;
    const contact = contactOf(bodyAt(polygon([0, 0, 3, 0, 0, 4]), far, far), bodyAt(circle(1.5), far + 3, far + 2));
    expect(contact).toMatchObject({ normalX: 0.8, normalY: 0.6 });
    expect(contact?.depth).toBeCloseTo(0.3, 12);
  });

  test("a small circle inside a big one: the point is in both", () => {
    const contact = contactOf(bodyAt(circle(10), 0, 0), bodyAt(circle(1), 2, 0));
    expect(contact).toEqual({ pointX: 2, pointY: 0, normalX: 1, normalY: 0, depth: 9, fraction: 0 });
  });
});
