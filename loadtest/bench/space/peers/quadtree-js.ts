import Quadtree, { type Rect } from "@timohausmann/quadtree-js";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { Rectangle } from "../../../../server/space/rectangle.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap, listSlotsOf } from "./adapter.ts";
import { createStillLayer } from "./still-layer.ts";

/** A body as quadtree-js holds it: `index` is its place among the movers, or among the settled still bodies. */
interface Item extends Rect {
  readonly slot: number;
  readonly index: number;
}

/** The default of 4 levels would leave 40 of 10,000 bodies in each leaf. */
const MAX_OBJECTS = 10;
const MAX_LEVELS = 7;

/** quadtree-js, a quadtree of rectangles: one for the movers and young still bodies, anew each step; one for the settled. */
export function createQuadtreeJs(bodies: BodyStore, { minX: x, minY: y, maxX, maxY }: Rectangle): PairFinder {
  const pairs = createPairList();
  const still = createStillLayer(bodies);
  const slots = new Int32Array(bodies.capacity);
  const bounds = { x, y, width: maxX - x, height: maxY - y };
  const resting = new Quadtree(bounds, MAX_OBJECTS, MAX_LEVELS);
  const moving = new Quadtree(bounds, MAX_OBJECTS, MAX_LEVELS);

  function itemOf(slot: number, index: number): Item {
    const { boxes } = bodies;
    const left = boxes.minX[slot];
    const top = boxes.minY[slot];
    return { x: left, y: top, width: boxes.maxX[slot] - left, height: boxes.maxY[slot] - top, slot, index };
  }
  function build(tree: Quadtree, from: Int32Array, count: number): Item[] {
    const items: Item[] = [];
    tree.clear();
    for (let i = 0; i < count; i++) items.push(itemOf(from[i], i));
    for (const item of items) tree.insert(item);
    return items;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      if (still.update()) build(resting, still.settled, still.settledCount);
      const movers = listSlotsOf(bodies, 0, slots, 0);
      slots.set(still.young.subarray(0, still.youngCount), movers);
      const items = build(moving, slots, movers + still.youngCount);
      for (let i = 0; i < movers; i++) {
        const { slot } = items[i];
        for (const other of moving.retrieve<Item>(items[i])) {
          if (other.index > i && boxesOverlap(bodies, slot, other.slot)) addIfAllowed(pairs, bodies, slot, other.slot);
        }
        for (const other of resting.retrieve<Item>(items[i])) {
          if (!still.isThere(other.index) || !boxesOverlap(bodies, slot, other.slot)) continue;
          addIfAllowed(pairs, bodies, slot, other.slot);
        }
      }
    },
  };
}
