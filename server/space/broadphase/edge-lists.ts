/**
 * Edge lists with margins: a list of boxes sorted by their edges on one axis, fattened by a margin ε, so that it and the candidates
 * found in it (pairs of fat boxes that overlap) stay good while bodies move about within their margins.
 *
 * Idea: two buffers (margin-list.ts). One is in use: each step its candidates are tested, exactly, by the true boxes. The
 * other is being filled with boxes as they are now, a tenth of them a step, in the order of the first, which is nearly theirs;
 * as it fills, its candidates are found. When it is full, the two change places. So the cost of sorting is spread evenly, and
 * no step pays for all of it.
 *
 * What keeps it exact: a body counts as listed in a buffer only while its box lies within the fat box that it has there; for
 * the whole life of the buffer, also while it is being filled. Its displacement and growth are thereby kept within ε. A body
 * that escapes, is added, becomes a mover or is resized beyond its margin is loose from that very step on: it goes into a
 * list of its own, sorted anew each step, which is tested against the buffer in use and itself. The next buffer takes it in.
 * When too many are loose, a buffer is filled at once.
 *
 * ε is half the median size of the bodies, and the axis the one on which they spread the more, when a buffer was last filled
 * at once.
 *
 * Cost: a test for each candidate, a tenth of a sort and sweep, and a walk of the list when any body is loose. Choose it when
 * bodies move less than their size in twenty steps. Where most move faster, it becomes a sort and sweep with fat boxes.
 */
import { type BodyStore, NO_BODY } from "../bodies.ts";
import { roundDown } from "../boxes.ts";
import { grownInt32 } from "../grow.ts";
import { type BroadPhase, type BroadPhaseCounters, createBroadPhaseCounters } from "./broad-phase.ts";
import type { PairList } from "./pair-list.ts";
import { isPair } from "./pair-table.ts";
import { createAxes, widerAxis } from "./sweeps/axis.ts";
import { createAxisSort, sortByValue } from "./sweeps/axis-sort.ts";
import { addLoose, clearLooseList, createLooseList, removeLoose, sortLoose, sweepLoose } from "./sweeps/loose-list.ts";
import {
  clearMarginList,
  createMarginList,
  fatten,
  type MarginList,
  putInOrder,
  strikeIfEscaped,
} from "./sweeps/margin-list.ts";

interface EdgeListCounters extends BroadPhaseCounters {
  /** Bodies that were taken into the buffer that is being filled. */
  repaired: number;
  /** Bodies that are in the list of the loose. */
  loose: number;
  /** Pairs of fat boxes that overlap in the buffer in use. */
  candidates: number;
}

export interface EdgeLists extends BroadPhase {
  readonly counters: Readonly<EdgeListCounters>;
}

/** A buffer is filled in this many steps. */
export const SLICES = 10;
/** The margin in medians of the bodies' sizes. */
const MARGIN = 0.5;
/** A buffer is filled at once when more than this many bodies are loose, and more than this part of all. */
const MAX_LOOSE = 64;
const MAX_LOOSE_PART = 1 / 8;

export function createEdgeLists(bodies: BodyStore): EdgeLists {
  const { capacity, boxes } = bodies;
  const axes = createAxes(boxes);
  const counters: EdgeListCounters = { ...createBroadPhaseCounters(), repaired: 0, loose: 0, candidates: 0 };
  const axisSort = createAxisSort(capacity);
  const sizes = new Float32Array(capacity);
  const sizeBits = new Int32Array(sizes.buffer);
  let axis = axes.x;
  /** In use, and being filled. */
  let front = createMarginList(capacity, axis);
  let back = createMarginList(capacity, axis);
  /** The bodies that are not listed in front. */
  const loose = createLooseList(capacity);
  /** Those that were loose when the filling of back began, by their fat boxes; and how far the filling has come in both lists. */
  const joining = new Int32Array(capacity);
  let joiningCount = 0;
  let joined = 0;
  let carried = 0;
  let sliceSize = 0;
  let margin = 0;
  let isBuilt = false;
  /** Whether any body has changed since back began to be filled: where nothing moves there is nothing to repair. */
  let isStale = false;

  /** Chooses axis and margin by the bodies as they are. */
  function chooseAxisAndMargin(): void {
    const { ids, slotLimit } = bodies;
    let count = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === NO_BODY) continue;
      sizes[slot] = Math.max(boxes.maxX[slot] - boxes.minX[slot], boxes.maxY[slot] - boxes.minY[slot]);
      joining[count++] = slot;
    }
    axis = widerAxis(axes, axis, joining, count);
    sortByValue(joining, count, sizes, sizeBits, axisSort);
    margin = count === 0 ? 0 : sizes[joining[count >> 1]] * MARGIN;
  }

  /** Makes all bodies that front does not list loose. */
  function collectLoose(): void {
    const { ids, slotLimit } = bodies;
    clearLooseList(loose);
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] !== NO_BODY && front.isListed[slot] === 0) addLoose(loose, slot);
    }
  }

  function beginFilling(): void {
    clearMarginList(back, axis, margin);
    for (let i = 0; i < loose.count; i++) {
      const slot = loose.slots[i];
      fatten(back, bodies.still, slot);
      joining[i] = slot;
    }
    joiningCount = loose.count;
    sortByValue(joining, joiningCount, back.min, back.minBits, axisSort);
    joined = 0;
    carried = 0;
    sliceSize = Math.max(1, Math.ceil((front.count + joiningCount) / SLICES));
  }

  /** Takes up to `count` bodies into back: those of front in its order, and those that join in theirs. */
  function fill(count: number): void {
    const { order, mins } = front;
    for (let i = 0; i < count; i++) {
      // No fat box to come begins before these: a body that is listed in front lies within its fat box there. Rounded twice
      // to be surely below what `fatten` makes of it.
      const leastCarried = carried < front.count ? roundDown(roundDown(mins[carried] - margin)) : Infinity;
      const leastJoining = joined < joiningCount ? back.min[joining[joined]] : Infinity;
      if (leastCarried === Infinity && leastJoining === Infinity) return;
      const isCarried = leastCarried <= leastJoining;
      const slot = isCarried ? order[carried++] : joining[joined++];
      if (isCarried && front.isListed[slot] === 0) continue;
      if (isCarried) fatten(back, bodies.still, slot);
      else if (back.isListed[slot] === 0) continue;
      back.least[0] = Math.min(leastCarried, leastJoining);
      putInOrder(back, slot, counters);
      counters.repaired++;
    }
  }

  function exchange(): void {
    const full = back;
    back = front;
    front = full;
    isStale = false;
    collectLoose();
    beginFilling();
  }

  function fillAtOnce(): void {
    chooseAxisAndMargin();
    clearMarginList(front, axis, margin);
    collectLoose();
    beginFilling();
    fill(joiningCount);
    exchange();
  }

  return {
    counters,

    build() {
      counters.swaps = 0;
      counters.axisOverlaps = 0;
      counters.repaired = 0;
      const { ids, changedSlots, changedCount } = bodies;
      if (changedCount > 0) isStale = true;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        strikeIfEscaped(front, bodies, slot);
        strikeIfEscaped(back, bodies, slot);
        if (ids[slot] === NO_BODY) removeLoose(loose, slot);
        else if (front.isListed[slot] === 0) addLoose(loose, slot);
      }
      if (!isBuilt || loose.count > Math.max(MAX_LOOSE, bodies.count * MAX_LOOSE_PART)) {
        isBuilt = true;
        fillAtOnce();
      } else if (isStale) {
        fill(sliceSize);
        if (carried === front.count && joined === joiningCount) exchange();
      }
      sortLoose(loose, axis, axisSort);
      counters.regions = 2;
      counters.entries = bodies.count;
      counters.loose = loose.count;
      counters.candidates = front.candidates.count;
    },

    findPairs(into) {
      into.count = 0;
      testCandidates(front, bodies, into);
      counters.boxTests = counters.axisOverlaps + front.candidates.count;
      counters.boxTests += sweepLoose(loose, front, bodies, into);
      counters.pairs = into.count;
    },

    queryRect(minX, minY, maxX, maxY, into) {
      const isX = front.axis === axes.x;
      const min = isX ? minX : minY;
      const max = isX ? maxX : maxY;
      const otherMin = isX ? minY : minX;
      const otherMax = isX ? maxY : maxX;
      into.slots = grownInt32(into.slots, into.count + front.count + loose.count);
      const { slots } = into;
      let found = into.count;
      // The fat boxes do: possibly more than the true ones, never less.
      for (let i = 0; i < front.count && front.mins[i] <= max; i++) {
        if (front.maxs[i] < min || front.otherMins[i] > otherMax || front.otherMaxs[i] < otherMin) continue;
        if (front.isListed[front.order[i]] === 1) slots[found++] = front.order[i];
      }
      for (let i = 0; i < loose.count; i++) {
        const slot = loose.slots[i];
        if (boxes.minX[slot] > maxX || boxes.maxX[slot] < minX) continue;
        if (boxes.minY[slot] <= maxY && boxes.maxY[slot] >= minY) slots[found++] = slot;
      }
      into.count = found;
    },

    inspect() {
      const everywhere = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity, depth: 0 };
      const listed = [...front.order.subarray(0, front.count)].filter((slot) => front.isListed[slot] === 1);
      return {
        regions: [
          { ...everywhere, slots: listed },
          { ...everywhere, slots: [...loose.slots.subarray(0, loose.count)] },
        ],
      };
    },
  };
}

/** Appends the candidates that are pairs. */
function testCandidates({ candidates, isListed }: MarginList, bodies: BodyStore, into: PairList): void {
  const { a, b, count } = candidates;
  into.a = grownInt32(into.a, into.count + count);
  into.b = grownInt32(into.b, into.count + count);
  let found = into.count;
  for (let i = 0; i < count; i++) {
    const first = a[i];
    const second = b[i];
    if ((isListed[first] & isListed[second]) === 0 || !isPair(bodies, first, second)) continue;
    into.a[found] = first;
    into.b[found++] = second;
  }
  into.count = found;
}
