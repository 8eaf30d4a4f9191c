import { AABB, DynamicTree, Settings } from "planck";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap } from "./adapter.ts";

/** Its margin is a tenth of a metre: a body of the scenes is about one metre wide, and stays within for a tick or two. */
Settings.lengthUnitsPerMeter = 100;

const NO_DISPLACEMENT = { x: 0, y: 0 };
const NO_PROXY = -1;

/**
 * planck (Box2D): its dynamic tree of fattened boxes, the one thing in the engine that finds pairs. Only what moved out of its
 * margin is inserted anew; each mover queries the tree with its true box, and what it finds is tested with the true boxes.
 */
export function createPlanck(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const tree = new DynamicTree<number>();
  const proxyOf = new Int32Array(bodies.capacity).fill(NO_PROXY);
  const knownIds = new Int32Array(bodies.capacity);
  const box = new AABB();
  const { still } = bodies;
  let mover = 0;

  function readBox(slot: number): void {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    box.lowerBound.x = minX[slot];
    box.lowerBound.y = minY[slot];
    box.upperBound.x = maxX[slot];
    box.upperBound.y = maxY[slot];
  }
  function meet(proxy: number): boolean {
    const other = tree.getUserData(proxy);
    if ((still[other] === 1 || other > mover) && boxesOverlap(bodies, mover, other)) {
      addIfAllowed(pairs, bodies, mover, other);
    }
    return true;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      const { ids, changedSlots, changedCount, slotLimit } = bodies;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        readBox(slot);
        if (knownIds[slot] === ids[slot]) {
          if (ids[slot] !== NO_BODY) tree.moveProxy(proxyOf[slot], box, NO_DISPLACEMENT);
          continue;
        }
        if (proxyOf[slot] !== NO_PROXY) tree.destroyProxy(proxyOf[slot]);
        proxyOf[slot] = ids[slot] === NO_BODY ? NO_PROXY : tree.createProxy(box, slot);
        knownIds[slot] = ids[slot];
      }
      pairs.count = 0;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY || still[slot] === 1) continue;
        mover = slot;
        readBox(slot);
        tree.query(box, meet);
      }
    },
  };
}
