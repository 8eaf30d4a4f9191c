import * as p2 from "p2-es";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed } from "./adapter.ts";

/**
 * p2-es: its sweep and prune along x, which keeps a sorted list of all bodies and repairs it by insertion sort. The bodies are
 * given our boxes and have no shapes, so that nothing else of the engine takes time.
 */
export function createP2(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const world = new p2.World();
  const broadPhase = new p2.SAPBroadphase();
  broadPhase.setWorld(world);
  const bodyOf: (p2.Body | undefined)[] = Array.from({ length: bodies.capacity }, () => undefined);
  const knownIds = new Int32Array(bodies.capacity);

  function addBody(slot: number): p2.Body {
    const type = bodies.still[slot] === 1 ? p2.Body.STATIC : p2.Body.DYNAMIC;
    const body = new p2.Body({ mass: type === p2.Body.STATIC ? 0 : 1, type });
    body.id = slot;
    broadPhase.axisList.push(body);
    return body;
  }
  function removeBody(body: p2.Body): void {
    broadPhase.axisList.splice(broadPhase.axisList.indexOf(body), 1);
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      const { ids, changedSlots, changedCount } = bodies;
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { axisList } = broadPhase;
      const known = axisList.length;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        let body = bodyOf[slot];
        if (knownIds[slot] !== ids[slot]) {
          if (body !== undefined) removeBody(body);
          body = ids[slot] === NO_BODY ? undefined : addBody(slot);
          bodyOf[slot] = body;
          knownIds[slot] = ids[slot];
        }
        if (body === undefined) continue;
        const { lowerBound, upperBound } = body.aabb;
        lowerBound[0] = minX[slot];
        lowerBound[1] = minY[slot];
        upperBound[0] = maxX[slot];
        upperBound[1] = maxY[slot];
        body.aabbNeedsUpdate = false;
      }
      // Its insertion sort is for lists that are nearly sorted.
      if (axisList.length > 2 * known) axisList.sort((a, b) => a.aabb.lowerBound[0] - b.aabb.lowerBound[0]);
      pairs.count = 0;
      const found = broadPhase.getCollisionPairs(world);
      for (let i = 0; i < found.length; i += 2) addIfAllowed(pairs, bodies, found[i].id, found[i + 1].id);
    },
  };
}
