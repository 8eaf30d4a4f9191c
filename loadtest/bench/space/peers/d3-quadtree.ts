import { type QuadtreeNode, quadtree } from "d3-quadtree";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap, listSlots } from "./adapter.ts";

/**
 * d3-quadtree, a quadtree of points: the corner (minX, minY) of each box, built anew each step, and visited around each mover
 * as far as the largest body may reach.
 */
export function createD3Quadtree(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const slots = new Int32Array(bodies.capacity);
  const { boxes, still } = bodies;
  const { minX, minY, maxX, maxY } = boxes;
  const xOf = (slot: number) => minX[slot];
  const yOf = (slot: number) => minY[slot];
  let mover = 0;
  let left = 0;
  let top = 0;

  function visit(node: QuadtreeNode, x0: number, y0: number, x1: number, y1: number): boolean {
    if (!Array.isArray(node)) {
      let leaf: typeof node | undefined = node;
      while (leaf !== undefined) {
        const other = leaf.data;
        if ((still[other] === 1 || other > mover) && boxesOverlap(bodies, mover, other)) {
          addIfAllowed(pairs, bodies, mover, other);
        }
        leaf = leaf.next;
      }
    }
    return x0 > maxX[mover] || y0 > maxY[mover] || x1 < left || y1 < top;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      const { movers, all } = listSlots(bodies, slots);
      let width = 0;
      let height = 0;
      for (let i = 0; i < all; i++) {
        const slot = slots[i];
        width = Math.max(width, maxX[slot] - minX[slot]);
        height = Math.max(height, maxY[slot] - minY[slot]);
      }
      const tree = quadtree([...slots.subarray(0, all)], xOf, yOf);
      for (let i = 0; i < movers; i++) {
        mover = slots[i];
        left = minX[mover] - width;
        top = minY[mover] - height;
        tree.visit(visit);
      }
    },
  };
}
