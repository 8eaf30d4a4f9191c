import Matter from "matter-js";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";

/** What matter-js's detector reads of a body. */
interface DetectedBody extends Matter.DetectorBody {
  readonly slot: number;
}

const AXES = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];

/**
 * matter-js: its detector, which sorts all bodies along x, sweeps them, and gives the pairs that its separating axis test
 * confirms. The bodies are rectangles that are our boxes; boxes that only touch are none of its pairs.
 */
export function createMatter(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const detector = Matter.Detector.create();
  const bodyOf: (DetectedBody | undefined)[] = Array.from({ length: bodies.capacity }, () => undefined);
  const knownIds = new Int32Array(bodies.capacity);

  function createBody(slot: number): DetectedBody {
    const body: DetectedBody = {
      slot,
      id: slot,
      isStatic: bodies.still[slot] === 1,
      isSleeping: false,
      bounds: { min: { x: 0, y: 0 }, max: { x: 0, y: 0 } },
      collisionFilter: { group: 0, category: bodies.category[slot], mask: bodies.mask[slot] },
      position: { x: 0, y: 0 },
      vertices: Array.from({ length: 4 }, (_, index) => ({ x: 0, y: 0, index })),
      axes: AXES,
      parts: [],
      parent: undefined,
    };
    body.parts.push(body);
    body.parent = body;
    return body;
  }

  function writeBox({ bounds: { min, max }, position, vertices }: DetectedBody, slot: number): void {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    min.x = minX[slot];
    min.y = minY[slot];
    max.x = maxX[slot];
    max.y = maxY[slot];
    position.x = (min.x + max.x) / 2;
    position.y = (min.y + max.y) / 2;
    vertices[0].x = vertices[3].x = min.x;
    vertices[1].x = vertices[2].x = max.x;
    vertices[0].y = vertices[1].y = min.y;
    vertices[2].y = vertices[3].y = max.y;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      const { ids, changedSlots, changedCount } = bodies;
      let hasListChanged = false;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        if (knownIds[slot] !== ids[slot]) {
          bodyOf[slot] = ids[slot] === NO_BODY ? undefined : createBody(slot);
          knownIds[slot] = ids[slot];
          hasListChanged = true;
        }
        const body = bodyOf[slot];
        if (body !== undefined) writeBox(body, slot);
      }
      if (hasListChanged) {
        const present = bodyOf.filter((body) => body !== undefined);
        Matter.Detector.setBodies(detector, present);
      }
      const collisions = Matter.Detector.collisions(detector);
      if (pairs.a.length < collisions.length) {
        pairs.a = new Int32Array(2 * collisions.length);
        pairs.b = new Int32Array(2 * collisions.length);
      }
      for (let i = 0; i < collisions.length; i++) {
        pairs.a[i] = collisions[i].bodyA.id;
        pairs.b[i] = collisions[i].bodyB.id;
      }
      pairs.count = collisions.length;
    },
  };
}
