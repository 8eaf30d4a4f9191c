/** Whether a body is in an area: by its extent, touching included. */
import type { BodyStore } from "../space/bodies.ts";
import { overlapsCircle, overlapsRectangle } from "../space/narrowphase/overlap.ts";
import { MAX_VERTICES, ShapeKind } from "../space/shapes.ts";
import { type Area, type ConeArea, isCone, isRectangle } from "./areas.ts";

/** The margin of the test at hand, and the point. In arrays: floats given to a function that is not inlined are allocated. */
const grown = new Float64Array(1);
const point = new Float64Array(2);

/**
 * Whether the body in `slot` overlaps or touches the area, grown by `margin` (u) on every side. Rectangles and circles are exact
 * for every shape; of a cone, the circle is, and its sides take a body that is no circle by its bounding circle.
 */
export function overlapsArea(bodies: BodyStore, slot: number, area: Area, margin: number): boolean {
  grown[0] = margin;
  return overlapsGrown(bodies, slot, area);
}

function overlapsGrown(bodies: BodyStore, slot: number, area: Area): boolean {
  const margin = grown[0];
  const { centerX, centerY } = area;
  if (isRectangle(area)) {
    const halfWidth = area.width / 2 + margin;
    const halfHeight = area.height / 2 + margin;
    return overlapsRectangle(
      bodies,
      slot,
      centerX - halfWidth,
      centerY - halfHeight,
      centerX + halfWidth,
      centerY + halfHeight,
    );
  }
  if (!overlapsCircle(bodies, slot, centerX, centerY, area.radius + margin)) return false;
  if (!isCone(area)) return true;
  point[0] = bodies.x[slot] - centerX;
  point[1] = bodies.y[slot] - centerY;
  grown[0] += bodies.shape[slot] === ShapeKind.circle ? bodies.radius[slot] : boundingRadius(bodies, slot);
  return isNearCone(area);
}

/** Whether `point`, from the apex, is at most `grown` from the sector. */
function isNearCone({ radius, direction, angle }: ConeArea): boolean {
  const reach = grown[0];
  const x = point[0];
  const y = point[1];
  const turned = Math.atan2(y, x) - direction;
  const off = Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned)));
  if (off <= angle / 2) return Math.sqrt(x * x + y * y) <= radius + reach;
  for (let side = -1; side <= 1; side += 2) {
    const edgeX = Math.cos(direction + (side * angle) / 2);
    const edgeY = Math.sin(direction + (side * angle) / 2);
    const along = Math.min(radius, Math.max(0, x * edgeX + y * edgeY));
    const besideX = x - along * edgeX;
    const besideY = y - along * edgeY;
    if (Math.sqrt(besideX * besideX + besideY * besideY) <= reach) return true;
  }
  return false;
}

/** How far the body's shape reaches from its position, in u. */
export function boundingRadius({ shape, radius, extentX, extentY, vertices, vertexCount }: BodyStore, slot: number) {
  if (shape[slot] === ShapeKind.circle) return radius[slot];
  if (shape[slot] !== ShapeKind.polygon) return length(extentX[slot], extentY[slot]) + radius[slot];
  let farthest = 0;
  const start = slot * MAX_VERTICES * 2;
  for (let i = 0; i < 2 * vertexCount[slot]; i += 2) {
    farthest = Math.max(farthest, length(vertices[start + i], vertices[start + i + 1]));
  }
  return farthest;
}

function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Writes the area's bounding rectangle, grown by `margin`: minX, minY, maxX, maxY in u. */
export function boundsOfArea(area: Area, margin: number, into: Float64Array): void {
  const halfWidth = (isRectangle(area) ? area.width / 2 : area.radius) + margin;
  const halfHeight = (isRectangle(area) ? area.height / 2 : area.radius) + margin;
  into[0] = area.centerX - halfWidth;
  into[1] = area.centerY - halfHeight;
  into[2] = area.centerX + halfWidth;
  into[3] = area.centerY + halfHeight;
}
