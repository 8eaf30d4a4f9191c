/**
 * Finds the bodies in a rectangle among listed regions (listed-regions.ts): from the one region that is everywhere down through
 * the members that the rectangle meets, in each of which the bodies that live there are read along x.
 */
import { grownInt32 } from "../../grow.ts";
import type { BroadPhase } from "../broad-phase.ts";
import type { SlotList } from "../slot-list.ts";
import { BEGIN_X, END_X, NODES } from "./endpoint-entries.ts";
import type { ListedRegions } from "./listed-regions.ts";
import { createUnitRange, findRegion, holdsUnits, unitAt } from "./region-layers.ts";

export function createListedRegionsQuery(regions: ListedRegions): BroadPhase["queryRect"] {
  const { layers, lists } = regions;
  const { boxes } = lists.bodies;
  /** The rectangle's minX, minY, maxX and maxY, and the units that it meets. */
  const edges = new Float64Array(4);
  const queried = createUnitRange();
  /** The unit of one corner. */
  const corner = createUnitRange();

  /** Appends the bodies that live in a region, or in those that lie in it, and whose boxes overlap the queried rectangle. */
  function queryRegion(region: number, into: SlotList): void {
    const { next, values, slots, guests } = lists;
    const left = edges[0];
    const top = edges[1];
    const right = edges[2];
    const bottom = edges[3];
    const border = regions.borders[region] * NODES;
    const last = border + END_X;
    for (let node = next[border + BEGIN_X]; node !== last && values[node] <= right; node = next[node]) {
      if ((node & 1) !== BEGIN_X || guests[node >> 2] === 1) continue;
      const slot = slots[node >> 2];
      if (boxes.maxX[slot] < left || boxes.minY[slot] > bottom || boxes.maxY[slot] < top) continue;
      // A body that lives in several regions is given by the one of the corner of its box's overlap with the rectangle.
      corner[0] = corner[2] = unitAt(layers, Math.max(boxes.minX[slot], left));
      corner[1] = corner[3] = unitAt(layers, Math.max(boxes.minY[slot], top));
      if (!holdsUnits(layers, region, corner)) continue;
      into.slots = grownInt32(into.slots, into.count + 1);
      into.slots[into.count++] = slot;
    }
    for (let child = layers.firstChild[region]; child !== 0; child = layers.nextSibling[child]) {
      if (holdsUnits(layers, child, queried)) queryRegion(child, into);
    }
  }

  return (left, top, right, bottom, into) => {
    const lastLayer = layers.units.length - 1;
    const everywhere = findRegion(layers, lastLayer, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
    if (everywhere === 0) return;
    edges[0] = left;
    edges[1] = top;
    edges[2] = right;
    edges[3] = bottom;
    for (let i = 0; i < 4; i++) queried[i] = unitAt(layers, edges[i]);
    queryRegion(everywhere, into);
  };
}
