/**
 * What queries ask of one body as it is now: exact on its position, touching included, in the same arithmetic as `collide`.
 *
 * The public functions only put their numbers into scratch objects, and are short so that they are inlined: floats given to a
 * function that is not would be allocated for each call.
 */
import type { BodyStore } from "../bodies.ts";
import { ShapeKind } from "../shapes.ts";
import { circleOverlapsRectangle } from "./circle-rectangle.ts";
import { completeRectangle, createCore, loadPolygon, loadShape } from "./core.ts";
import { createSeparation, measureSeparation } from "./separation.ts";

const shape = createCore();
const disc = createCore();
const asked = createCore();
const separation = createSeparation();

/** Whether the body overlaps or touches the rectangle, which may be a line or a point. */
export function overlapsRectangle(
  bodies: BodyStore,
  slot: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  const x = bodies.x[slot];
  const y = bodies.y[slot];
  const kind = bodies.shape[slot];
  if (kind === ShapeKind.circle) return circleOverlapsRectangle(x, y, bodies.radius[slot], minX, minY, maxX, maxY);
  const { pointX, pointY } = asked;
  pointX[0] = minX - x;
  pointY[0] = minY - y;
  pointX[2] = maxX - x;
  pointY[2] = maxY - y;
  return kind === ShapeKind.box ? boxOverlapsAsked(bodies, slot) : shapeOverlapsAskedRectangle(bodies, slot);
}

function boxOverlapsAsked({ extentX, extentY }: BodyStore, slot: number): boolean {
  const { pointX, pointY } = asked;
  return (
    pointX[0] <= extentX[slot] &&
    pointX[2] >= -extentX[slot] &&
    pointY[0] <= extentY[slot] &&
    pointY[2] >= -extentY[slot]
  );
}

function shapeOverlapsAskedRectangle(bodies: BodyStore, slot: number): boolean {
  asked.x = 0;
  asked.y = 0;
  completeRectangle(asked);
  loadShape(shape, bodies, slot);
  separation.limit = shape.radius;
  return measureSeparation(shape, asked, separation);
}

/** Whether the body overlaps or touches the circle, which may be a point. */
export function overlapsCircle(bodies: BodyStore, slot: number, x: number, y: number, radius: number): boolean {
  const dx = x - bodies.x[slot];
  const dy = y - bodies.y[slot];
  if (bodies.shape[slot] === ShapeKind.circle) {
    const reach = bodies.radius[slot] + radius;
    return dx * dx + dy * dy <= reach * reach;
  }
  disc.x = dx;
  disc.y = dy;
  disc.radius = radius;
  return shapeOverlapsDisc(bodies, slot);
}

function shapeOverlapsDisc(bodies: BodyStore, slot: number): boolean {
  loadShape(shape, bodies, slot);
  separation.limit = shape.radius + disc.radius;
  return measureSeparation(shape, disc, separation);
}

/**
 * Whether the body overlaps or touches the convex polygon: x and y in turn of `count` vertices, from 1 to MAX_VERTICES, in
 * either order around it.
 */
export function overlapsPolygon(bodies: BodyStore, slot: number, vertices: ArrayLike<number>, count: number): boolean {
  loadPolygon(asked, vertices, count);
  loadShape(shape, bodies, slot);
  asked.x -= bodies.x[slot];
  asked.y -= bodies.y[slot];
  separation.limit = shape.radius;
  return measureSeparation(shape, asked, separation);
}

/** From the point to the body's edge, in u; 0 in or on the body. */
export function distanceTo(bodies: BodyStore, slot: number, x: number, y: number): number {
  const dx = x - bodies.x[slot];
  const dy = y - bodies.y[slot];
  if (bodies.shape[slot] === ShapeKind.circle) {
    return Math.max(0, Math.sqrt(dx * dx + dy * dy) - bodies.radius[slot]);
  }
  disc.x = dx;
  disc.y = dy;
  measureDisc(bodies, slot);
  return Math.max(0, separation.distance - shape.radius);
}

function measureDisc(bodies: BodyStore, slot: number): void {
  loadShape(shape, bodies, slot);
  separation.limit = Number.POSITIVE_INFINITY;
  measureSeparation(shape, disc, separation);
}
