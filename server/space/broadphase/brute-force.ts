/**
 * Brute force: every pair is tested, so nothing can be missed. It is the oracle that the other broad phases are tested
 * against, and the fastest for a handful of bodies. Cost: n(n − 1)/2 box tests for n movers; a query looks at all bodies.
 */
import type { BodyStore } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";

export function createBruteForce(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  const occupied = new Int32Array(bodies.capacity);
  let count = 0;

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      count = 0;
      for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== 0) occupied[count++] = slot;
      counters.leaves = 1;
      counters.entries = count;
    },

    findPairs(into) {
      const { x, y, radius, still } = bodies;
      let { a, b } = into;
      let pairs = 0;
      let boxTests = 0;
      for (let i = 0; i < count; i++) {
        const slot = occupied[i];
        const minX = x[slot] - radius[slot];
        const maxX = x[slot] + radius[slot];
        const minY = y[slot] - radius[slot];
        const maxY = y[slot] + radius[slot];
        const isStill = still[slot];
        a = grownInt32(a, pairs + count);
        b = grownInt32(b, pairs + count);
        for (let j = i + 1; j < count; j++) {
          const other = occupied[j];
          if ((isStill & still[other]) === 1) continue;
          boxTests++;
          if (
            x[other] - radius[other] <= maxX &&
            x[other] + radius[other] >= minX &&
            y[other] - radius[other] <= maxY &&
            y[other] + radius[other] >= minY
          ) {
            a[pairs] = slot;
            b[pairs++] = other;
          }
        }
      }
      into.a = a;
      into.b = b;
      into.count = pairs;
      counters.boxTests = boxTests;
      counters.pairs = pairs;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      const { x, y, radius } = bodies;
      const slots = grownInt32(into.slots, into.count + count);
      let found = into.count;
      for (let i = 0; i < count; i++) {
        const slot = occupied[i];
        if (
          x[slot] - radius[slot] <= maxX &&
          x[slot] + radius[slot] >= minX &&
          y[slot] - radius[slot] <= maxY &&
          y[slot] + radius[slot] >= minY
        ) {
          slots[found++] = slot;
        }
      }
      into.slots = slots;
      into.count = found;
    },
  };
}
