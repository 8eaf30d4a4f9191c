/**
 * Casts: what a point (a ray) or a circle meets as it goes straight from one place to another, bodies as they are now. A
 * segment-walk.ts gives the bodies near the way, from its start on; each is tested once. A ray is a circle of radius 0.
 */
import { type BodyStore, NO_BODY, slotOf } from "./bodies.ts";
import type { BroadPhase } from "./broadphase/broad-phase.ts";
import { requireCoordinate, requireSize } from "./errors.ts";
import { passes, type QueryFilter, requireQueryFilter } from "./filter.ts";
import { type Hit, type HitList, pushHit, sortHits } from "./hits.ts";
import { type CastHit, castCircleAgainst } from "./narrowphase/cast.ts";
import type { Rectangle } from "./rectangle.ts";
import type { Scratch, ScratchStack } from "./scratch.ts";
import { advance, startWalk } from "./segment-walk.ts";

const NO_SLOT = -1;

/**
 * A fraction is of the way from (fromX, fromY) to (toX, toY): 0 for a body that is overlapped at the start. A circle's hit has
 * the point where it touches, and its centre is then at the fraction of the way. Normals point from the body to what was cast.
 */
export interface Casts {
  /**
   * Finds the body that a ray meets first, of several at once the one with the least slot, and fills `hit`.
   * @returns whether it meets any
   */
  castRay(fromX: number, fromY: number, toX: number, toY: number, hit: Hit, filter?: QueryFilter): boolean;
  /** Whether a ray meets any body: cheaper than to find the first. */
  castRayAny(fromX: number, fromY: number, toX: number, toY: number, filter?: QueryFilter): boolean;
  /**
   * Replaces what `into` holds by all bodies that a ray meets, each with the place where it meets it first, by fraction and
   * then by slot.
   * @returns how many there are
   */
  castRayAll(fromX: number, fromY: number, toX: number, toY: number, into: HitList, filter?: QueryFilter): number;
  /** As `castRay`, for a circle. It meets whatever the ray of its centre meets. */
  castCircle(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    radius: number,
    hit: Hit,
    filter?: QueryFilter,
  ): boolean;
  /** As `castRayAny`, for a circle. */
  castCircleAny(fromX: number, fromY: number, toX: number, toY: number, radius: number, filter?: QueryFilter): boolean;
  /** As `castRayAll`, for a circle. */
  castCircleAll(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    radius: number,
    into: HitList,
    filter?: QueryFilter,
  ): number;
}

export function createCasts(
  bodies: BodyStore,
  broadPhase: BroadPhase,
  bounds: Rectangle,
  scratches: ScratchStack,
): Casts {
  /** Goes on to a body that the cast meets, and fills the scratch's hit. @returns its slot, NO_SLOT when there are no more */
  function nextMet({ walk, candidates, hit }: Scratch): number {
    const { fromX, fromY, toX, toY, radius } = walk;
    const dx = toX - fromX;
    const dy = toY - fromY;
    for (;;) {
      while (candidates.count > 0) {
        const slot = candidates.slots[--candidates.count];
        if (castCircleAgainst(bodies, slot, fromX, fromY, dx, dy, radius, hit)) return slot;
      }
      if (!advance(walk, bodies, broadPhase, candidates)) return NO_SLOT;
    }
  }

  function castClosest(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    radius: number,
    hit: Hit,
    filter?: QueryFilter,
  ): boolean {
    requireCast(fromX, fromY, toX, toY, radius, filter);
    const scratch = scratches.borrow();
    const { walk, hit: found } = scratch;
    try {
      hit.id = NO_BODY;
      startWalk(walk, scratch.candidates, bodies, bounds, fromX, fromY, toX, toY, radius);
      for (let slot = nextMet(scratch); slot !== NO_SLOT; slot = nextMet(scratch)) {
        const id = bodies.ids[slot];
        if (!comesFirst(found, slot, hit) || !passes(filter, bodies, slot)) continue;
        takeHit(hit, id, found);
        walk.closest = found.fraction;
      }
      return hit.id !== NO_BODY;
    } finally {
      scratches.giveBack();
    }
  }

  function castAny(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    radius: number,
    filter?: QueryFilter,
  ): boolean {
    requireCast(fromX, fromY, toX, toY, radius, filter);
    const scratch = scratches.borrow();
    try {
      startWalk(scratch.walk, scratch.candidates, bodies, bounds, fromX, fromY, toX, toY, radius);
      for (let slot = nextMet(scratch); slot !== NO_SLOT; slot = nextMet(scratch)) {
        if (passes(filter, bodies, slot)) return true;
      }
      return false;
    } finally {
      scratches.giveBack();
    }
  }

  function castAll(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    radius: number,
    into: HitList,
    filter?: QueryFilter,
  ): number {
    requireCast(fromX, fromY, toX, toY, radius, filter);
    const scratch = scratches.borrow();
    try {
      into.count = 0;
      startWalk(scratch.walk, scratch.candidates, bodies, bounds, fromX, fromY, toX, toY, radius);
      for (let slot = nextMet(scratch); slot !== NO_SLOT; slot = nextMet(scratch)) {
        const id = bodies.ids[slot];
        if (passes(filter, bodies, slot)) pushHit(into, id, scratch.hit);
      }
      sortHits(into);
      return into.count;
    } finally {
      scratches.giveBack();
    }
  }

  return {
    castRay: (fromX, fromY, toX, toY, hit, filter) => castClosest(fromX, fromY, toX, toY, 0, hit, filter),
    castRayAny: (fromX, fromY, toX, toY, filter) => castAny(fromX, fromY, toX, toY, 0, filter),
    castRayAll: (fromX, fromY, toX, toY, into, filter) => castAll(fromX, fromY, toX, toY, 0, into, filter),
    castCircle: castClosest,
    castCircleAny: castAny,
    castCircleAll: castAll,
  };
}

function requireCast(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  radius: number,
  filter?: QueryFilter,
): void {
  requireCoordinate("fromX", fromX);
  requireCoordinate("fromY", fromY);
  requireCoordinate("toX", toX);
  requireCoordinate("toY", toY);
  requireSize("radius", radius);
  requireQueryFilter(filter);
}

/** Whether a hit of the body in `slot` comes before the first one so far. */
function comesFirst(found: CastHit, slot: number, first: Hit): boolean {
  if (first.id === NO_BODY || found.fraction < first.fraction) return true;
  return found.fraction === first.fraction && slot < slotOf(first.id);
}

function takeHit(hit: Hit, id: number, { fraction, pointX, pointY, normalX, normalY }: CastHit): void {
  hit.id = id;
  hit.fraction = fraction;
  hit.pointX = pointX;
  hit.pointY = pointY;
  hit.normalX = normalX;
  hit.normalY = normalY;
}
