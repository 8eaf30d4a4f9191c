import { MAX_MAGNITUDE, requireCoordinate, requireSize, SpaceError } from "./errors.ts";

/** What a body is made of, as it stands in the column `shape`. */
export const ShapeKind = { circle: 0, box: 1, segment: 2, capsule: 3, polygon: 4 } as const;
export type ShapeKind = (typeof ShapeKind)[keyof typeof ShapeKind];

/** Most vertices of a polygon. */
export const MAX_VERTICES = 8;

/** A shape about its body's position, in u. Make one with `circle`, `box`, `segment`, `capsule` or `polygon`. */
export interface Shape {
  readonly kind: ShapeKind;
  /** Of a circle or capsule; 0 for the others. */
  readonly radius: number;
  /** Half the size of a box; from the middle to the end of a segment or capsule; 0 for the others. */
  readonly extentX: number;
  readonly extentY: number;
  /** x and y of each vertex of a polygon, in order around it, so that its area is positive; empty for the others. */
  readonly vertices: readonly number[];
}

const NO_VERTICES: readonly number[] = [];

/**
 * Throws a SpaceError unless `shape` is as one of the functions below makes it: an object that was put together or altered by
 * hand is not let in.
 */
export function requireShape(shape: Shape): void {
  if (typeof shape !== "object" || shape === null || !SHAPE_KINDS.includes(shape.kind)) {
    throw new SpaceError("bad-option", "shape", shape, "make one with circle, box, segment, capsule or polygon.");
  }
  requireSize("shape.radius", shape.radius);
  requireCoordinate("shape.extentX", shape.extentX);
  requireCoordinate("shape.extentY", shape.extentY);
  if (shape.kind === ShapeKind.polygon) {
    readPolygon(shape.vertices, checkedVertices);
  } else if (shape.vertices.length > 0) {
    throw new SpaceError("bad-option", "shape.vertices", shape.vertices, "only a polygon has vertices.");
  }
}

const SHAPE_KINDS: readonly number[] = Object.values(ShapeKind);
const checkedVertices = new Float64Array(2 * MAX_VERTICES);

/** A circle about the position. A radius of 0 makes a point. */
export function circle(radius: number): Shape {
  requireSize("radius", radius);
  return { kind: ShapeKind.circle, radius, extentX: 0, extentY: 0, vertices: NO_VERTICES };
}

/** A box about the position, with its sides along the axes. */
export function box(width: number, height: number): Shape {
  requireSize("width", width);
  requireSize("height", height);
  return { kind: ShapeKind.box, radius: 0, extentX: width / 2, extentY: height / 2, vertices: NO_VERTICES };
}

/** A segment whose middle is the position, from −(extentX, extentY) to (extentX, extentY). */
export function segment(extentX: number, extentY: number): Shape {
  requireCoordinate("extentX", extentX);
  requireCoordinate("extentY", extentY);
  return { kind: ShapeKind.segment, radius: 0, extentX, extentY, vertices: NO_VERTICES };
}

/** All points within `radius` of a segment. */
export function capsule(extentX: number, extentY: number, radius: number): Shape {
  requireCoordinate("extentX", extentX);
  requireCoordinate("extentY", extentY);
  requireSize("radius", radius);
  return { kind: ShapeKind.capsule, radius, extentX, extentY, vertices: NO_VERTICES };
}

/**
 * A convex polygon of 3 to MAX_VERTICES vertices, [x0, y0, x1, y1, …] about the position, in either order around it.
 *
 * @throws SpaceError `bad-polygon` when there are too few or too many, two are the same, or it is not convex.
 */
export function polygon(vertices: readonly number[]): Shape {
  const turned = new Float64Array(2 * MAX_VERTICES);
  const count = readPolygon(vertices, turned);
  const ordered = Array.from(turned.subarray(0, 2 * count));
  return { kind: ShapeKind.polygon, radius: 0, extentX: 0, extentY: 0, vertices: ordered };
}

/**
 * Checks the vertices of a convex polygon and copies them to `into`, in the order that makes the area positive. Allocates
 * nothing.
 *
 * @param into has room for MAX_VERTICES vertices
 * @returns how many vertices there are
 * @throws SpaceError as `polygon` does
 */
export function readPolygon(vertices: ArrayLike<number>, into: Float64Array): number {
  const { length } = vertices;
  const count = length / 2;
  if (!Number.isInteger(count) || count < 3 || count > MAX_VERTICES) {
    const remedy = `give x and y of 3 to ${MAX_VERTICES} vertices.`;
    throw new SpaceError("bad-polygon", "number of vertices", count, remedy);
  }
  for (let i = 0; i < length; i++) {
    // The field's name is put together only where it is needed.
    if (typeof vertices[i] !== "number" || !(Math.abs(vertices[i]) <= MAX_MAGNITUDE)) {
      requireCoordinate(`vertices[${i}]`, vertices[i]);
    }
  }
  requireDistinct(vertices);
  const isTurned = signedArea(vertices) < 0;
  for (let i = 0; i < length; i += 2) {
    const from = isTurned ? length - 2 - i : i;
    into[i] = vertices[from];
    into[i + 1] = vertices[from + 1];
  }
  requireConvex(into, length);
  return count;
}

function requireDistinct(vertices: ArrayLike<number>): void {
  for (let i = 0; i < vertices.length; i += 2) {
    for (let j = 0; j < i; j += 2) {
      if (vertices[i] !== vertices[j] || vertices[i + 1] !== vertices[j + 1]) continue;
      throw new SpaceError(
        "bad-polygon",
        `vertex ${i / 2}`,
        [vertices[i], vertices[i + 1]],
        `it repeats vertex ${j / 2}.`,
      );
    }
  }
}

function signedArea(vertices: ArrayLike<number>): number {
  let twice = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    const j = (i + 2) % vertices.length;
    twice += vertices[i] * vertices[j + 1] - vertices[j] * vertices[i + 1];
  }
  return twice / 2;
}

/** Every vertex must lie on the left of, or on, every edge: this also refuses stars, whose every corner turns left. */
function requireConvex(vertices: Float64Array, length: number): void {
  let area = 0;
  for (let i = 0; i < length; i += 2) {
    const j = (i + 2) % length;
    const edgeX = vertices[j] - vertices[i];
    const edgeY = vertices[j + 1] - vertices[i + 1];
    for (let k = 0; k < length; k += 2) {
      if (k === i || k === j) continue;
      const side = edgeX * (vertices[k + 1] - vertices[i + 1]) - edgeY * (vertices[k] - vertices[i]);
      area = Math.max(area, side);
      if (side < 0) throw badPolygon(vertices, length, "they are not convex; give a convex polygon.");
    }
  }
  if (area === 0) throw badPolygon(vertices, length, "they lie on one line; give a segment instead.");
}

function badPolygon(vertices: Float64Array, length: number, remedy: string): SpaceError {
  return new SpaceError("bad-polygon", "vertices", vertices.subarray(0, length).join(", "), remedy);
}
