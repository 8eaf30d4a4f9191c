/**
 * Every shape is all points within a radius of a convex *core*: a point (circle), two points (segment, capsule) or a polygon of
 * 3 to MAX_VERTICES (box, polygon). What two shapes do is told by their cores and the sum of their radii, so that one routine
 * serves every pair.
 *
 * Points are counted from the core's own place, and edges are made before they are moved there: far away, at 1e12, a small
 * shape keeps its edges' directions. Cores are scratch: made once per module and loaded anew for every test.
 */
import type { BodyStore } from "../bodies.ts";
import { MAX_VERTICES, ShapeKind } from "../shapes.ts";
import { NEGLIGIBLE_LENGTH } from "./tolerances.ts";

export interface Core {
  /** Points; edge i leads from point i to the next. Two points have two edges, there and back; one point has none. */
  count: number;
  /** How far (u) the shape reaches beyond its core. */
  radius: number;
  /** Where the points are counted from, in whatever frame the caller uses. */
  x: number;
  y: number;
  readonly pointX: Float64Array;
  readonly pointY: Float64Array;
  /** With positive area the outward normal of an edge is (edgeY, −edgeX). */
  readonly edgeX: Float64Array;
  readonly edgeY: Float64Array;
  readonly edgeLength: Float64Array;
}

/** A point without a radius at the origin. */
export function createCore(): Core {
  const column = () => new Float64Array(MAX_VERTICES);
  return {
    count: 1,
    radius: 0,
    x: 0,
    y: 0,
    pointX: column(),
    pointY: column(),
    edgeX: column(),
    edgeY: column(),
    edgeLength: column(),
  };
}

/** The shape of the body in `slot`, placed at the origin. */
export function loadShape(core: Core, bodies: BodyStore, slot: number): void {
  const { pointX, pointY } = core;
  core.radius = bodies.radius[slot];
  core.x = 0;
  core.y = 0;
  const kind = bodies.shape[slot];
  if (kind === ShapeKind.circle) {
    core.count = 1;
    pointX[0] = 0;
    pointY[0] = 0;
  } else if (kind === ShapeKind.box) {
    pointX[0] = -bodies.extentX[slot];
    pointY[0] = -bodies.extentY[slot];
    pointX[2] = bodies.extentX[slot];
    pointY[2] = bodies.extentY[slot];
    completeRectangle(core);
  } else if (kind === ShapeKind.polygon) {
    const { vertices } = bodies;
    const start = slot * MAX_VERTICES * 2;
    core.count = bodies.vertexCount[slot];
    for (let i = 0; i < core.count; i++) {
      pointX[i] = vertices[start + 2 * i];
      pointY[i] = vertices[start + 2 * i + 1];
    }
    makeEdges(core);
  } else {
    core.count = 2;
    pointX[0] = -bodies.extentX[slot];
    pointY[0] = -bodies.extentY[slot];
    pointX[1] = bodies.extentX[slot];
    pointY[1] = bodies.extentY[slot];
    makeEdges(core);
  }
}

/**
 * The rectangle, which may be a line or a point, of which the caller has set the corners: point 0 the least, point 2 the
 * greatest coordinates.
 */
export function completeRectangle(core: Core): void {
  const { pointX, pointY } = core;
  core.count = 4;
  pointX[1] = pointX[2];
  pointY[1] = pointY[0];
  pointX[3] = pointX[0];
  pointY[3] = pointY[2];
  makeEdges(core);
}

/** The convex polygon of `count` vertices, 1 to MAX_VERTICES, in either order around it. Its place is its first vertex. */
export function loadPolygon(core: Core, vertices: ArrayLike<number>, count: number): void {
  const { pointX, pointY } = core;
  core.count = count;
  core.radius = 0;
  core.x = vertices[0];
  core.y = vertices[1];
  let area = 0;
  for (let i = 0; i < count; i++) {
    pointX[i] = vertices[2 * i] - vertices[0];
    pointY[i] = vertices[2 * i + 1] - vertices[1];
    if (i > 0) area += pointX[i - 1] * pointY[i] - pointX[i] * pointY[i - 1];
  }
  if (area < 0) {
    for (let i = 0, j = count - 1; i < j; i++, j--) {
      const x = pointX[i];
      const y = pointY[i];
      pointX[i] = pointX[j];
      pointY[i] = pointY[j];
      pointX[j] = x;
      pointY[j] = y;
    }
  }
  makeEdges(core);
}

/** Makes the edges, and leaves out points that coincide with the next: a flat box becomes two points, an empty one a point. */
function makeEdges(core: Core): void {
  const { pointX, pointY, edgeX, edgeY, edgeLength, count } = core;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const next = i + 1 === count ? 0 : i + 1;
    const dx = pointX[next] - pointX[i];
    const dy = pointY[next] - pointY[i];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length <= NEGLIGIBLE_LENGTH) continue;
    pointX[kept] = pointX[i];
    pointY[kept] = pointY[i];
    edgeX[kept] = dx;
    edgeY[kept] = dy;
    edgeLength[kept] = length;
    kept++;
  }
  core.count = Math.max(1, kept);
}
