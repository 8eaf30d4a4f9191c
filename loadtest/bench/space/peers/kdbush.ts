import KDBush from "kdbush";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap, listSlots } from "./adapter.ts";

/** Points in a leaf: kdbush's own default of 64 is some 15 % slower for windows as small as these. */
const NODE_SIZE = 16;

/**
 * kdbush, a static k-d tree of points: the corner (minX, minY) of each box, built anew each step. A box overlaps another only
 * if its corner lies between the other's far corner and the other's near corner less the largest size.
 */
export function createKdbush(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const slots = new Int32Array(bodies.capacity);
  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { movers, all } = listSlots(bodies, slots);
      const index = new KDBush(all, NODE_SIZE, Float32Array);
      let width = 0;
      let height = 0;
      for (let i = 0; i < all; i++) {
        const slot = slots[i];
        index.add(minX[slot], minY[slot]);
        width = Math.max(width, maxX[slot] - minX[slot]);
        height = Math.max(height, maxY[slot] - minY[slot]);
      }
      index.finish();
      for (let i = 0; i < movers; i++) {
        const slot = slots[i];
        const found = index.range(minX[slot] - width, minY[slot] - height, maxX[slot], maxY[slot]);
        for (let n = 0; n < found.length; n++) {
          const j = found[n];
          if (j > i && boxesOverlap(bodies, slot, slots[j])) addIfAllowed(pairs, bodies, slot, slots[j]);
        }
      }
    },
  };
}
