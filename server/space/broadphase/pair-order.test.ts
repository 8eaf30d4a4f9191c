import fc from "fast-check";
import { expect, test } from "vitest";
import { createPairList } from "./pair-list.ts";
import { createPairOrderMemory, orderPairs } from "./pair-order.ts";

const SLOTS = 60;

test("pairs come out by (a, b) with a < b, whatever their order, few or many to a slot", () => {
  const slot = fc.integer({ min: 0, max: SLOTS - 1 });
  const pair = fc.tuple(slot, slot).filter(([a, b]) => a !== b);
  // The second kind gives one slot more pairs than are sorted by insertion.
  const pairs = fc.oneof(
    fc.array(pair),
    fc.array(
      fc.tuple(
        fc.constant(7),
        slot.filter((b) => b !== 7),
      ),
      { minLength: 40 },
    ),
  );
  const memory = createPairOrderMemory(SLOTS);
  fc.assert(
    fc.property(pairs, (given) => {
      const list = createPairList();
      list.a = Int32Array.from(given, ([a]) => a);
      list.b = Int32Array.from(given, ([, b]) => b);
      list.count = given.length;
      orderPairs(list, SLOTS, memory);
      const found = Array.from({ length: list.count }, (_, i) => [list.a[i], list.b[i]]);
      const expected = given.map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
      expect(found).toEqual(expected.sort((p, q) => p[0] - q[0] || p[1] - q[1]));
    }),
    { numRuns: 500 },
  );
});
