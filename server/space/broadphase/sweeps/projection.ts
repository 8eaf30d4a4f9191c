/**
 * Projections on a direction of length 1: the intervals that a sweep along it sorts. They are float32, and what overlaps has
 * intervals that do.
 */
import type { BodyStore } from "../../bodies.ts";
import { roundDown, roundUp } from "../../boxes.ts";
import { MAX_VERTICES, ShapeKind } from "../../shapes.ts";

/** Intervals by slot: the boxes', or the shapes'. Never −0, so that a float32 read as an integer orders them. */
export interface Intervals {
  readonly min: Float32Array;
  readonly max: Float32Array;
}

/** More than the sum of a projection errs by, as a part of what is summed. */
export const PROJECTION_SLACK = 2 ** -49;

/**
 * The least place of a rectangle on the direction (x, y): that of the corner that the direction comes from. Rounding keeps
 * the order of sums and products, so rectangles that overlap or touch have least places that are at most the other's
 * greatest.
 */
export function leastPlace(x: number, y: number, minX: number, minY: number, maxX: number, maxY: number): number {
  return (x > 0 ? minX : maxX) * x + (y > 0 ? minY : maxY) * y;
}

/** The greatest place of a rectangle on the direction (x, y). */
export function greatestPlace(x: number, y: number, minX: number, minY: number, maxX: number, maxY: number): number {
  return (x > 0 ? maxX : minX) * x + (y > 0 ? maxY : minY) * y;
}

/** Projects the box of the body in a slot. */
export function projectBox({ boxes }: BodyStore, slot: number, x: number, y: number, { min, max }: Intervals): void {
  const left = boxes.minX[slot];
  const top = boxes.minY[slot];
  const right = boxes.maxX[slot];
  const bottom = boxes.maxY[slot];
  // Rounding to the nearest float32 keeps the order too.
  min[slot] = leastPlace(x, y, left, top, right, bottom) + 0;
  max[slot] = greatestPlace(x, y, left, top, right, bottom) + 0;
}

/** Projects the shape of the body in a slot, where it is and where it was before its motion, and all the way between. */
export function projectShape(bodies: BodyStore, slot: number, x: number, y: number, { min, max }: Intervals): void {
  const { shape, radius, extentX, extentY, vertices, vertexCount, motionX, motionY, boxes } = bodies;
  const middle = bodies.x[slot] * x + bodies.y[slot] * y;
  let least = 0;
  let greatest = 0;
  if (shape[slot] === ShapeKind.polygon) {
    least = Infinity;
    greatest = -Infinity;
    const start = slot * MAX_VERTICES * 2;
    for (let i = start; i < start + vertexCount[slot] * 2; i += 2) {
      const along = vertices[i] * x + vertices[i + 1] * y;
      if (along < least) least = along;
      if (along > greatest) greatest = along;
    }
  } else {
    const alongX = extentX[slot] * x;
    const alongY = extentY[slot] * y;
    const reach = shape[slot] === ShapeKind.box ? Math.abs(alongX) + Math.abs(alongY) : Math.abs(alongX + alongY);
    greatest = reach + radius[slot];
    least = -greatest;
  }
  const dx = motionX[slot];
  const dy = motionY[slot];
  const way = dx * x + dy * y;
  if (way > 0) least -= way;
  else greatest -= way;
  // No term of the sums above is greater than the furthest that the shape is from the origin, than its size or its way.
  const furthestX = Math.max(Math.abs(boxes.minX[slot]), Math.abs(boxes.maxX[slot])) + Math.abs(dx);
  const furthestY = Math.max(Math.abs(boxes.minY[slot]), Math.abs(boxes.maxY[slot])) + Math.abs(dy);
  const slack = (furthestX + furthestY) * PROJECTION_SLACK;
  min[slot] = roundDown(middle + least - slack);
  max[slot] = roundUp(middle + greatest + slack);
}
