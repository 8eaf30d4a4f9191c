import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../../shared/random.ts";
import { createBodyStore } from "../bodies.ts";
import { updateBoxes } from "../boxes.ts";
import { createScene } from "../scenes/scenes.ts";
import { circle } from "../shapes.ts";
import { naiveSlots } from "../testing/naive.ts";
import { stepBroadPhase, storeScene } from "../testing/scene-store.ts";
import { createPairList } from "./pair-list.ts";
import { createSortAndSweep } from "./sort-and-sweep.ts";

/** How many pairs, one of them a mover, overlap along an axis. */
function overlapsAlong(min: Float32Array, max: Float32Array, still: Uint8Array, slots: readonly number[]): number {
  let overlaps = 0;
  for (const a of slots) {
    for (const b of slots) {
      if (a < b && (still[a] & still[b]) === 0 && min[a] <= max[b] && min[b] <= max[a]) overlaps++;
    }
  }
  return overlaps;
}

test.each(["uniform", "agar", "column", "row", "shapes-mixed", "coincident"] as const)(
  "%s: as many tests as overlaps on the axis of the greater variance",
  (name) => {
    const store = storeScene(createScene(name, 300, 1));
    const sweep = createSortAndSweep(store);
    stepBroadPhase(store, sweep, createPairList());
    const { minX, maxX, minY, maxY } = store.boxes;
    const slots = naiveSlots(store);
    const alongX = overlapsAlong(minX, maxX, store.still, slots);
    const alongY = overlapsAlong(minY, maxY, store.still, slots);
    const isWide = name === "row" || variance(store.x) >= variance(store.y);
    expect(sweep.counters.axisOverlaps).toBe(isWide ? alongX : alongY);
    expect(sweep.counters.boxTests).toBe(sweep.counters.axisOverlaps);
    expect(sweep.counters.swaps).toBe(0);
  },
);

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

test("begins come before ends at the same place: intervals that only touch overlap", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandom(seed);
      const store = createBodyStore(60);
      for (let i = 0; i < 60; i++) store.add(circle(1), 0, 0);
      updateBoxes(store, false);
      const { minX, maxX, minY, maxY } = store.boxes;
      // Whole numbers, so that many edges are at the very same place, which rounding outward would prevent.
      for (let i = 0; i < 60; i++) {
        minX[i] = random.integer(100);
        maxX[i] = minX[i] + random.integer(4);
        minY[i] = random.integer(3);
        maxY[i] = minY[i];
      }
      const sweep = createSortAndSweep(store);
      sweep.build();
      sweep.findPairs(createPairList());
      expect(sweep.counters.axisOverlaps).toBe(overlapsAlong(minX, maxX, store.still, naiveSlots(store)));
    }),
    { numRuns: 200 },
  );
});
