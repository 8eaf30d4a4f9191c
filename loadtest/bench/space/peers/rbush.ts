import RBush from "rbush";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed } from "./adapter.ts";

/** A body as rbush holds it. */
export interface RbushItem {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  readonly slot: number;
  readonly id: number;
  readonly isStill: boolean;
}

/** Two R-trees that hold all bodies between them. */
export interface RbushLayers {
  /** Takes in what changed: loads the movers' tree anew, and adds and removes still bodies one by one in theirs. */
  update(): void;
  readonly movers: readonly RbushItem[];
  readonly moving: RBush<RbushItem>;
  readonly resting: RBush<RbushItem>;
}

export function createRbushLayers(bodies: BodyStore): RbushLayers {
  const resting = new RBush<RbushItem>();
  const moving = new RBush<RbushItem>();
  const items: (RbushItem | undefined)[] = Array.from({ length: bodies.capacity }, () => undefined);
  let movers: RbushItem[] = [];

  function itemOf(slot: number): RbushItem {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    const isStill = bodies.still[slot] === 1;
    const corners = { minX: minX[slot], minY: minY[slot], maxX: maxX[slot], maxY: maxY[slot] };
    return { ...corners, slot, id: bodies.ids[slot], isStill };
  }

  function refresh(item: RbushItem): void {
    const { minX, minY, maxX, maxY } = bodies.boxes;
    item.minX = minX[item.slot];
    item.minY = minY[item.slot];
    item.maxX = maxX[item.slot];
    item.maxY = maxY[item.slot];
  }

  return {
    moving,
    resting,
    get movers() {
      return movers;
    },
    update() {
      const { ids, changedSlots, changedCount } = bodies;
      const added: RbushItem[] = [];
      let haveMoversChanged = false;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        const known = items[slot];
        if (known !== undefined && known.id === ids[slot]) {
          refresh(known);
          continue;
        }
        if (known?.isStill) resting.remove(known);
        const item = ids[slot] === NO_BODY ? undefined : itemOf(slot);
        items[slot] = item;
        if (item?.isStill) added.push(item);
        if (known?.isStill === false || item?.isStill === false) haveMoversChanged = true;
      }
      // Loading many at once is what rbush is best at; few are inserted.
      resting.load(added);
      if (haveMoversChanged) movers = items.filter((item) => item?.isStill === false) as RbushItem[];
      moving.clear();
      moving.load(movers);
    },
  };
}

/** rbush, an R-tree of objects. */
export function createRbush(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const layers = createRbushLayers(bodies);
  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      pairs.count = 0;
      layers.update();
      const { movers, moving, resting } = layers;
      for (const mover of movers) {
        for (const other of moving.search(mover)) {
          if (other.slot > mover.slot) addIfAllowed(pairs, bodies, mover.slot, other.slot);
        }
        for (const other of resting.search(mover)) addIfAllowed(pairs, bodies, mover.slot, other.slot);
      }
    },
  };
}
