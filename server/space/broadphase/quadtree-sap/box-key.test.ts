import fc from "fast-check";
import { expect, test } from "vitest";
import { blurredMax, blurredMin, boxKey, KEY_LIMIT, keyOfBits, valueOfKey } from "./box-key.ts";

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);
function bitsOf(value: number): number {
  float[0] = value;
  return word[0];
}

const edge = fc
  .oneof(
    fc.double({ min: -4e12, max: 4e12, noNaN: true }),
    fc.double({ min: -10, max: 10, noNaN: true }),
    fc.double({ min: -1e-24, max: 1e-24, noNaN: true }),
    fc.constantFrom(0, 2 ** -149, -(2 ** -149), 2 ** -86, -(2 ** -86)),
  )
  .map((value) => Math.fround(value) + 0);

test("keys order edges, their differences do not overflow, and equal keys of different edges are owned up to", () => {
  fc.assert(
    fc.property(edge, edge, (max, min) => {
      const maxKey = keyOfBits(bitsOf(max));
      const minKey = keyOfBits(bitsOf(min));
      expect((maxKey - minKey) | 0).toBe(maxKey - minKey);
      expect(Math.abs(minKey)).toBeLessThan(KEY_LIMIT);
      if (min <= max) expect(minKey).toBeLessThanOrEqual(maxKey);
      else if (blurredMax(bitsOf(max)) >= 0 && blurredMin(bitsOf(min)) >= 0) expect(minKey).toBeGreaterThan(maxKey);
    }),
    { numRuns: 10_000 },
  );
});

test("what touches at 0, or is at 0, is not taken for blurred", () => {
  expect(blurredMin(bitsOf(-(2 ** -149)))).toBeGreaterThanOrEqual(0);
  expect(blurredMax(bitsOf(2 ** -149))).toBeGreaterThanOrEqual(0);
  expect(blurredMin(bitsOf(1e-30))).toBeLessThan(0);
  expect(blurredMax(bitsOf(-1e-30))).toBeLessThan(0);
});

test("any number has a key between those of the numbers around it, and a key its number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), edge, (value, at) => {
      if (value <= at) expect(boxKey(value)).toBeLessThanOrEqual(boxKey(at));
      else expect(boxKey(value)).toBeGreaterThanOrEqual(boxKey(at));
      expect(valueOfKey(boxKey(at))).toBe(Math.abs(at) <= 2 ** -86 ? 0 : at);
    }),
    { numRuns: 5000 },
  );
});
