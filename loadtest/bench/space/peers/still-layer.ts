/**
 * The still bodies, for a peer whose structure cannot be altered: most of them in a structure that is kept from step to step
 * (the settled), and those added since it was built apart (the young). A settled one that was removed stays in the structure
 * and is passed over. Once these two kinds of exception are many, all become settled anew.
 */
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { listSlotsOf } from "./adapter.ts";

/** Exceptions allowed: these, and one for so many settled bodies. With a pellet in 400 eaten a tick, that is 15 ticks or so. */
const FREE_EXCEPTIONS = 64;
const SETTLED_PER_EXCEPTION = 16;

export interface StillLayer {
  /** The first `settledCount` slots are those of the structure that is kept, in its order. */
  readonly settled: Int32Array;
  readonly settledCount: number;
  /** The first `youngCount` slots are those that the structure lacks. */
  readonly young: Int32Array;
  readonly youngCount: number;
  /** Takes in what changed; true when the kept structure has to be built anew from `settled`. */
  update(): boolean;
  /** Whether the body that was settled at this place of the structure's order is still there. */
  isThere(index: number): boolean;
}

export function createStillLayer(bodies: BodyStore): StillLayer {
  const settled = new Int32Array(bodies.capacity);
  const settledIds = new Int32Array(bodies.capacity);
  const young = new Int32Array(bodies.capacity);
  /** By slot: the id of the still body that the layer knows there. */
  const known = new Int32Array(bodies.capacity);
  let settledCount = 0;
  let youngCount = 0;
  let gone = 0;

  return {
    settled,
    young,
    get settledCount() {
      return settledCount;
    },
    get youngCount() {
      return youngCount;
    },
    isThere: (index) => bodies.ids[settled[index]] === settledIds[index],

    update() {
      const { ids, still, changedSlots, changedCount } = bodies;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        if (known[slot] === ids[slot]) continue;
        if (known[slot] !== NO_BODY) {
          known[slot] = NO_BODY;
          const at = young.subarray(0, youngCount).indexOf(slot);
          if (at >= 0) young[at] = young[--youngCount];
          else gone++;
        }
        if (ids[slot] !== NO_BODY && still[slot] === 1) {
          known[slot] = ids[slot];
          young[youngCount++] = slot;
        }
      }
      if (youngCount + gone <= FREE_EXCEPTIONS + settledCount / SETTLED_PER_EXCEPTION) return false;
      settledCount = listSlotsOf(bodies, 1, settled, 0);
      for (let i = 0; i < settledCount; i++) settledIds[i] = ids[settled[i]];
      youngCount = 0;
      gone = 0;
      return true;
    },
  };
}
