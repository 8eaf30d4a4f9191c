import * as fc from "fast-check";
import { expect, test } from "vitest";
import { classOf, createFilterClasses, MOST_CLASSES } from "./filter-classes.ts";

const bits = fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer(), fc.constant(-1));

test("two classes refuse each other exactly where a category and a mask have no bit in common", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(bits, bits), { maxLength: 2 * MOST_CLASSES }), (filters) => {
      const classes = createFilterClasses();
      const numbers = filters.map(([category, mask]) => classOf(classes, category, mask));
      for (const [i, [category, mask]] of filters.entries()) {
        expect(classOf(classes, category, mask)).toBe(numbers[i]);
        for (const [j, [otherCategory, otherMask]] of filters.entries()) {
          if (numbers[i] === 0 || numbers[j] === 0) continue;
          const meets = (category & otherMask) !== 0 && (otherCategory & mask) !== 0;
          expect((classes.refused[numbers[i]] >> (numbers[j] - 1)) & 1).toBe(meets ? 0 : 1);
        }
      }
      expect(classes.areTooFew).toBe(new Set(filters.map(([c, m]) => `${c} ${m}`)).size > MOST_CLASSES);
      expect(classes.refused[0]).toBe(0);
    }),
  );
});
