import { type BodyStore, NO_BODY } from "../../bodies.ts";

/** How many bodies there are by the exponent of the longer side of their boxes. */
interface SizeHistogram {
  readonly counts: Int32Array;
  readonly float: Float32Array;
  readonly bits: Int32Array;
}

/** A float32 has this many exponents. */
const EXPONENTS = 256;
const FRACTION_BITS = 23;
/** The exponent of 1 as it stands in a float32's bits. */
const EXPONENT_OF_ONE = 127;

export function createSizeHistogram(): SizeHistogram {
  const float = new Float32Array(1);
  return { counts: new Int32Array(EXPONENTS), float, bits: new Int32Array(float.buffer) };
}

/** Counts the bodies. */
export function countSizes({ counts, float, bits }: SizeHistogram, { ids, slotLimit, boxes }: BodyStore): void {
  const { minX, minY, maxX, maxY } = boxes;
  counts.fill(0);
  for (let slot = 0; slot < slotLimit; slot++) {
    if (ids[slot] === NO_BODY) continue;
    const width = maxX[slot] - minX[slot];
    const height = maxY[slot] - minY[slot];
    float[0] = Math.max(width, height);
    counts[bits[0] >> FRACTION_BITS]++;
  }
}

/** The least power of two (u) that no more than `share` of `count` bodies exceed. */
export function sizeExceededBy({ counts }: SizeHistogram, count: number, share: number): number {
  const most = count * share;
  let exponent = EXPONENTS - 2;
  let larger = 0;
  while (exponent > 0 && larger + counts[exponent] <= most) larger += counts[exponent--];
  return 2 ** (exponent + 1 - EXPONENT_OF_ONE);
}
