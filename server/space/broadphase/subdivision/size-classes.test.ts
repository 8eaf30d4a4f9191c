import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseSizeClasses, clearSizeClasses, countSize, createSizeClasses } from "./size-classes.ts";
import { MAX_CLASSES } from "./subdivision-cells.ts";

/** The class of each size, and the classes. */
function classify(sizes: readonly number[]) {
  const classes = createSizeClasses();
  // What was counted before is forgotten.
  countSize(classes, 1e6);
  chooseSizeClasses(classes);
  clearSizeClasses(classes);
  const buckets = sizes.map((size) => countSize(classes, size));
  chooseSizeClasses(classes);
  return { classes, classOf: buckets.map((bucket) => classes.classOf[bucket]) };
}

test("sizes within a factor of two share a class, and a class spans a factor of four at most", () => {
  expect(classify([20, 40, 21, 33]).classOf).toEqual([0, 0, 0, 0]);
  expect(classify([100, 1, 3, 4, 120]).classOf).toEqual([2, 0, 0, 1, 2]);
  expect(classify([]).classes.count).toBe(0);
});

test("of too many classes, those with the fewest bodies join the next larger", () => {
  const sizes = [1, 1, 1, 4, 16, 16, 64, 64, 256, 256, 1024, 1024, 4096].flatMap((size) => [size, size]);
  const { classes, classOf } = classify([...sizes, 1e12]);
  expect(classes.count).toBe(MAX_CLASSES);
  // Those of 4 join those of 16; then those of 4096, fewest of the rest, join the largest.
  expect(classOf.filter((_, i) => i % 2 === 0)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

test("classes are in the order of sizes, know their largest and count their members", () => {
  const size = fc.oneof(fc.double({ min: 0, max: 6e12, noNaN: true }), fc.double({ min: 0, max: 10, noNaN: true }));
  fc.assert(
    fc.property(fc.array(size), (sizes) => {
      const { classes, classOf } = classify(sizes);
      expect(classes.count).toBeLessThanOrEqual(MAX_CLASSES);
      for (let i = 0; i < classes.count; i++) {
        const own = sizes.filter((_, at) => classOf[at] === i);
        expect(own.length).toBeGreaterThan(0);
        expect(classes.members[i]).toBe(own.length);
        expect(classes.largest[i]).toBe(Math.max(...own));
        // In whole powers of two, as the buckets are by the size rounded to float32.
        const smaller = sizes.filter((_, at) => classOf[at] < i);
        expect(Math.max(0, ...smaller.map(Math.fround))).toBeLessThanOrEqual(Math.min(...own.map(Math.fround)));
      }
    }),
  );
});
