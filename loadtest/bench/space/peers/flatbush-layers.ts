import type Flatbush from "flatbush";
import type { BodyStore } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, listSlotsOf } from "./adapter.ts";
import { packBoxes } from "./flatbush.ts";
import { createStillLayer, type StillLayer } from "./still-layer.ts";

/** Two trees that hold all bodies between them. */
export interface FlatbushLayers {
  /** Takes in what changed: builds the tree of the movers anew, and now and then that of the still bodies. */
  update(): void;
  /** How many of `slots` are movers; they come first, and the young still bodies after them. */
  readonly movers: number;
  readonly slots: Int32Array;
  /** The tree of `slots`. */
  readonly moving: Flatbush | undefined;
  /** Of the settled bodies of `still`. */
  readonly resting: Flatbush | undefined;
  readonly still: StillLayer;
}

/** Flatbush in two layers; still bodies added since their tree was built are in the movers' tree. */
export function createLayers(bodies: BodyStore): FlatbushLayers {
  const still = createStillLayer(bodies);
  const slots = new Int32Array(bodies.capacity);
  const layers = {
    movers: 0,
    slots,
    moving: undefined as Flatbush | undefined,
    resting: undefined as Flatbush | undefined,
    still,
    update() {
      if (still.update()) layers.resting = packBoxes(bodies, still.settled, still.settledCount);
      layers.movers = listSlotsOf(bodies, 0, slots, 0);
      slots.set(still.young.subarray(0, still.youngCount), layers.movers);
      layers.moving = packBoxes(bodies, slots, layers.movers + still.youngCount);
    },
  };
  return layers;
}

export function createFlatbushLayers(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const layers = createLayers(bodies);
  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      layers.update();
      const { minX, minY, maxX, maxY } = bodies.boxes;
      const { movers, slots, moving, resting, still } = layers;
      if (moving === undefined) return;
      for (let i = 0; i < movers; i++) {
        const slot = slots[i];
        const near = moving.search(minX[slot], minY[slot], maxX[slot], maxY[slot]);
        for (let n = 0; n < near.length; n++) {
          if (near[n] > i) addIfAllowed(pairs, bodies, slot, slots[near[n]]);
        }
        if (resting === undefined) continue;
        const below = resting.search(minX[slot], minY[slot], maxX[slot], maxY[slot]);
        for (let n = 0; n < below.length; n++) {
          if (still.isThere(below[n])) addIfAllowed(pairs, bodies, slot, still.settled[below[n]]);
        }
      }
    },
  };
}
