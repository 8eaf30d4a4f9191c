import { scaleFor } from "./scale.ts";

/**
 * Whether a circle overlaps or touches a rectangle (u). The circle's box is tested too, as every broad phase does, so that
 * rounding in the last digit cannot make the answer depend on which broad phase is in use.
 */
export function circleOverlapsRectangle(
  x: number,
  y: number,
  radius: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  if (x - radius > maxX || x + radius < minX || y - radius > maxY || y + radius < minY) return false;
  const dx = x < minX ? minX - x : x > maxX ? x - maxX : 0;
  const dy = y < minY ? minY - y : y > maxY ? y - maxY : 0;
  // Inside or beside the rectangle, not across a corner of it: the box has said it all.
  if (dx === 0 || dy === 0) return true;
  const scale = scaleFor(radius);
  const scaledX = dx * scale;
  const scaledY = dy * scale;
  const scaledRadius = radius * scale;
  return scaledX * scaledX + scaledY * scaledY <= scaledRadius * scaledRadius;
}
