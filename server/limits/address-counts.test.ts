import fc from "fast-check";
import { expect, test } from "vitest";
import { createAddressCounts } from "./address-counts.ts";

test("no address has more than it may, and whatever the order of comes and goes, all is given back", () => {
  const comesAndGoes = fc.array(fc.record({ key: fc.constantFrom("a", "b", "c"), comes: fc.boolean() }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), comesAndGoes, (most, steps) => {
      const counts = createAddressCounts(most);
      const held: string[] = [];
      for (const { key, comes } of steps) {
        const before = held.filter((other) => other === key).length;
        if (comes) {
          expect(counts.take(key)).toBe(before < most);
          if (before < most) held.push(key);
        } else if (before > 0) {
          counts.giveBack(key);
          held.splice(held.indexOf(key), 1);
        }
        expect(counts.countOf(key)).toBe(held.filter((other) => other === key).length);
        expect(counts.countOf(key)).toBeLessThanOrEqual(most);
        expect([counts.total, counts.addresses]).toEqual([held.length, new Set(held).size]);
      }
      for (const key of held) counts.giveBack(key);
      expect([counts.total, counts.addresses]).toEqual([0, 0]);
    }),
  );
});

test("what nobody has taken cannot be given back", () => {
  const counts = createAddressCounts(1);
  counts.take("a");
  counts.giveBack("a");
  expect(() => counts.giveBack("a")).toThrow(RangeError);
});
