import type { Boxes } from "../../boxes.ts";

/** The columns of the boxes as a sweep sees them: along the axis that is swept, and along the other. */
export interface Axis {
  readonly min: Float32Array;
  readonly max: Float32Array;
  readonly otherMin: Float32Array;
  readonly otherMax: Float32Array;
  /** `min` and `max`, read as integers. */
  readonly minBits: Int32Array;
  readonly maxBits: Int32Array;
}

/** The two ways to sweep the boxes. */
interface Axes {
  readonly x: Axis;
  readonly y: Axis;
}

export function createAxes({ minX, maxX, minY, maxY }: Boxes): Axes {
  return {
    x: createAxis(minX, maxX, minY, maxY),
    y: createAxis(minY, maxY, minX, maxX),
  };
}

function createAxis(min: Float32Array, max: Float32Array, otherMin: Float32Array, otherMax: Float32Array): Axis {
  return { min, max, otherMin, otherMax, minBits: asIntegers(min), maxBits: asIntegers(max) };
}

function asIntegers({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** How many times the variance along an axis must be that along the other before a list sorted by the other is given up. */
const MUCH_WIDER = 2;

/**
 * The axis along which the bodies' middles vary the more: there the sweep separates most. `current`, if any, is kept as long
 * as the other one is not much better.
 */
export function widerAxis(axes: Axes, current: Axis | undefined, slots: Int32Array, count: number): Axis {
  const varianceX = variance(axes.x, slots, count);
  const varianceY = variance(axes.y, slots, count);
  if (current === axes.x) return varianceY > varianceX * MUCH_WIDER ? axes.y : axes.x;
  if (current === axes.y) return varianceX > varianceY * MUCH_WIDER ? axes.x : axes.y;
  return varianceY > varianceX ? axes.y : axes.x;
}

function variance({ min, max }: Axis, slots: Int32Array, count: number): number {
  if (count === 0) return 0;
  // About the first body rather than the origin, so that a small crowd far away does not drown in rounding. Twice the middle.
  const origin = min[slots[0]] + max[slots[0]];
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const middle = min[slots[i]] + max[slots[i]] - origin;
    sum += middle;
    squares += middle * middle;
  }
  return (squares - (sum * sum) / count) / count;
}
