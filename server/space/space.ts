/**
 * The front door of the spatial engine: bodies have shapes in a plane; a step finds which of them touch, queries find which
 * are in an area or near a point, and casts what is met on the way. It knows no game. Units: u (world units).
 */
import { type BodyChanges, type BodyStore, createBodyStore } from "./bodies.ts";
import { updateBoxes } from "./boxes.ts";
import type { BroadPhaseCounters } from "./broadphase/broad-phase.ts";
import { type BroadPhaseName, createBroadPhase, DEFAULT_BROAD_PHASE } from "./broadphase/catalog.ts";
import { createPairList } from "./broadphase/pair-list.ts";
import { createPairOrderMemory, orderPairs } from "./broadphase/pair-order.ts";
import { type Casts, createCasts } from "./casts.ts";
import { findContacts } from "./contacts.ts";
import { type ContactEvents, createContactEventTracker } from "./events.ts";
import { inspectSpace, type SpaceInspection } from "./inspection.ts";
import { type ContactList, createContact, createContactList } from "./narrowphase/contact-list.ts";
import { createNearestQuery, type NearestQuery } from "./nearest.ts";
import { createOverlapQueries, type OverlapQueries } from "./queries.ts";
import { type Rectangle, requireBounds } from "./rectangle.ts";
import { createScratchStack } from "./scratch.ts";

export { type BodyId, NO_BODY, slotOf } from "./bodies.ts";
export { SpaceError } from "./errors.ts";
export type { QueryFilter } from "./filter.ts";
export { createHit, createHitList, type Hit, type HitList } from "./hits.ts";
export { createIdList, type IdList } from "./id-list.ts";
export { box, capsule, circle, polygon, type Shape, segment } from "./shapes.ts";

export interface SpaceOptions {
  /** Where most bodies are: it tunes the broad phase. Bodies beyond are found all the same. */
  bounds: Rectangle;
  /** Most bodies at once, up to MAX_CAPACITY; a body removed since the last step still counts. */
  capacity: number;
  broadPhase?: BroadPhaseName;
  /**
   * Whether contacts are looked for along the way of each body, the straight line from where the last step left it, so that
   * nothing passes through anything. Default false.
   */
  sweep?: boolean;
}

/**
 * Every method that takes an id throws a SpaceError ("stale-id") when its body is gone; every one throws a SpaceError for a
 * value that is not allowed, and has then changed nothing.
 */
export interface Space extends BodyChanges, OverlapQueries, NearestQuery, Casts {
  /** The bodies' columns by slot, for reading. */
  readonly bodies: BodyStore;
  /** Bodies that there are. */
  readonly count: number;
  /** Builds the broad phase, once, from the bodies as they are, and fills `contacts` and `events`. */
  step(): void;
  /**
   * Bodies that overlapped or touched in the last step, at least one of each pair a mover; each pair once, in the order of
   * (slot of a, slot of b) with slot a < slot b, whatever the broad phase. Bodies may have been removed since: ask `has`.
   */
  readonly contacts: Readonly<ContactList>;
  /** Which of them began with the last step, which stayed, and which of those before it ended; in the same order. */
  readonly events: ContactEvents;
  /** What the last step looked at; allocates as it likes. */
  inspect(): SpaceInspection;
  /** What the last step did; `builds` is the total. */
  readonly counters: Readonly<SpaceCounters>;
}

export interface SpaceCounters extends BroadPhaseCounters {
  /** Broad phases built since the space was made: one a step. */
  builds: number;
}

/** Throws a SpaceError for bounds without an area, an impossible capacity or an unknown broad phase. */
export function createSpace(options: SpaceOptions): Space {
  const { capacity, sweep = false } = options;
  const bounds = { ...options.bounds };
  requireBounds(bounds);
  const bodies = createBodyStore(capacity);
  const broadPhase = createBroadPhase(options.broadPhase ?? DEFAULT_BROAD_PHASE, bodies, bounds);
  const pairs = createPairList();
  const pairOrderMemory = createPairOrderMemory(capacity);
  const contact = createContact();
  const contacts = createContactList();
  const { events, update: updateEvents } = createContactEventTracker();
  const scratches = createScratchStack();
  const counters: SpaceCounters = { builds: 0, ...broadPhase.counters };
  const { add, move, teleport, resize, reshape, setStill, setFilter, remove, has } = bodies;

  return {
    bodies,
    get count() {
      return bodies.count;
    },
    add,
    move,
    teleport,
    resize,
    reshape,
    setStill,
    setFilter,
    remove,
    has,
    contacts,
    events,
    counters,
    ...createOverlapQueries(bodies, broadPhase, scratches),
    ...createNearestQuery(bodies, broadPhase, bounds, scratches),
    ...createCasts(bodies, broadPhase, bounds, scratches),
    inspect: () => inspectSpace(bodies, broadPhase, pairs),

    step() {
      if (sweep) bodies.markMoved();
      updateBoxes(bodies, sweep);
      broadPhase.build();
      broadPhase.findPairs(pairs);
      orderPairs(pairs, bodies.slotLimit, pairOrderMemory);
      findContacts(bodies, pairs, sweep, contact, contacts);
      updateEvents(contacts);
      bodies.settle();
      counters.builds++;
      Object.assign(counters, broadPhase.counters);
    },
  };
}
