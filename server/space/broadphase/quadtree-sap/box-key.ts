/**
 * Integers that stand for coordinates in the hot loops, so that the sign of one difference says which of two is greater.
 *
 * A float32 read as an integer is in order when positive, and in reverse when negative, where negating it puts it right.
 * But the difference of two such integers overflows an int32 when their signs differ. So the magnitudes that no world
 * needs are left out: what is at most 2^−86 u gets the key 0, what is left up to 2^42 u has keys below 2^30. The keys of
 * different edges are different unless both are nearly 0; `blurredMin` and `blurredMax` tell whether such edges are about.
 */
const MAGNITUDE = 0x7fffffff;
/** 2^−86 as the bits of a float32. */
const TINY = 0x14800000;
const TINY_END = TINY + 1;

/** Above the key of every coordinate of a box, and of its negative. */
export const KEY_LIMIT = 0x3fffffff;

/** The key of the float32 with these bits, of a magnitude below 2^42; not NaN. */
export function keyOfBits(bits: number): number {
  const magnitude = ((bits & MAGNITUDE) - TINY) | 0;
  const sign = bits >> 31;
  // With | 0, V8 need not look for an overflow.
  return (((magnitude & ~(magnitude >> 31)) ^ sign) - sign) | 0;
}

/**
 * Negative if a box whose least edge has these bits may seem to touch one that it only follows closely. The edge of what
 * begins at 0, rounded outward, lies just below 0 and is not among them, however often it occurs.
 */
export function blurredMin(bits: number): number {
  return ((bits & MAGNITUDE) - TINY_END) & ~bits;
}

/** As `blurredMin`, for a greatest edge and what follows closely. */
export function blurredMax(bits: number): number {
  return ((bits & MAGNITUDE) - TINY_END) & bits;
}

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);

/** The key of any number but NaN: if v ≤ w then boxKey(v) ≤ boxKey(w). */
export function boxKey(value: number): number {
  float[0] = value;
  return Math.max(1 - KEY_LIMIT, Math.min(KEY_LIMIT - 1, keyOfBits(word[0])));
}

/**
 * The bits of a float32 that has this key, or of 2^−86 for 0: it lies within 2^−85 of all that have it. Without a branch.
 */
export function bitsOfKey(key: number): number {
  const sign = key >> 31;
  return ((key ^ sign) - sign + TINY) | (sign & ~MAGNITUDE) | 0;
}

/** The coordinate that has this key; 0 for 0. */
export function valueOfKey(key: number): number {
  if (key === 0) return 0;
  word[0] = Math.abs(key) + TINY;
  return key < 0 ? -float[0] : float[0];
}
