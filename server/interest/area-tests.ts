/** Whether a body is in an area: by its extent, touching included. */
import type { BodyStore } from "../space/bodies.ts";
import { overlapsCircle, overlapsRectangle } from "../space/narrowphase/overlap.ts";
import { MAX_VERTICES, ShapeKind } from "../space/shapes.ts";
import { type Area, type ConeArea, isCone, isRectangle } from "./areas.ts";

/**
 * Whether the body in `slot` overlaps or touches the area, grown by `margin` (u) on every side. Rectangles and circles are exact
 * for every shape; a cone takes a body that is no circle by its bounding circle.
 */
export function overlapsArea(bodies: BodyStore, slot: number, area: Area, margin: number): boolean {
  if (isRectangle(area)) {
    const halfWidth = area.width / 2 + margin;
    const halfHeight = area.height / 2 + margin;
    const { centerX, centerY } = area;
    return overlapsRectangle(
      bodies,
      slot,
      centerX - halfWidth,
      centerY - halfHeight,
      centerX + halfWidth,
      centerY + halfHeight,
    );
  }
  if (isCone(area)) {
    return coneDistance(area, bodies.x[slot], bodies.y[slot]) <= boundingRadius(bodies, slot) + margin;
  }
  return overlapsCircle(bodies, slot, area.centerX, area.centerY, area.radius + margin);
}

/** From a point to the sector, in u; 0 inside it. */
function coneDistance({ centerX, centerY, radius, direction, angle }: ConeArea, x: number, y: number): number {
  const dx = x - centerX;
  const dy = y - centerY;
  const distance = Math.hypot(dx, dy);
  const turned = Math.atan2(dy, dx) - direction;
  const off = Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned)));
  if (off <= angle / 2) return Math.max(0, distance - radius);
  return Math.min(
    edgeDistance(dx, dy, radius, direction - angle / 2),
    edgeDistance(dx, dy, radius, direction + angle / 2),
  );
}

/** From a point to the edge of a sector that leaves its apex, at (0, 0), in `direction`. */
function edgeDistance(x: number, y: number, length: number, direction: number): number {
  const edgeX = Math.cos(direction);
  const edgeY = Math.sin(direction);
  const along = Math.min(length, Math.max(0, x * edgeX + y * edgeY));
  return Math.hypot(x - along * edgeX, y - along * edgeY);
}

/** How far the body's shape reaches from its position, in u. */
export function boundingRadius({ shape, radius, extentX, extentY, vertices, vertexCount }: BodyStore, slot: number) {
  if (shape[slot] === ShapeKind.circle) return radius[slot];
  if (shape[slot] !== ShapeKind.polygon) return Math.hypot(extentX[slot], extentY[slot]) + radius[slot];
  let farthest = 0;
  const start = slot * MAX_VERTICES * 2;
  for (let i = 0; i < 2 * vertexCount[slot]; i += 2) {
    farthest = Math.max(farthest, Math.hypot(vertices[start + i], vertices[start + i + 1]));
  }
  return farthest;
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
