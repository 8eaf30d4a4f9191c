/**
 * Integers that stand for coordinates in the hot loops: if v ≤ w then orderKey(v) ≤ orderKey(w). Values that differ in the
 * last digits may share a key, so comparing keys never misses an overlap and may show one that is not: who needs certainty
 * compares the float64 values after. A float32 read as an integer is already in order when positive, and in reverse order
 * when negative, where flipping all bits but the sign puts it right. Halving leaves room for the difference of two keys in
 * an int32, whose sign is then the comparison.
 */
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The key of `value`, which may be infinite but not NaN: an integer from −2^30 to KEY_LIMIT − 1. */
export function orderKey(value: number): number {
  // Adding 0 turns −0, also one that rounding has just made, into 0: they are equal, and so must their keys be.
  float[0] = Math.fround(value) + 0;
  const word = bits[0];
  return (word ^ ((word >> 31) & 0x7fffffff)) >> 1;
}

/** Above the key of every value, Infinity included. */
export const KEY_LIMIT = 0x3fffffff;
