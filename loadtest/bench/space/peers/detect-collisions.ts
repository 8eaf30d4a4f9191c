import { Circle, System } from "detect-collisions";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap } from "./adapter.ts";

/** Margin of a mover's box, in u: within it the tree is left alone. About what a mover of the scenes goes in a tick or two. */
const MOVER_PADDING = 10;
/** More than float32 rounds a box outward, in u. */
const STILL_PADDING = 1;

/**
 * detect-collisions: its system, an R-tree of bodies with padding, in which a body that left its padding is inserted anew. A
 * mover asks it for the bodies about its box, without the separating axis tests that would follow.
 */
export function createDetectCollisions(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const system = new System<Circle<number>>();
  const bodyOf: (Circle<number> | undefined)[] = Array.from({ length: bodies.capacity }, () => undefined);
  const knownIds = new Int32Array(bodies.capacity);
  const area = { minX: 0, minY: 0, maxX: 0, maxY: 0 };

  function createBody(slot: number): Circle<number> {
    const isStatic = bodies.still[slot] === 1;
    const options = { isStatic, padding: isStatic ? STILL_PADDING : MOVER_PADDING, userData: slot };
    const circle = new Circle<number>({ x: bodies.x[slot], y: bodies.y[slot] }, bodies.radius[slot], options);
    system.insert(circle);
    return circle;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      const { ids, still, x, y, changedSlots, changedCount, slotLimit } = bodies;
      const { minX, minY, maxX, maxY } = bodies.boxes;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        const known = bodyOf[slot];
        if (knownIds[slot] === ids[slot]) {
          known?.setPosition(x[slot], y[slot]);
          continue;
        }
        if (known !== undefined) system.remove(known);
        bodyOf[slot] = ids[slot] === NO_BODY ? undefined : createBody(slot);
        knownIds[slot] = ids[slot];
      }
      pairs.count = 0;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY || still[slot] === 1) continue;
        area.minX = minX[slot];
        area.minY = minY[slot];
        area.maxX = maxX[slot];
        area.maxY = maxY[slot];
        for (const { userData: other } of system.search(area)) {
          if (other === undefined || (still[other] === 0 && other <= slot)) continue;
          if (boxesOverlap(bodies, slot, other)) addIfAllowed(pairs, bodies, slot, other);
        }
      }
    },
  };
}
