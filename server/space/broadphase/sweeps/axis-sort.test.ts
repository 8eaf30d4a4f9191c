import fc from "fast-check";
import { expect, test } from "vitest";
import { createAxisSort, repairOrder, sortByValue } from "./axis-sort.ts";

const float = fc.oneof(
  // Neighbours, of which the order key does not tell each two apart.
  fc.tuple(fc.constantFrom(1, -1, 3e12, -1e-40), fc.integer({ min: 0, max: 7 })).map(([base, steps]) => {
    const bits = new Int32Array(Float32Array.of(base).buffer);
    bits[0] += steps;
    return new Float32Array(bits.buffer)[0];
  }),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);

test("slots come out in the order of their floats, to the last bit, equal ones as they were", () => {
  fc.assert(
    fc.property(fc.array(float, { maxLength: 300, size: "max" }), (floats) => {
      const values = Float32Array.from(floats);
      const slots = Int32Array.from(floats, (_, slot) => slot);
      sortByValue(slots, slots.length, values, new Int32Array(values.buffer), createAxisSort(values.length));
      expect([...slots]).toEqual([...values.keys()].sort((a, b) => values[a] - values[b] || a - b));
    }),
    { numRuns: 200 },
  );
});

test("repairing shifts each slot past those that are greater, and counts the places", () => {
  const values = Float32Array.of(30, 10, 20, 40);
  const slots = Int32Array.of(0, 1, 2, 3);
  expect(repairOrder(slots, 4, values, Infinity)).toBe(2);
  expect([...slots]).toEqual([1, 2, 0, 3]);
  expect(repairOrder(slots, 4, values, Infinity)).toBe(0);
});

test("repairing gives up past the bound, with every slot still there", () => {
  const values = Float32Array.from({ length: 1000 }, (_, i) => -i);
  const slots = Int32Array.from({ length: 1000 }, (_, i) => i);
  const shifts = repairOrder(slots, 1000, values, 5000);
  expect(shifts).toBeGreaterThan(5000);
  expect(shifts).toBeLessThan(5200);
  expect([...slots].sort((a, b) => a - b)).toEqual([...values.keys()]);
});
