/**
 * Interest: what each of 500 clients sees of an arena, and what entered and left its view since the tick before. Timed: the
 * structure, the queries, and the lists. A view holds the bodies whose boxes overlap it.
 */
import { type BodyStore, NO_BODY } from "../../../server/space/bodies.ts";
import { updateBoxes } from "../../../server/space/boxes.ts";
import {
  BROAD_PHASE_NAMES,
  type BroadPhaseName,
  createBroadPhase,
  DEFAULT_BROAD_PHASE,
} from "../../../server/space/broadphase/catalog.ts";
import type { SlotList } from "../../../server/space/broadphase/slot-list.ts";
import { grownInt32 } from "../../../server/space/grow.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";
import { type Identity, ours, peer } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { type Fingerprint, isSame, mix } from "./pair-check.ts";
import { createLayers } from "./peers/flatbush-layers.ts";
import { createRbushLayers } from "./peers/rbush.ts";
import { createWorld, type PairSceneName } from "./scenes.ts";
import { createViewChanges, type ViewLists } from "./view-changes.ts";
import { createViews, type Views } from "./views.ts";

export const VIEW_COUNT = 500;
export const VIEW_SEED = 77;

/** A structure that answers rectangles. */
interface ViewFinder {
  /** Takes in the boxes as they are. */
  build(): void;
  /** Appends to `into` the slots whose boxes overlap the rectangle, each once. */
  query(minX: number, minY: number, maxX: number, maxY: number, into: SlotList): void;
}

interface ViewCompetitor extends Identity {
  create(bodies: BodyStore, bounds: Rectangle): ViewFinder;
}

function createOurViews(name: BroadPhaseName): ViewCompetitor {
  return {
    ...ours(name, name === DEFAULT_BROAD_PHASE),
    create(bodies, bounds) {
      const broadPhase = createBroadPhase(name, bodies, bounds);
      const boxes = bodies.boxes;
      return {
        build: broadPhase.build,
        query(minX, minY, maxX, maxY, into) {
          const start = into.count;
          broadPhase.queryRect(minX, minY, maxX, maxY, into);
          // It may give some that only nearly overlap.
          const { slots, count } = into;
          let kept = start;
          for (let i = start; i < count; i++) {
            const slot = slots[i];
            slots[kept] = slot;
            if (boxes.minX[slot] > maxX || boxes.maxX[slot] < minX) continue;
            if (boxes.minY[slot] > maxY || boxes.maxY[slot] < minY) continue;
            kept++;
          }
          into.count = kept;
        },
      };
    },
  };
}

function append(list: SlotList, slot: number): void {
  if (list.count === list.slots.length) list.slots = grownInt32(list.slots, list.count + 1);
  list.slots[list.count++] = slot;
}

const flatbushLayers: ViewCompetitor = {
  ...peer("flatbush in two layers"),
  create(bodies) {
    const layers = createLayers(bodies);
    return {
      build: layers.update,
      query(minX, minY, maxX, maxY, into) {
        const { slots, still, moving, resting } = layers;
        const near = moving?.search(minX, minY, maxX, maxY) ?? [];
        for (let i = 0; i < near.length; i++) append(into, slots[near[i]]);
        const below = resting?.search(minX, minY, maxX, maxY) ?? [];
        for (let i = 0; i < below.length; i++) if (still.isThere(below[i])) append(into, still.settled[below[i]]);
      },
    };
  },
};

const rbushLayers: ViewCompetitor = {
  ...peer("rbush"),
  create(bodies) {
    const layers = createRbushLayers(bodies);
    return {
      build: layers.update,
      query(minX, minY, maxX, maxY, into) {
        const area = { minX, minY, maxX, maxY };
        for (const { slot } of layers.moving.search(area)) append(into, slot);
        for (const { slot } of layers.resting.search(area)) append(into, slot);
      },
    };
  },
};

/** @param count how many bodies there are. */
export function viewEntries(scene: PairSceneName, count: number): Entry[] {
  const competitors = [...BROAD_PHASE_NAMES.map(createOurViews), flatbushLayers, rbushLayers];
  return competitors.map((competitor) => ({ ...competitor, open: () => openViewLane(scene, count, competitor) }));
}

function openViewLane(scene: PairSceneName, count: number, competitor: ViewCompetitor): Lane {
  const world = createWorld(scene, count);
  const { bodies, bounds } = world;
  const finder = competitor.create(bodies, bounds);
  const views = createViews(bodies, bounds, VIEW_COUNT, VIEW_SEED);
  const changes = createViewChanges(bodies.capacity, VIEW_COUNT);

  return {
    advance() {
      world.advance();
      views.follow();
    },
    run() {
      updateBoxes(bodies, false);
      finder.build();
      changes.begin();
      const { now } = changes;
      for (let view = 0; view < VIEW_COUNT; view++) {
        finder.query(views.minX[view], views.minY[view], views.maxX[view], views.maxY[view], now);
        now.ends[view] = now.count;
      }
      changes.compare();
    },
    check() {
      const now = fingerprintOfLists(changes.now);
      const before = fingerprintOfLists(changes.before);
      const entered = fingerprintOfLists(changes.entered);
      const left = fingerprintOfLists(changes.left);
      // Hashes are sums: what there was, with what entered and less what left, is what there is.
      const expected = {
        count: before.count + entered.count - left.count,
        hash: (before.hash + entered.hash - left.hash) | 0,
      };
      return { found: now.count, isExact: isSame(now, oracle(bodies, views)) && isSame(now, expected) };
    },
  };
}

function fingerprintOfLists({ slots, ends }: ViewLists): Fingerprint {
  let hash = 0;
  let count = 0;
  for (let view = 0; view < ends.length; view++) {
    for (; count < ends[view]; count++) hash = (hash + mix(view, slots[count])) | 0;
  }
  return { count, hash };
}

/** Every view against every body. */
function oracle(bodies: BodyStore, views: Views): Fingerprint {
  const { minX, minY, maxX, maxY } = bodies.boxes;
  let hash = 0;
  let count = 0;
  for (let slot = 0; slot < bodies.slotLimit; slot++) {
    if (bodies.ids[slot] === NO_BODY) continue;
    for (let view = 0; view < views.count; view++) {
      if (minX[slot] > views.maxX[view] || maxX[slot] < views.minX[view]) continue;
      if (minY[slot] > views.maxY[view] || maxY[slot] < views.minY[view]) continue;
      hash = (hash + mix(view, slot)) | 0;
      count++;
    }
  }
  return { count, hash };
}
