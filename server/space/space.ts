/**
 * The front door of the spatial engine: bodies are circles in a plane; a step finds which of them touch, and queries find
 * which are in an area. It knows no game. Units: u (world units).
 */
import { type BodyId, type BodyOptions, type BodyStore, createBodyStore } from "./bodies.ts";
import { updateBoxes } from "./boxes.ts";
import type { BroadPhaseCounters, BroadPhaseInspection } from "./broadphase/broad-phase.ts";
import { type BroadPhaseName, createBroadPhase, DEFAULT_BROAD_PHASE } from "./broadphase/catalog.ts";
import { createPairList } from "./broadphase/pair-list.ts";
import { createPairOrderMemory, orderPairs } from "./broadphase/pair-order.ts";
import { createSlotList } from "./broadphase/slot-list.ts";
import { findCandidates } from "./candidates.ts";
import { SpaceError } from "./errors.ts";
import { passes, type QueryFilter } from "./filter.ts";
import { grownInt32 } from "./grow.ts";
import type { IdList } from "./id-list.ts";
import { collideCircles } from "./narrowphase/circle-circle.ts";
import { circleOverlapsRectangle } from "./narrowphase/circle-rectangle.ts";
import {
  type ContactList,
  createContact,
  createContactList,
  growContacts,
  pushContact,
} from "./narrowphase/contact-list.ts";
import { type Rectangle, requireRectangle } from "./rectangle.ts";
import type { Shape } from "./shapes.ts";

export { createIdList, type IdList } from "./id-list.ts";

export interface SpaceOptions {
  /** Where most bodies are: it tunes the broad phase. Bodies beyond are found all the same. */
  bounds: Rectangle;
  /** Most bodies at once, up to MAX_CAPACITY; a body removed since the last step still counts. */
  capacity: number;
  broadPhase?: BroadPhaseName;
  /** Whether contacts are looked for along the way of each `move`, so that no circle passes through anything. Default false. */
  sweep?: boolean;
}

/** Every method that takes an id throws a SpaceError ("stale-id") when its body is gone. */
export interface Space {
  /** The bodies' columns by slot, for reading. */
  readonly bodies: BodyStore;
  /** Bodies that there are. */
  readonly count: number;
  /** Adds a body: `space.add(circle(20), 100, 100, { still: true })`. */
  add(shape: Shape, x: number, y: number, options?: BodyOptions): BodyId;
  /** Moves a body along the straight line to (x, y). */
  move(id: BodyId, x: number, y: number): void;
  /** Puts a body at (x, y) without a way there: nothing is met between. */
  teleport(id: BodyId, x: number, y: number): void;
  /** Gives a circle or capsule another radius. */
  resize(id: BodyId, radius: number): void;
  reshape(id: BodyId, shape: Shape): void;
  setStill(id: BodyId, still: boolean): void;
  setFilter(id: BodyId, category: number, mask: number): void;
  /** Removes a body. Its slot is not given out again before the next step has run. */
  remove(id: BodyId): void;
  /** Whether the body that `id` was given for is still there. */
  has(id: BodyId): boolean;
  /** Builds the broad phase, once, from the bodies as they are, and fills `contacts`. */
  step(): void;
  /**
   * Bodies that overlapped or touched in the last step, at least one of each pair a mover; each pair once, in the order of
   * (slot of a, slot of b) with slot a < slot b, whatever the broad phase. Bodies may have been removed since: ask `has`.
   */
  readonly contacts: Readonly<ContactList>;
  /**
   * Finds the bodies that overlap or touch the rectangle, as they are now, changes since the step included. Replaces what
   * `into` holds by their ids, in no particular order. Never builds anything.
   * @returns how many there are
   */
  overlapRect(minX: number, minY: number, maxX: number, maxY: number, into: IdList, filter?: QueryFilter): number;
  /** What the broad phase is made of now; allocates as it likes. */
  inspect(): BroadPhaseInspection;
  /** What the last step did; `builds` is the total. */
  readonly counters: Readonly<SpaceCounters>;
}

export interface SpaceCounters extends BroadPhaseCounters {
  /** Broad phases built since the space was made: one a step. */
  builds: number;
}

/** Throws a SpaceError for bounds without an area, an impossible capacity or an unknown broad phase. */
export function createSpace(options: SpaceOptions): Space {
  const { bounds, capacity, sweep = false } = options;
  requireBounds(bounds);
  const bodies = createBodyStore(capacity);
  const broadPhase = createBroadPhase(options.broadPhase ?? DEFAULT_BROAD_PHASE, bodies, { ...bounds });
  const pairOrderMemory = createPairOrderMemory(capacity);
  const pairs = createPairList();
  const contact = createContact();
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
    teleport: bodies.teleport,
    resize: bodies.resize,
    reshape: bodies.reshape,
    setStill: bodies.setStill,
    setFilter: bodies.setFilter,
    remove: bodies.remove,
    has: bodies.has,
    contacts,
    counters,
    inspect: broadPhase.inspect,

    step() {
      if (sweep) bodies.markMoved();
      updateBoxes(bodies, sweep);
      broadPhase.build();
      broadPhase.findPairs(pairs);
      orderPairs(pairs, bodies.slotLimit, pairOrderMemory);
      contacts.count = 0;
      growContacts(contacts, pairs.count);
      const { a, b, count } = pairs;
      const { ids } = bodies;
      for (let i = 0; i < count; i++) {
        if (collideCircles(bodies, a[i], b[i], contact)) pushContact(contacts, ids[a[i]], ids[b[i]], contact);
      }
      bodies.settle();
      counters.builds++;
      Object.assign(counters, broadPhase.counters);
    },

    overlapRect(minX, minY, maxX, maxY, into, filter) {
      requireRectangle(minX, minY, maxX, maxY);
      findCandidates(bodies, broadPhase, minX, minY, maxX, maxY, candidates);
      const { x, y, radius, ids } = bodies;
      const { slots, count } = candidates;
      const found = grownInt32(into.ids, count);
      let foundCount = 0;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        if (!circleOverlapsRectangle(x[slot], y[slot], radius[slot], minX, minY, maxX, maxY)) continue;
        if (passes(filter, bodies, slot)) found[foundCount++] = ids[slot];
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
