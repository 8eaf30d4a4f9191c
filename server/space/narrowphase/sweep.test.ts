import fc, { type Arbitrary } from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { box, capsule, circle, polygon, type Shape, segment } from "../shapes.ts";
import { collide } from "./collide.ts";
import { sweepCollide } from "./sweep.ts";
import { firstTouch, moved, signedDistance } from "./testing/minkowski.ts";
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

const sweep = (a: TestBody, b: TestBody, slotA?: 0 | 1, slotB?: 0 | 1) => contactBy(sweepCollide, a, b, slotA, slotB);

/** As the oracle sees it, at a part of its motion. */
function pointsDuring(body: TestBody, fraction: number) {
  return moved(pointsOf(body), (fraction - 1) * body.motionX, (fraction - 1) * body.motionY);
}

describe.each(KIND_PAIRS)("%s against %s, both moving", (kindA, kindB) => {
  test("the first touch is the oracle's", () => {
    fc.assert(
      fc.property(bodyOf(kindA, usualNumber), bodyOf(kindB, usualNumber), (a, b) => {
        const contact = sweep(a, b);
        const relativeX = b.motionX - a.motionX;
        const relativeY = b.motionY - a.motionY;
        const [fraction, least] = firstTouch(pointsDuring(a, 0), pointsDuring(b, 0), relativeX, relativeY);
        if (Math.abs(least) > 1e-7) expect(contact !== undefined).toBe(least < 0);
        if (contact === undefined) return;
        if (least < -1e-3) expect(contact.fraction).toBeCloseTo(fraction, 6);
        expect(Math.hypot(contact.normalX, contact.normalY)).toBeCloseTo(1, 12);
        const aThen = pointsDuring(a, contact.fraction);
        const bThen = pointsDuring(b, contact.fraction);
        const distance = signedDistance(aThen, bThen);
        expect(contact.depth).toBeCloseTo(Math.max(0, -distance), 7);
        expect(distance).toBeLessThan(1e-7);
        const point = pointAt(contact.pointX, contact.pointY);
        expect(signedDistance(aThen, point)).toBeLessThan(1e-7);
        expect(signedDistance(bThen, point)).toBeLessThan(1e-7);
        const apart = moved(bThen, contact.normalX * (contact.depth + 1e-5), contact.normalY * (contact.depth + 1e-5));
        expect(signedDistance(aThen, apart)).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });

  test("never less than what overlaps now; the same the other way round; finite", () => {
    for (const number of [wholeNumber, usualNumber, anyNumber]) {
      fc.assert(
        fc.property(bodyOf(kindA, number), bodyOf(kindB, number), (a, b) => {
          const contact = sweep(a, b);
          const reversed = sweep(a, b, 1, 0);
          expect(reversed?.fraction).toBe(contact?.fraction);
          if (contactBy(collide, a, b)) expect(contact).toBeDefined();
          if (contact === undefined || reversed === undefined) return;
          expectSound(contact);
          expect(Math.abs(contact.normalX + reversed.normalX)).toBe(0);
          expect(Math.abs(contact.normalY + reversed.normalY)).toBe(0);
        }),
        { numRuns: 300 },
      );
    }
  });

  test("bodies that do not move against each other touch as they stand", () => {
    fc.assert(
      fc.property(bodyOf(kindA, wholeNumber), bodyOf(kindB, wholeNumber), (a, b) => {
        const follows = { ...b, motionX: a.motionX, motionY: a.motionY };
        const contact = sweep(a, follows);
        const now = contactBy(collide, a, follows);
        expect(contact === undefined).toBe(now === undefined);
        if (contact === undefined || now === undefined) return;
        expect([contact.fraction, contact.depth]).toEqual([0, now.depth]);
        expect(contact.pointX).toBeCloseTo(now.pointX - a.motionX, 9);
      }),
      { numRuns: 200 },
    );
  });
});

describe("nothing tunnels", () => {
  const targets: [string, Shape][] = [
    ["a thin segment", segment(0, 1)],
    ["a small circle", circle(1e-3)],
    ["a flat box", box(0, 2)],
    ["a small triangle", polygon([0, -0.01, 0.01, 0.01, -0.01, 0.01])],
    ["a thin capsule", capsule(0, 1, 1e-6)],
  ];
  const bullets: [string, Shape][] = [
    ["a small circle", circle(1e-3)],
    ["a segment", segment(0.001, 0.001)],
    ["a small box", box(0.002, 0.002)],
  ];
  const speed: Arbitrary<number> = fc
    .tuple(fc.double({ min: 0, max: 9, noNaN: true }), fc.boolean())
    .map(([power, isNegative]) => (isNegative ? -1 : 1) * 10 ** power);
  const pairs = bullets.flatMap(([nameA, a]) => targets.map(([nameB, b]) => [nameA, nameB, a, b] as const));

  test.each(pairs)("%s through %s, at any speed", (_a, _b, bullet, target) => {
    const part = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(speed, speed, speed, speed, part, (motionX, motionY, targetX, targetY, when) => {
        // They meet at (0, 0), after a part of their ways, and stand elsewhere before and after it. Not end on to end on.
        const left = 1 - when;
        const a = bodyAt(bullet, left * motionX, left * motionY, motionX, motionY);
        const b = bodyAt(target, left * targetX, left * targetY, targetX, targetY);
        const longest = Math.max(...[motionX, motionY, targetX, targetY].map(Math.abs));
        const contact = sweep(a, b);
        // Where rounding of the positions alone moves them apart by as much as they are thick, no one can tell.
        if (longest < 1e9) expect(contact).toBeDefined();
        if (contact) expect(contact.fraction).toBeLessThanOrEqual(when + 1e-6);
      }),
      { numRuns: 500 },
    );
  });

  test("head on, at speeds at which a step skips millions of radii", () => {
    const contact = sweep(bodyAt(circle(1), 1e6, 0, 2e6, 0), bodyAt(circle(1), -1e6, 0, -2e6, 0));
    expect(contact?.fraction).toBeCloseTo((2e6 - 2) / 4e6, 15);
    expect(contact?.normalX).toBe(1);
    expect(contact?.depth).toBe(0);
    expect(contact?.pointX).toBeCloseTo(0, 6);
  });

  test("a near miss is a miss", () => {
    expect(sweep(bodyAt(circle(1), 1e6, 0, 2e6, 0), bodyAt(circle(1), -1e6, 2.0001, -2e6, 0))).toBeUndefined();
    expect(sweep(bodyAt(circle(1), 1e6, 0, 2e6, 0), bodyAt(circle(1), -1e6, 2, -2e6, 0))?.fraction).toBe(0.5);
  });

  test("side by side at one speed, they never meet; standing still, neither", () => {
    expect(sweep(bodyAt(circle(1), 9, 0, 100, 0), bodyAt(circle(1), 9, 3, 100, 0))).toBeUndefined();
    expect(sweep(bodyAt(circle(1), 9, 0), bodyAt(circle(1), 9, 3))).toBeUndefined();
  });

  test("overlapping at the start, far apart now: fraction 0, as they overlapped there", () => {
    const contact = sweep(bodyAt(circle(2), 100, 0, 100, 0), bodyAt(circle(1), 0, 2.5));
    expect(contact).toMatchObject({ fraction: 0, depth: 0.5, normalX: 0, normalY: 1, pointX: 0, pointY: 1.75 });
  });

  test("touching at the end only: fraction 1", () => {
    expect(sweep(bodyAt(circle(1), 0, 0, 7, 0), bodyAt(box(2, 2), 2, 0))).toMatchObject({ fraction: 1, depth: 0 });
  });

  test("corner against corner, between boxes that miss each other before and after", () => {
    const contact = sweep(bodyAt(box(2, 2), 10, 0, 20, 0), bodyAt(box(2, 2), 0, 2));
    expect(contact).toMatchObject({ fraction: 0.4, depth: 0 });
  });
});
