/**
 * The front door of the spatial engine: bodies have shapes in a plane; a step finds which of them touch, queries find which
 * are in an area or near a point, and casts what is met on the way. It knows no game. Units: u (world units).
 */
import { type BodyChanges, type BodyStore, createBodyStore } from "./bodies.ts";
import { updateBoxes } from "./boxes.ts";
import type { BroadPhaseCounters, BroadPhaseFactory } from "./broadphase/broad-phase.ts";
import { type BroadPhaseName, createBroadPhase, DEFAULT_BROAD_PHASE } from "./broadphase/catalog.ts";
import { createPairList } from "./broadphase/pair-list.ts";
import { createPairOrderMemory, orderPairs } from "./broadphase/pair-order.ts";
import { createReplaceableBroadPhase } from "./broadphase/replaceable-broad-phase.ts";
import { type Casts, createCasts } from "./casts.ts";
import { findContacts } from "./contacts.ts";
import { SpaceError } from "./errors.ts";
import { type ContactEvents, createContactEventTracker } from "./events.ts";
import { inspectSpace, type SpaceInspection } from "./inspection.ts";
import { type ContactList, createContact, createContactList } from "./narrowphase/contact-list.ts";
import { createNearestQuery, type NearestQuery } from "./nearest.ts";
import { createOverlapQueries, type OverlapQueries } from "./queries.ts";
import { type Rectangle, requireBounds } from "./rectangle.ts";
import { createScratchStack } from "./scratch.ts";

export { type BodyId, type BodyStore, NO_BODY, slotOf } from "./bodies.ts";
export {
  type BroadPhase,
  type BroadPhaseCounters,
  type BroadPhaseFactory,
  type BroadPhaseInspection,
  createBroadPhaseCounters,
  type InspectedRegion,
} from "./broadphase/broad-phase.ts";
export { BROAD_PHASE_NAMES, type BroadPhaseName } from "./broadphase/catalog.ts";
export { createDirectionalSweep, createPolygonSweep } from "./broadphase/directional-sweep.ts";
export { maskAllows, type PairList } from "./broadphase/pair-list.ts";
export type { SlotList } from "./broadphase/slot-list.ts";
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
  /** Its name, or a function that makes one, such as one with threads or of your own. Default "quadtree-sap". */
  broadPhase?: BroadPhaseName | BroadPhaseFactory;
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
  /**
   * Builds the broad phase, once, from the bodies as they are, and fills `contacts` and `events`. Throws a SpaceError
   * ("disposed") once the space is disposed of.
   */
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
  /**
   * Changes the broad phase with the next step: contacts, events and answers go on as if nothing had happened. After a
   * step that threw because a broad phase failed (one whose thread died), give another and step again. Takes what
   * `SpaceOptions.broadPhase` takes, and throws likewise; the one before is disposed of.
   */
  useBroadPhase(broadPhase: BroadPhaseName | BroadPhaseFactory): void;
  /** Ends what the broad phase runs, such as threads, and with it the space; resolves when all has ended. */
  dispose(): Promise<void>;
}

export interface SpaceCounters extends BroadPhaseCounters {
  /** Broad phases built since the space was made: one a step. */
  builds: number;
}

/** Throws a SpaceError for bounds without an area, an impossible capacity, or what is neither a name nor gives a broad phase. */
export function createSpace(options: SpaceOptions): Space {
  const { capacity, sweep = false } = options;
  const bounds = { ...options.bounds };
  requireBounds(bounds);
  const bodies = createBodyStore(capacity);
  const broadPhase = createReplaceableBroadPhase(
    createBroadPhase(options.broadPhase ?? DEFAULT_BROAD_PHASE, bodies, bounds),
  );
  const pairs = createPairList();
  const pairOrderMemory = createPairOrderMemory(capacity);
  const contact = createContact();
  const contacts = createContactList();
  const { events, update: updateEvents } = createContactEventTracker();
  const scratches = createScratchStack();
  const counters: SpaceCounters = { builds: 0, ...broadPhase.counters };
  let isDisposed = false;
  const { add, move, teleport, resize, reshape, setStill, setFilter, remove, has } = bodies;

  function requireAlive(): void {
    if (isDisposed) throw new SpaceError("disposed", "space", "disposed of", "create another.");
  }

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

    useBroadPhase(choice) {
      requireAlive();
      broadPhase.replace(createBroadPhase(choice, bodies, bounds));
    },

    dispose() {
      isDisposed = true;
      return broadPhase.dispose();
    },

    step() {
      requireAlive();
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
