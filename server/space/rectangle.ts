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

/** Throws a SpaceError unless it is a rectangle with an area. */
export function requireBounds({ minX, minY, maxX, maxY }: Rectangle): void {
  requireRectangle(minX, minY, maxX, maxY);
  if (minX === maxX) throw new SpaceError("bad-bounds", "bounds width", 0, "give a positive one.");
  if (minY === maxY) throw new SpaceError("bad-bounds", "bounds height", 0, "give a positive one.");
}

/** A rectangle that overlaps nothing, to be set. */
export function createNowhere(): Rectangle {
  return { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
}

export function setNowhere(rectangle: Rectangle): void {
  rectangle.minX = rectangle.minY = Infinity;
  rectangle.maxX = rectangle.maxY = -Infinity;
}

export function copyRectangle(from: Readonly<Rectangle>, to: Rectangle): void {
  to.minX = from.minX;
  to.minY = from.minY;
  to.maxX = from.maxX;
  to.maxY = from.maxY;
}
