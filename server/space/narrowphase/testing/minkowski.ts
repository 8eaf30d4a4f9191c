/**
 * The oracle of the narrow phase's tests: two shapes a and b, as points and a radius, overlap where the hull of all differences
 * b − a comes within the radii of the origin. Found by a convex hull, so by none of the code that it judges; in whole numbers
 * of a usual size `doOverlap` is exact.
 */

export interface RoundedPoints {
  points: readonly (readonly [x: number, y: number])[];
  radius: number;
}

type Point = readonly [x: number, y: number];

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** The convex hull, with positive area and no three points on a line (Andrew's monotone chain); one or two points if flat. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && cross(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  const hull = [...half(sorted), ...half(sorted.reverse())];
  const distinct = hull.filter(([x, y], i) => hull.findIndex((other) => other[0] === x && other[1] === y) === i);
  return distinct.length === 0 ? [sorted[0]] : distinct;
}

function differences(a: RoundedPoints, b: RoundedPoints): Point[] {
  return convexHull(b.points.flatMap(([bx, by]) => a.points.map(([ax, ay]): Point => [bx - ax, by - ay])));
}

const ORIGIN: Point = [0, 0];

function isOriginInside(hull: readonly Point[]): boolean {
  return hull.length >= 3 && hull.every((point, i) => cross(point, hull[(i + 1) % hull.length], ORIGIN) >= 0);
}

/** Whether they overlap or touch. */
export function doOverlap(a: RoundedPoints, b: RoundedPoints): boolean {
  const hull = differences(a, b);
  const reach = a.radius + b.radius;
  if (isOriginInside(hull)) return true;
  return hull.some((from, i) => {
    const to = hull[(i + 1) % hull.length];
    if (from[0] ** 2 + from[1] ** 2 <= reach ** 2) return true;
    const edge: Point = [to[0] - from[0], to[1] - from[1]];
    const along = -(from[0] * edge[0] + from[1] * edge[1]);
    const squared = edge[0] ** 2 + edge[1] ** 2;
    return along > 0 && along < squared && cross(from, to, ORIGIN) ** 2 <= reach ** 2 * squared;
  });
}

/** How far they are apart; negative by the least motion that parts them if they overlap. */
export function signedDistance(a: RoundedPoints, b: RoundedPoints): number {
  return distanceOfOrigin(differences(a, b)) - a.radius - b.radius;
}

function distanceOfOrigin(hull: readonly Point[]): number {
  const toEdges = hull.map((from, i) => {
    const to = hull[(i + 1) % hull.length];
    const edge: Point = [to[0] - from[0], to[1] - from[1]];
    const squared = edge[0] ** 2 + edge[1] ** 2;
    const part = squared === 0 ? 0 : -(from[0] * edge[0] + from[1] * edge[1]) / squared;
    const clamped = Math.min(1, Math.max(0, part));
    return Math.hypot(from[0] + clamped * edge[0], from[1] + clamped * edge[1]);
  });
  const distance = Math.min(...toEdges);
  return isOriginInside(hull) ? -distance : distance;
}

export function moved({ points, radius }: RoundedPoints, dx: number, dy: number): RoundedPoints {
  return { points: points.map(([x, y]): Point => [x + dx, y + dy]), radius };
}

/**
 * The first part, from 0 to 1, of b's motion (dx, dy) after which they touch, and how near they come in the whole of it
 * (negative if they overlap); the distance of convex shapes is convex along a line, so thirds lead to its least and halves to
 * the first touch.
 */
export function firstTouch(
  a: RoundedPoints,
  b: RoundedPoints,
  dx: number,
  dy: number,
): [fraction: number, least: number] {
  const hull = differences(a, b);
  const at = (fraction: number) => {
    const then = hull.map(([x, y]): Point => [x + fraction * dx, y + fraction * dy]);
    return distanceOfOrigin(then) - a.radius - b.radius;
  };
  if (at(0) <= 0) return [0, at(0)];
  let low = 0;
  let high = 1;
  for (let i = 0; i < 200; i++) {
    const third = (high - low) / 3;
    if (at(low + third) <= 0) {
      high = low + third;
      break;
    }
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  const least = Math.min(at(high), at(low), at(1));
  if (at(high) > 0) return [at(1) <= 0 ? 1 : Number.POSITIVE_INFINITY, least];
  let apart = 0;
  for (let i = 0; i < 100; i++) {
    const middle = (apart + high) / 2;
    if (at(middle) <= 0) high = middle;
    else apart = middle;
  }
  return [high, least];
}
