import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BALL_LIMITS } from "../../../shared/sandbox.ts";
import { stepOf, valueAt } from "./ball-controls.ts";
import { createTried } from "./tried.ts";

describe("the sliders", () => {
  const sliders = ["count", "size", "speed"] as const;
  test.each(sliders)("of %s reach from the least to the most that is allowed", (slider) => {
    const { least, most } = BALL_LIMITS[slider];
    expect(valueAt(slider, 0)).toBe(least);
    expect(valueAt(slider, 200)).toBe(most);
    expect(stepOf(slider, least)).toBe(0);
    expect(stepOf(slider, most)).toBe(200);
  });

  test("never leave the limits nor go back, and show what was chosen where it was chosen", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sliders), fc.integer({ min: 0, max: 199 }), (slider, step) => {
        const value = valueAt(slider, step);
        const { least, most } = BALL_LIMITS[slider];
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(most);
        expect(valueAt(slider, step + 1)).toBeGreaterThanOrEqual(value);
        // Small counts stand for several steps each.
        if (value > 10) expect(Math.abs(stepOf(slider, value) - step)).toBeLessThanOrEqual(2);
        if (slider === "count") expect(Number.isInteger(value)).toBe(true);
      }),
    );
  });
});

test("costs are means by algorithm once it is warm, and forgotten when the balls change", () => {
  const tried = createTried();
  const note = (algorithm: string, tests: number, scene: string) => {
    for (let i = 0; i < 10; i++) {
      const ticks = { boxTests: [tests, tests], phases: [0, tests * 2, 0, tests * 2] };
      tried.note({ algorithm, ticks } as never, 1, 2, scene);
    }
  };
  tried.note({ algorithm: "one", ticks: { boxTests: [9e9], phases: [0, 9e9] } } as never, 1, 2, "even");
  expect(tried.costs.size).toBe(0);
  note("one", 100, "even");
  note("other", 7, "even");
  expect(tried.costs.get("one")).toEqual({ tests: 100, microseconds: 200 });
  expect(tried.costs.get("other")).toEqual({ tests: 7, microseconds: 14 });
  note("other", 9, "clusters");
  expect([...tried.costs.keys()]).toEqual(["other"]);
});
