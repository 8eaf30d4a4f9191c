/**
 * Brute force: every pair is tested, so nothing can be missed. It is the oracle that the other broad phases are tested
 * against.
 *
 * Cost: n(n − 1)/2 box tests for n movers; a query looks at all bodies. Choose it for a handful of bodies, and to check.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, createBroadPhaseCounters } from "./broad-phase.ts";
import { maskAllows } from "./pair-list.ts";

export function createBruteForce(bodies: BodyStore): BroadPhase {
  const counters = createBroadPhaseCounters();
  const occupied = new Int32Array(bodies.capacity);
  let count = 0;

  return {
    counters,

    build() {
      const { ids, slotLimit } = bodies;
      count = 0;
      for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== NO_BODY) occupied[count++] = slot;
      counters.regions = 1;
      counters.entries = count;
    },

    findPairs(into) {
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { still } = bodies;
      let { a, b } = into;
      let pairs = 0;
      let boxTests = 0;
      for (let i = 0; i < count; i++) {
        const slot = occupied[i];
        const left = minX[slot];
        const top = minY[slot];
        const right = maxX[slot];
        const bottom = maxY[slot];
        const isStill = still[slot];
        a = grownInt32(a, pairs + count);
        b = grownInt32(b, pairs + count);
        for (let j = i + 1; j < count; j++) {
          const other = occupied[j];
          // Category and mask cut pairs before the box test.
          if ((isStill & still[other]) === 1 || !maskAllows(bodies, slot, other)) continue;
          boxTests++;
          if (minX[other] > right || maxX[other] < left || minY[other] > bottom || maxY[other] < top) continue;
          a[pairs] = slot;
          b[pairs++] = other;
        }
      }
      into.a = a;
      into.b = b;
      into.count = pairs;
      counters.boxTests = boxTests;
      counters.pairs = pairs;
    },

    queryRect(left, top, right, bottom, into) {
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const slots = grownInt32(into.slots, into.count + count);
      let found = into.count;
      for (let i = 0; i < count; i++) {
        const slot = occupied[i];
        if (minX[slot] > right || maxX[slot] < left || minY[slot] > bottom || maxY[slot] < top) continue;
        slots[found++] = slot;
      }
      into.slots = slots;
      into.count = found;
    },

    inspect() {
      const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };
      return { regions: [{ ...everywhere, depth: 0, slots: [...occupied.subarray(0, count)] }] };
    },
  };
}
