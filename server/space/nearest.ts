/**
 * The k nearest bodies to a point, by the distance to their edge.
 *
 * Idea: a square about the point, so large that about k bodies should be in it, is made larger until there are k. Then the
 * kth's distance is as far as any answer can be, so one square of that size settles it. When the square holds the bounds and
 * still too few were found, all bodies are asked. A body is looked at once, in the first square that its box overlaps.
 *
 * Cost: O(log(world / distance)) queries until k bodies are found, and the last of those squares' bodies. With a filter that
 * fewer than k bodies pass, all bodies are looked at.
 */
import { type BodyStore, NO_BODY } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import type { SlotList } from "./broadphase/slot-list.ts";
import { appendChanged, findNewcomers, ROUNDING } from "./candidates.ts";
import { requireCoordinate, SpaceError } from "./errors.ts";
import { passes, type QueryFilter, requireQueryFilter } from "./filter.ts";
import { grownInt32 } from "./grow.ts";
import type { IdList } from "./id-list.ts";
import { distanceTo } from "./narrowphase/overlap.ts";
import { belongs, clearHeap, insert, isFull, type NearestHeap, sortNearest } from "./nearest-heap.ts";
import { copyRectangle, type Rectangle, setNowhere } from "./rectangle.ts";
import type { Scratch, ScratchStack } from "./scratch.ts";

export interface NearestQuery {
  /**
   * Finds the `count` bodies nearest to a point by the distance to their edge, 0 within them. Replaces what `into` holds by
   * their ids, the nearest first, and of equally near ones the lesser slot first. Fewer, when there are no more.
   * @returns how many there are
   */
  nearest(x: number, y: number, count: number, into: IdList, filter?: QueryFilter): number;
}

/** How far the first square reaches, in sides of the square that `count` bodies have to themselves in the mean. */
const FIRST_REACH = 0.6;
/** What the first square reaches at least, in u, so that doubling gets anywhere. */
const MIN_REACH = 1e-9;
/** In u: more than there is between any two points that boxes may have. */
const EVERYTHING = 1e13;
/** A square is larger by this part than the distance that it is for, so that no rounding leaves out a body of that distance. */
const REACH_MARGIN = 2 ** -30;

export function createNearestQuery(
  bodies: BodyStore,
  broadPhase: BroadPhase,
  bounds: Rectangle,
  scratches: ScratchStack,
): NearestQuery {
  const boundsArea = (bounds.maxX - bounds.minX) * (bounds.maxY - bounds.minY);

  /** Puts the nearest bodies into the scratch's heap. */
  function search({ candidates, heap, area, before }: Scratch, x: number, y: number, filter?: QueryFilter): void {
    candidates.count = 0;
    appendChanged(bodies, candidates);
    let unseen = bodies.count - candidates.count;
    offer(bodies, candidates, x, y, heap, filter);
    const room = ROUNDING * (Math.abs(x) + Math.abs(y));
    const mean = Math.sqrt((boundsArea * heap.limit) / Math.max(1, bodies.count));
    let reach = Math.max(FIRST_REACH * mean, room, MIN_REACH);
    setNowhere(area);
    for (;;) {
      copyRectangle(area, before);
      area.minX = x - reach;
      area.minY = y - reach;
      area.maxX = x + reach;
      area.maxY = y + reach;
      findNewcomers(bodies, broadPhase, area, before, candidates);
      unseen -= candidates.count;
      offer(bodies, candidates, x, y, heap, filter);
      if (unseen <= 0 || reach === EVERYTHING) return;
      const needed = isFull(heap) ? heap.distances[0] * (1 + REACH_MARGIN) + room : EVERYTHING;
      if (needed <= reach) return;
      if (isFull(heap) || holds(area, bounds)) reach = needed;
      else reach = Math.min(2 * reach, EVERYTHING);
    }
  }

  return {
    nearest(x, y, count, into, filter) {
      requireCoordinate("x", x);
      requireCoordinate("y", y);
      requireCount(count);
      requireQueryFilter(filter);
      const scratch = scratches.borrow();
      const { heap } = scratch;
      try {
        clearHeap(heap, Math.min(count, bodies.count));
        if (heap.limit > 0) search(scratch, x, y, filter);
        sortNearest(heap);
        return giveIds(bodies, heap, into);
      } finally {
        scratches.giveBack();
      }
    },
  };
}

/** Puts those of the candidates into the heap that pass and belong there. */
function offer(
  bodies: BodyStore,
  { slots, count }: SlotList,
  x: number,
  y: number,
  heap: NearestHeap,
  filter?: QueryFilter,
): void {
  for (let i = 0; i < count; i++) {
    const slot = slots[i];
    const distance = distanceTo(bodies, slot, x, y);
    if (belongs(heap, distance, slot) && passes(filter, bodies, slot)) insert(heap, distance, slot);
  }
}

/** @returns how many ids were given */
function giveIds({ ids }: BodyStore, { slots, count }: NearestHeap, into: IdList): number {
  into.ids = grownInt32(into.ids, count);
  into.count = 0;
  for (let i = 0; i < count; i++) if (ids[slots[i]] !== NO_BODY) into.ids[into.count++] = ids[slots[i]];
  return into.count;
}

function holds(area: Rectangle, { minX, minY, maxX, maxY }: Rectangle): boolean {
  return area.minX <= minX && area.minY <= minY && area.maxX >= maxX && area.maxY >= maxY;
}

function requireCount(count: number): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new SpaceError("bad-option", "count", count, "give an integer from 1.");
}
