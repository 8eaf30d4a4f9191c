/**
 * The front door of the spatial engine: bodies are circles in a plane; a step finds which of them touch, and queries find
 * which are in an area. It knows no game. Units: u (world units).
 */
import { type BodyId, type BodyStore, createBodyStore, NO_BODY } from "./bodies.ts";
import type { BroadPhaseCounters } from "./broadphase/broad-phase.ts";
import { type BroadPhaseName, createBroadPhase, DEFAULT_BROAD_PHASE } from "./broadphase/catalog.ts";
import { createPairList } from "./broadphase/pair-list.ts";
import { createPairOrderMemory, orderPairs } from "./broadphase/pair-order.ts";
import { createSlotList } from "./broadphase/slot-list.ts";
import { SpaceError } from "./errors.ts";
import { grownInt32 } from "./grow.ts";
import type { IdList } from "./id-list.ts";
import { collideCircles } from "./narrowphase/circle-circle.ts";
import { circleOverlapsRectangle } from "./narrowphase/circle-rectangle.ts";
import { type ContactList, createContactList, growContacts } from "./narrowphase/contact-list.ts";
import { type Rectangle, requireRectangle } from "./rectangle.ts";

export { createIdList, type IdList } from "./id-list.ts";

export interface SpaceOptions {
  /** Where most bodies are: it tunes the broad phase. Bodies beyond are found all the same. */
  bounds: Rectangle;
  /** Most bodies at once, up to MAX_CAPACITY; a body removed since the last step still counts. */
  capacity: number;
  broadPhase?: BroadPhaseName;
}

/** Every method that takes an id throws a SpaceError ("stale-id") when its body is gone. */
export interface Space {
  /** The bodies' columns by slot, for reading. */
  readonly bodies: BodyStore;
  /** Bodies that there are. */
  readonly count: number;
  /** Adds a circle. `still`: it does not move by itself, and two still bodies make no contact. */
  add(x: number, y: number, radius: number, still: boolean): BodyId;
  move(id: BodyId, x: number, y: number): void;
  resize(id: BodyId, radius: number): void;
  setStill(id: BodyId, still: boolean): void;
  /** Removes a body. Its slot is not given out again before the next step has run. */
  remove(id: BodyId): void;
  /** Whether the body that `id` was given for is still there. */
  has(id: BodyId): boolean;
  /** Builds the broad phase, once, from the bodies as they are, and fills `contacts`. */
  step(): void;
  /**
   * Circles that overlapped or touched in the last step, at least one of each pair a mover; each pair once, in the order of
   * (slot of a, slot of b) with slot a < slot b, whatever the broad phase. Bodies may have been removed since: ask `has`.
   */
  readonly contacts: Readonly<ContactList>;
  /**
   * Finds the bodies whose circle overlaps or touches the rectangle, as they are now, changes since the step included.
   * Replaces what `into` holds by their ids, in no particular order. Never builds anything.
   * @returns how many there are
   */
  overlapRect(minX: number, minY: number, maxX: number, maxY: number, into: IdList): number;
  /** What the last step did; `builds` is the total. */
  readonly counters: Readonly<SpaceCounters>;
}

export interface SpaceCounters extends BroadPhaseCounters {
  /** Broad phases built since the space was made: one a step. */
  builds: number;
}

/** Throws a SpaceError for bounds without an area, an impossible capacity or an unknown broad phase. */
export function createSpace(options: SpaceOptions): Space {
  const { bounds, capacity } = options;
  requireBounds(bounds);
  const bodies = createBodyStore(capacity);
  const broadPhase = createBroadPhase(options.broadPhase ?? DEFAULT_BROAD_PHASE, bodies, { ...bounds });
  const pairOrderMemory = createPairOrderMemory(capacity);
  const pairs = createPairList();
  const contacts = createContactList();
  const candidates = createSlotList();
  const counters: SpaceCounters = { builds: 0, ...broadPhase.counters };

  return {
    bodies,
    get count() {
      return bodies.count;
    },
    add: bodies.add,
    move: bodies.move,
    resize: bodies.resize,
    setStill: bodies.setStill,
    remove: bodies.remove,
    has: bodies.has,
    contacts,
    counters,

    step() {
      broadPhase.build();
      bodies.settle();
      broadPhase.findPairs(pairs);
      orderPairs(pairs, bodies.slotLimit, pairOrderMemory);
      contacts.count = 0;
      growContacts(contacts, pairs.count);
      const { a, b, count } = pairs;
      for (let i = 0; i < count; i++) collideCircles(bodies, a[i], b[i], contacts);
      counters.builds++;
      counters.boxTests = broadPhase.counters.boxTests;
      counters.axisOverlaps = broadPhase.counters.axisOverlaps;
      counters.leaves = broadPhase.counters.leaves;
      counters.entries = broadPhase.counters.entries;
      counters.pairs = broadPhase.counters.pairs;
    },

    overlapRect(minX, minY, maxX, maxY, into) {
      requireRectangle(minX, minY, maxX, maxY);
      candidates.count = 0;
      broadPhase.queryRect(minX, minY, maxX, maxY, candidates);
      const { x, y, radius, ids, isChanged, changedSlots, changedCount } = bodies;
      const { slots, count } = candidates;
      const found = grownInt32(into.ids, count + changedCount);
      let foundCount = 0;
      // What changed since the build is looked at by itself, and the broad phase's word on it is not taken.
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        if (isChanged[slot] === 1) continue;
        if (circleOverlapsRectangle(x[slot], y[slot], radius[slot], minX, minY, maxX, maxY)) {
          found[foundCount++] = ids[slot];
        }
      }
      for (let i = 0; i < changedCount; i++) {
        const slot = changedSlots[i];
        if (ids[slot] === NO_BODY) continue;
        if (circleOverlapsRectangle(x[slot], y[slot], radius[slot], minX, minY, maxX, maxY)) {
          found[foundCount++] = ids[slot];
        }
      }
      into.ids = found;
      into.count = foundCount;
      return foundCount;
    },
  };
}

function requireBounds({ minX, minY, maxX, maxY }: Rectangle): void {
  requireRectangle(minX, minY, maxX, maxY);
  const width = maxX - minX;
  const height = maxY - minY;
  for (const [field, size] of [
    ["bounds width", width],
    ["bounds height", height],
  ] as const) {
    if (size === 0 || size === Number.POSITIVE_INFINITY) {
      throw new SpaceError("bad-bounds", field, size, "give a positive, finite one.");
    }
  }
}
