import boxIntersect from "box-intersect";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, listSlots } from "./adapter.ts";

/** box-intersect, a streaming segment tree with sweeps: the movers among themselves, then the movers with the still bodies. */
export function createBoxIntersect(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const slots = new Int32Array(bodies.capacity);
  const boxOf = Array.from({ length: bodies.capacity }, () => [0, 0, 0, 0]);
  let movers = 0;

  function write(start: number, end: number): number[][] {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    const boxes: number[][] = [];
    for (let i = start; i < end; i++) {
      const slot = slots[i];
      const box = boxOf[slot];
      box[0] = minX[slot];
      box[1] = minY[slot];
      box[2] = maxX[slot];
      box[3] = maxY[slot];
      boxes.push(box);
    }
    return boxes;
  }
  function meetMovers(a: number, b: number): void {
    addIfAllowed(pairs, bodies, slots[a], slots[b]);
  }
  function meetStill(a: number, b: number): void {
    addIfAllowed(pairs, bodies, slots[a], slots[movers + b]);
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      const { movers: moverCount, all } = listSlots(bodies, slots);
      movers = moverCount;
      const moving = write(0, movers);
      boxIntersect(moving, meetMovers);
      if (all > movers) boxIntersect(moving, write(movers, all), meetStill);
    },
  };
}
