import Flatbush from "flatbush";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, listSlots } from "./adapter.ts";

/** Flatbush, a packed Hilbert R-tree: of the boxes of the first `count` slots. undefined for none, which it refuses. */
export function packBoxes({ boxes }: BodyStore, slots: Int32Array, count: number): Flatbush | undefined {
  if (count === 0) return undefined;
  const { minX, minY, maxX, maxY } = boxes;
  const tree = new Flatbush(count, 16, Float32Array);
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    tree.add(minX[slot], minY[slot], maxX[slot], maxY[slot]);
  }
  tree.finish();
  return tree;
}

/** Flatbush with all bodies in one tree, built anew each step, which the movers query. */
export function createFlatbush(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const slots = new Int32Array(bodies.capacity);
  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { movers, all } = listSlots(bodies, slots);
      const tree = packBoxes(bodies, slots, all);
      if (tree === undefined) return;
      for (let i = 0; i < movers; i++) {
        const slot = slots[i];
        const found = tree.search(minX[slot], minY[slot], maxX[slot], maxY[slot]);
        for (let n = 0; n < found.length; n++) {
          if (found[n] > i) addIfAllowed(pairs, bodies, slot, slots[found[n]]);
        }
      }
    },
  };
}
