import fc, { type Arbitrary } from "fast-check";
import { expect } from "vitest";
import { type BodyStore, createBodyStore, slotOf, type WritableBodyStore } from "../../bodies.ts";
import { MAX_MAGNITUDE } from "../../errors.ts";
import { box, capsule, circle, polygon, type Shape, ShapeKind, segment } from "../../shapes.ts";
import { type Contact, createContact } from "../contact-list.ts";
import { convexHull, type RoundedPoints } from "./minkowski.ts";

export interface TestBody {
  shape: Shape;
  x: number;
  y: number;
  motionX: number;
  motionY: number;
}

export function bodyAt(shape: Shape, x: number, y: number, motionX = 0, motionY = 0): TestBody {
  return { shape, x, y, motionX, motionY };
}

/** A store with the bodies in slots 0, 1, …, each moved to its place by its motion. */
export function storeOf(...bodies: TestBody[]): WritableBodyStore {
  const store = createBodyStore(bodies.length);
  bodies.forEach(({ shape, x, y, motionX, motionY }, slot) => {
    const id = store.add(shape, x, y);
    store.motionX[slot] = motionX;
    store.motionY[slot] = motionY;
    if (slotOf(id) !== slot) throw new Error(`slot ${slotOf(id)} was given, not ${slot}`);
  });
  return store;
}

/** What finds the contact of the bodies in two slots. */
type Collide = (bodies: BodyStore, slotA: number, slotB: number, contact: Contact) => boolean;

/** The contact of a and b, or of b and a. */
export function contactBy(
  collide: Collide,
  a: TestBody,
  b: TestBody,
  slotA: 0 | 1 = 0,
  slotB: 0 | 1 = 1,
): Contact | undefined {
  const contact = createContact();
  return collide(storeOf(a, b), slotA, slotB, contact) ? contact : undefined;
}

/** Fails unless a contact's numbers are finite, its normal has length 1, its depth is not negative, and its fraction a part. */
export function expectSound(contact: Contact): void {
  for (const value of Object.values(contact)) expect(Number.isFinite(value)).toBe(true);
  expect(Math.hypot(contact.normalX, contact.normalY)).toBeCloseTo(1, 12);
  expect(contact.depth).toBeGreaterThanOrEqual(0);
  expect(contact.fraction).toBeGreaterThanOrEqual(0);
  expect(contact.fraction).toBeLessThanOrEqual(1);
}

/** A point or, with a radius, a circle, as the oracle sees it. */
export function pointAt(x: number, y: number, radius = 0): RoundedPoints {
  return { points: [[x, y]], radius };
}

/** As the oracle sees it. */
export function pointsOf({ shape, x, y }: TestBody): RoundedPoints {
  const { kind, radius, extentX, extentY, vertices } = shape;
  const local: [number, number][] = [];
  if (kind === ShapeKind.polygon) {
    for (let i = 0; i < vertices.length; i += 2) local.push([vertices[i], vertices[i + 1]]);
  } else if (kind === ShapeKind.box) {
    local.push([-extentX, -extentY], [extentX, -extentY], [extentX, extentY], [-extentX, extentY]);
  } else {
    local.push([-extentX, -extentY], [extentX, extentY]);
  }
  return { points: local.map(([px, py]) => [x + px, y + py] as const), radius };
}

export const KIND_NAMES = ["circle", "box", "segment", "capsule", "polygon"] as const;
type KindName = (typeof KIND_NAMES)[number];

/** Every pair of kinds, both ways round. */
export const KIND_PAIRS = KIND_NAMES.flatMap((a) => KIND_NAMES.map((b) => [a, b] as const));

/** Shapes of a kind, sizes and coordinates from `number`, which gives both signs. */
function shapeOf(kind: KindName, number: Arbitrary<number>): Arbitrary<Shape> {
  const size = number.map(Math.abs);
  switch (kind) {
    case "circle":
      return size.map(circle);
    case "box":
      return fc
        .tuple(size, size)
        .map(([width, height]) => box(Math.min(2 * width, MAX_MAGNITUDE), Math.min(2 * height, MAX_MAGNITUDE)));
    case "segment":
      return fc.tuple(number, number).map(([x, y]) => segment(x, y));
    case "capsule":
      return fc.tuple(number, number, size).map(([x, y, radius]) => capsule(x, y, radius));
    case "polygon":
      return fc
        .array(fc.tuple(number, number), { minLength: 3, maxLength: 8 })
        .map((points) => convexHull(points))
        .map((hull) => polygonOrUndefined(hull.flat()))
        .filter((shape) => shape !== undefined);
  }
}

/** A hull of floats may still be flat, or hollow by a rounding. */
function polygonOrUndefined(vertices: number[]): Shape | undefined {
  try {
    return polygon(vertices);
  } catch {
    return undefined;
  }
}

export function bodyOf(kind: KindName, number: Arbitrary<number>): Arbitrary<TestBody> {
  return fc
    .tuple(shapeOf(kind, number), number, number, number, number)
    .map(([shape, x, y, motionX, motionY]) => ({ shape, x, y, motionX, motionY }));
}

/** Whole numbers, for which everything up to a touch is exact. */
export const wholeNumber = fc.integer({ min: -6, max: 6 });
/** Floats, with enough that coincide. */
export const usualNumber = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -5, max: 5, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6) },
  { weight: 2, arbitrary: wholeNumber },
);
/** Anything that the space lets in. */
export const anyNumber = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.constantFrom(0, -0, 1e12, -1e12, 5e-324, -5e-324, 1e-200, 1e-140, 1e-160, 1e-12, 1, -1),
  usualNumber,
);
/** The same without what is as good as 0 (tolerances.ts), where floats lose their digits. */
export const anyUsefulNumber = anyNumber.map((value) => (Math.abs(value) < 1e-100 ? 0 : value));
