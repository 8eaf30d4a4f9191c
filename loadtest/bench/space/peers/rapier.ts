import RAPIER from "@dimforge/rapier2d-simd-compat";
import { type BodyStore, NO_BODY } from "../../../../server/space/bodies.ts";
import { updateBoxes } from "../../../../server/space/boxes.ts";
import { createPairList } from "../../../../server/space/broadphase/pair-list.ts";
import type { PairFinder } from "../competitor.ts";
import { addIfAllowed, boxesOverlap } from "./adapter.ts";

// It warns that it calls itself in a deprecated way.
const { warn } = console;
console.warn = () => {};
await RAPIER.init();
console.warn = warn;

/** More than float32 may err at the scenes' coordinates, in u: rapier rounds a box its own way. */
const MARGIN = 0.05;

/** A rapier world that holds the store's circles as colliders without rigid bodies, so that nothing is simulated. */
export interface RapierWorld {
  readonly world: RAPIER.World;
  /** The slot of each collider's body, by handle. */
  readonly slotOf: ReadonlyMap<number, number>;
  /** Takes in what changed, and rebuilds rapier's bounding volume hierarchy. */
  update(): void;
}

export function createRapierWorld(bodies: BodyStore): RapierWorld {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const slotOf = new Map<number, number>();
  const colliderOf: (RAPIER.Collider | undefined)[] = Array.from({ length: bodies.capacity }, () => undefined);
  const knownIds = new Int32Array(bodies.capacity);
  const position = { x: 0, y: 0 };

  return {
    world,
    slotOf,
    update() {
      const { ids, x, y, radius, changedSlots, changedCount } = bodies;
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        const known = colliderOf[slot];
        position.x = x[slot];
        position.y = y[slot];
        if (knownIds[slot] === ids[slot]) {
          known?.setTranslation(position);
          continue;
        }
        if (known !== undefined) {
          slotOf.delete(known.handle);
          world.removeCollider(known, false);
        }
        knownIds[slot] = ids[slot];
        colliderOf[slot] = undefined;
        if (ids[slot] === NO_BODY) continue;
        const description = RAPIER.ColliderDesc.ball(radius[slot]).setTranslation(position.x, position.y);
        const collider = world.createCollider(description);
        colliderOf[slot] = collider;
        slotOf.set(collider.handle, slot);
      }
      world.step();
    },
  };
}

/**
 * rapier (WebAssembly): its bounding volume hierarchy, which each mover asks for what is about its box. Its own lists of pairs
 * cannot be had: its events tell of contacts alone.
 */
export function createRapier(bodies: BodyStore): PairFinder {
  const pairs = createPairList();
  const { world, slotOf, update } = createRapierWorld(bodies);
  const center = { x: 0, y: 0 };
  const extent = { x: 0, y: 0 };
  const { still } = bodies;
  let mover = 0;

  function meet(handle: number): boolean {
    const other = slotOf.get(handle) as number;
    if ((still[other] === 1 || other > mover) && boxesOverlap(bodies, mover, other)) {
      addIfAllowed(pairs, bodies, mover, other);
    }
    return true;
  }

  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      update();
      pairs.count = 0;
      const { ids, x, y, radius, slotLimit } = bodies;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === NO_BODY || still[slot] === 1) continue;
        mover = slot;
        center.x = x[slot];
        center.y = y[slot];
        extent.x = extent.y = radius[slot] + MARGIN;
        world.broadPhase.collidersWithAabbIntersectingAabb(
          world.narrowPhase,
          world.bodies,
          world.colliders,
          center,
          extent,
          meet,
        );
      }
    },
    close: () => world.free(),
  };
}
