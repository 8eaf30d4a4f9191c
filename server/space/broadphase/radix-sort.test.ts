import fc from "fast-check";
import { expect, test } from "vitest";
import { KEY_LIMIT, orderKey } from "./order-key.ts";
import { createSortMemory, sortSlots } from "./radix-sort.ts";

const anyFloat = fc.oneof(
  fc.double({ noNaN: true }),
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.constantFrom(0, -0),
);

test("order keys keep the order of floats, and equal floats share one", () => {
  fc.assert(
    fc.property(anyFloat, anyFloat, (v, w) => {
      if (v < w) expect(orderKey(v)).toBeLessThanOrEqual(orderKey(w));
      if (v === w) expect(orderKey(v)).toBe(orderKey(w));
      expect(orderKey(v)).toBeGreaterThanOrEqual(-(2 ** 30));
      expect(orderKey(v)).toBeLessThan(KEY_LIMIT);
    }),
    { numRuns: 5000 },
  );
  expect(orderKey(1)).toBeLessThan(orderKey(1.000001));
  expect(orderKey(-1e-60)).toBe(orderKey(0));
});

test("slots come out in the order of their keys, equal ones as they were", () => {
  fc.assert(
    fc.property(fc.array(anyFloat), (floats) => {
      const keys = Int32Array.from(floats, orderKey);
      const slots = Int32Array.from(floats, (_, slot) => slot);
      sortSlots(slots, slots.length, keys, createSortMemory(floats.length));
      const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
      expect([...slots]).toEqual(expected);
    }),
  );
});
