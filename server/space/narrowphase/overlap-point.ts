/**
 * A point that two overlapping cores share: the mean of the corners of their intersection, found by cutting one core along the
 * edges of the other (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
 *
 * Idea: the mean of points of a convex set is in it, so the result is in both cores, also where one contains the other and
 * where they share no more than an edge or a corner.
 * Cost: n·m steps at most.
 */
import { MAX_VERTICES } from "../shapes.ts";
import type { Core } from "./core.ts";
import type { Separation } from "./separation.ts";
import { CLIP_SLACK } from "./tolerances.ts";

// Each cut of a convex polygon adds one corner at most.
const MAX_CORNERS = 2 * MAX_VERTICES;
let cornerX = new Float64Array(MAX_CORNERS);
let cornerY = new Float64Array(MAX_CORNERS);
let nextX = new Float64Array(MAX_CORNERS);
let nextY = new Float64Array(MAX_CORNERS);

/** Writes the point, in the common frame, to `into.closestX` and `closestY`. The cores must overlap or touch. */
export function findOverlapPoint(a: Core, b: Core, into: Separation): void {
  // The one with fewer points is cut by the other, which has an area unless both are flat.
  const subject = a.count <= b.count ? a : b;
  const cutter = subject === a ? b : a;
  let count = subject.count;
  for (let i = 0; i < count; i++) {
    cornerX[i] = subject.pointX[i];
    cornerY[i] = subject.pointY[i];
  }
  for (let i = 0; i < cutter.count && count > 1; i++) {
    count = cut(count, subject, cutter, i, false);
    if (cutter.count === 2) count = cut(count, subject, cutter, i, true);
  }
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < count; i++) {
    sumX += cornerX[i];
    sumY += cornerY[i];
  }
  into.closestX = subject.x + sumX / count;
  into.closestY = subject.y + sumY / count;
}

/**
 * Keeps of the first `count` corners, which are counted from where `subject` is, what lies behind an edge of `cutter`, or behind
 * that edge's end.
 */
function cut(count: number, subject: Core, cutter: Core, edge: number, atEnd: boolean): number {
  const from = atEnd ? 1 - edge : edge;
  const dx = subject.x - cutter.x - cutter.pointX[from];
  const dy = subject.y - cutter.y - cutter.pointY[from];
  const normalX = atEnd ? cutter.edgeX[edge] : cutter.edgeY[edge];
  const normalY = atEnd ? cutter.edgeY[edge] : -cutter.edgeX[edge];
  let kept = 0;
  let previous = count - 1;
  let greatest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const out = (dx + cornerX[i]) * normalX + (dy + cornerY[i]) * normalY;
    greatest = Math.max(greatest, Math.abs(dx + cornerX[i]) + Math.abs(dy + cornerY[i]));
    least = Math.min(least, out);
  }
  // They overlap, so the foremost corner is behind the line but for rounding.
  const slack = Math.max(least, CLIP_SLACK * greatest * (Math.abs(normalX) + Math.abs(normalY)));
  for (let i = 0; i < count; i++) {
    const outBefore = (dx + cornerX[previous]) * normalX + (dy + cornerY[previous]) * normalY;
    const out = (dx + cornerX[i]) * normalX + (dy + cornerY[i]) * normalY;
    // A corner that is kept for the slack stands for the crossing itself.
    if ((outBefore < 0 && out > slack) || (outBefore > slack && out < 0)) {
      const part = outBefore / (outBefore - out);
      nextX[kept] = cornerX[previous] + part * (cornerX[i] - cornerX[previous]);
      nextY[kept] = cornerY[previous] + part * (cornerY[i] - cornerY[previous]);
      kept++;
    }
    if (out <= slack) {
      nextX[kept] = cornerX[i];
      nextY[kept] = cornerY[i];
      kept++;
    }
    previous = i;
  }
  const swapX = cornerX;
  const swapY = cornerY;
  cornerX = nextX;
  cornerY = nextY;
  nextX = swapX;
  nextY = swapY;
  return Math.min(kept, MAX_CORNERS);
}
