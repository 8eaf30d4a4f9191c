/**
 * The one place where a body's box is computed. The box is what "overlap" means to every broad phase: float32, rounded
 * outward so that it always holds the shape, and including its edges. With `sweep` it also holds the shape where it was before
 * its last move, and all the way between.
 */
import { type BodyStore, NO_BODY } from "./bodies.ts";
import { MAX_VERTICES, ShapeKind } from "./shapes.ts";

/** Boxes by slot, in u. Never −0, so that a float32 read as an integer orders them. */
export interface Boxes {
  readonly minX: Float32Array;
  readonly minY: Float32Array;
  readonly maxX: Float32Array;
  readonly maxY: Float32Array;
}

export function createBoxes(capacity: number): Boxes {
  return {
    minX: new Float32Array(capacity),
    minY: new Float32Array(capacity),
    maxX: new Float32Array(capacity),
    maxY: new Float32Array(capacity),
  };
}

/**
 * Rounding to float32 errs by less than 2^−24 of the value, or by less than 2^−150 near 0. Moving the value out by a little
 * more than that before rounding keeps the result outside, without a branch that the processor would guess wrong.
 */
const OUTWARD = 2 ** -23;
const OUTWARD_NEAR_ZERO = 2 ** -149;

/**
 * The start of a motion is an edge less the motion. Edge, motion and difference are each rounded, by 2^−53 of what they are:
 * near 0 that is more than OUTWARD makes up for when the motion was long.
 */
const SWEEP_ROUNDING = 2 ** -50;

/** A float32 that is at most `value`. */
export function roundDown(value: number): number {
  return Math.fround(value - (Math.abs(value) * OUTWARD + OUTWARD_NEAR_ZERO)) + 0;
}

/** A float32 that is at least `value`. */
export function roundUp(value: number): number {
  return Math.fround(value + (Math.abs(value) * OUTWARD + OUTWARD_NEAR_ZERO)) + 0;
}

/** Computes the boxes of all bodies that changed since the last step. */
export function updateBoxes(bodies: BodyStore, sweep: boolean): void {
  if (!sweep && updateCircles(bodies)) return;
  const { shape, ids, changedSlots, changedCount } = bodies;
  for (let i = 0; i < changedCount; i++) {
    const slot = changedSlots[i];
    if (ids[slot] !== NO_BODY && (sweep || shape[slot] !== ShapeKind.circle)) updateBox(bodies, slot, sweep);
  }
}

/**
 * Computes the boxes of circles, which most bodies are, where they are now; also of other shapes, as if they were circles, and
 * in slots that hold no body any more, as that is cheaper than to ask. The loop calls nothing and reads no binding of this or
 * another module: V8 would look at all arrays anew for each body.
 * @returns whether all that changed were circles
 */
function updateCircles({ x, y, shape, radius, boxes, changedSlots, changedCount }: BodyStore): boolean {
  const { minX, minY, maxX, maxY } = boxes;
  const { circle } = ShapeKind;
  const down = roundDown;
  const up = roundUp;
  let otherShapes = 0;
  // With | 0, V8 need not look for an overflow.
  for (let i = 0; i < changedCount; i = (i + 1) | 0) {
    const slot = changedSlots[i];
    otherShapes |= shape[slot] ^ circle;
    const r = radius[slot];
    const bodyX = x[slot];
    const bodyY = y[slot];
    minX[slot] = down(bodyX - r);
    minY[slot] = down(bodyY - r);
    maxX[slot] = up(bodyX + r);
    maxY[slot] = up(bodyY + r);
  }
  return otherShapes === 0;
}

/** Computes the box of any body. */
function updateBox(bodies: BodyStore, slot: number, sweep: boolean): void {
  const { x, y, shape, radius, motionX, motionY } = bodies;
  const { minX, minY, maxX, maxY } = bodies.boxes;
  let left: number;
  let right: number;
  let top: number;
  let bottom: number;
  if (shape[slot] === ShapeKind.circle) {
    const r = radius[slot];
    left = x[slot] - r;
    right = x[slot] + r;
    top = y[slot] - r;
    bottom = y[slot] + r;
  } else if (shape[slot] === ShapeKind.polygon) {
    left = x[slot] + leastVertex(bodies, slot, 0);
    right = x[slot] + greatestVertex(bodies, slot, 0);
    top = y[slot] + leastVertex(bodies, slot, 1);
    bottom = y[slot] + greatestVertex(bodies, slot, 1);
  } else {
    const reachX = Math.abs(bodies.extentX[slot]) + radius[slot];
    const reachY = Math.abs(bodies.extentY[slot]) + radius[slot];
    left = x[slot] - reachX;
    right = x[slot] + reachX;
    top = y[slot] - reachY;
    bottom = y[slot] + reachY;
  }
  if (sweep) {
    // Where it came from: its motion led here.
    const dx = motionX[slot];
    const dy = motionY[slot];
    if (dx > 0) left -= dx + (Math.abs(left) + dx) * SWEEP_ROUNDING;
    else right -= dx + (dx - Math.abs(right)) * SWEEP_ROUNDING;
    if (dy > 0) top -= dy + (Math.abs(top) + dy) * SWEEP_ROUNDING;
    else bottom -= dy + (dy - Math.abs(bottom)) * SWEEP_ROUNDING;
  }
  minX[slot] = roundDown(left);
  minY[slot] = roundDown(top);
  maxX[slot] = roundUp(right);
  maxY[slot] = roundUp(bottom);
}

function leastVertex({ vertices, vertexCount }: BodyStore, slot: number, axis: 0 | 1): number {
  const start = slot * MAX_VERTICES * 2 + axis;
  let least = vertices[start];
  for (let i = 1; i < vertexCount[slot]; i++) least = Math.min(least, vertices[start + 2 * i]);
  return least;
}

function greatestVertex({ vertices, vertexCount }: BodyStore, slot: number, axis: 0 | 1): number {
  const start = slot * MAX_VERTICES * 2 + axis;
  let greatest = vertices[start];
  for (let i = 1; i < vertexCount[slot]; i++) greatest = Math.max(greatest, vertices[start + 2 * i]);
  return greatest;
}
