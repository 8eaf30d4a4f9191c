/**
 * The areas that a viewer may see: plain objects, which may be altered or replaced between updates. A viewer sees their union.
 */
import { InterestError, MAX_MAGNITUDE, requireFinite, requireNotNegative } from "./errors.ts";

/** A rectangle by its centre and full size, in u. */
export interface RectangleArea {
  readonly centerX: number;
  readonly centerY: number;
  readonly width: number;
  readonly height: number;
}

/** All within `radius` (u) of a point. */
export interface CircleArea {
  readonly centerX: number;
  readonly centerY: number;
  readonly radius: number;
}

/** The part of a circle about its centre that lies within half of `angle` of `direction` (radians, 0 along x, π/2 along y). */
export interface ConeArea {
  readonly centerX: number;
  readonly centerY: number;
  readonly radius: number;
  readonly direction: number;
  /** The whole opening, from 0 to 2π. */
  readonly angle: number;
}

export type Area = RectangleArea | CircleArea | ConeArea;

export function isRectangle(area: Area): area is RectangleArea {
  return (area as Partial<RectangleArea>).width !== undefined;
}

export function isCone(area: Area): area is ConeArea {
  return (area as Partial<ConeArea>).angle !== undefined;
}

/** Throws an InterestError unless the area is a rectangle, circle or cone of finite size. */
export function requireArea(area: Area): void {
  if (!isSound(area)) refuseArea(area);
}

/** Asked of every area at every update: so without a call, for which its numbers would be allocated. */
function isSound(area: Area): boolean {
  if (typeof area !== "object" || area === null) return false;
  const { centerX, centerY } = area;
  const width = isRectangle(area) ? area.width : area.radius;
  const height = isRectangle(area) ? area.height : area.radius;
  const direction = isCone(area) ? area.direction : 0;
  const angle = isCone(area) ? area.angle : 0;
  return (
    // A text or null would pass the comparisons.
    typeof centerX === "number" &&
    typeof centerY === "number" &&
    typeof width === "number" &&
    typeof height === "number" &&
    typeof direction === "number" &&
    typeof angle === "number" &&
    centerX >= -MAX_MAGNITUDE &&
    centerX <= MAX_MAGNITUDE &&
    centerY >= -MAX_MAGNITUDE &&
    centerY <= MAX_MAGNITUDE &&
    width >= 0 &&
    width <= MAX_MAGNITUDE &&
    height >= 0 &&
    height <= MAX_MAGNITUDE &&
    direction >= -MAX_MAGNITUDE &&
    direction <= MAX_MAGNITUDE &&
    angle >= 0 &&
    angle <= 2 * Math.PI
  );
}

/** Says what is wrong with it. */
function refuseArea(area: Area): void {
  if (typeof area !== "object" || area === null) {
    throw new InterestError("bad-area", "area", area, "give a rectangle, circle or cone.");
  }
  requireFinite("area.centerX", area.centerX);
  requireFinite("area.centerY", area.centerY);
  if (isRectangle(area)) {
    requireNotNegative("area.width", area.width);
    requireNotNegative("area.height", area.height);
    return;
  }
  requireNotNegative("area.radius", area.radius);
  if (!isCone(area)) return;
  requireFinite("area.direction", area.direction);
  throw new InterestError("bad-area", "area.angle", area.angle, "give an angle from 0 to 2π.");
}
