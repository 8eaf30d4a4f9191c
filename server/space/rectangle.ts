import { requireCoordinate, SpaceError } from "./errors.ts";

/** An axis-aligned rectangle that includes its edges, in u. */
export interface Rectangle {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Throws a SpaceError unless the edges are coordinates and in order; a rectangle may be a line or a point. */
export function requireRectangle(minX: number, minY: number, maxX: number, maxY: number): void {
  requireCoordinate("minX", minX);
  requireCoordinate("minY", minY);
  requireCoordinate("maxX", maxX);
  requireCoordinate("maxY", maxY);
  if (minX > maxX) throw new SpaceError("bad-rectangle", "minX", minX, `give at most maxX, which is ${maxX}.`);
  if (minY > maxY) throw new SpaceError("bad-rectangle", "minY", minY, `give at most maxY, which is ${maxY}.`);
}
