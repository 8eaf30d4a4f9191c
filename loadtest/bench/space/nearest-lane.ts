/**
 * The k nearest: the 8 bodies whose edges are nearest to each of 1000 points. The bodies are boxes, since that is all that the
 * peers know of. Timed: the queries alone, not the structure; the bodies rest.
 */
import type Flatbush from "flatbush";
import { type BodyStore, slotOf } from "../../../server/space/bodies.ts";
import { updateBoxes } from "../../../server/space/boxes.ts";
import {
  BROAD_PHASE_NAMES,
  type BroadPhaseName,
  DEFAULT_BROAD_PHASE,
} from "../../../server/space/broadphase/catalog.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";
import { box } from "../../../server/space/shapes.ts";
import { createIdList, createSpace, type Space } from "../../../server/space/space.ts";
import { createRandom } from "../../../shared/random.ts";
import { type Identity, ours, peer } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { packBoxes } from "./peers/flatbush.ts";
import { createRbushLayers, type RbushItem } from "./peers/rbush.ts";
import { createWorldIn, type PairSceneName } from "./scenes.ts";

export const POINT_COUNT = 1000;
const NEIGHBOURS = 8;
const POINT_SEED = 79;

/** Writes the slots of the bodies nearest to a point, the nearest first, into the array from `start` on. */
type FindNearest = (x: number, y: number, into: Int32Array, start: number) => void;

function findOurs(space: Space): FindNearest {
  const found = createIdList();
  return (x, y, into, start) => {
    space.nearest(x, y, NEIGHBOURS, found);
    for (let i = 0; i < found.count; i++) into[start + i] = slotOf(found.ids[i]);
  };
}

function findFlatbush({ bodies }: Space): FindNearest {
  updateBoxes(bodies, false);
  // No body was removed: the slots are 0, 1, 2, …
  const slots = Int32Array.from({ length: bodies.slotLimit }, (_, slot) => slot);
  const tree = packBoxes(bodies, slots, slots.length) as Flatbush;
  return (x, y, into, start) => {
    const found = tree.neighbors(x, y, NEIGHBOURS);
    for (let i = 0; i < found.length; i++) into[start + i] = found[i];
  };
}

/** rbush has no such query: a square about the point is doubled until it holds enough that are no farther than it reaches. */
function findRbush({ bodies }: Space, { minX, maxX }: Rectangle): FindNearest {
  updateBoxes(bodies, false);
  const layers = createRbushLayers(bodies);
  layers.update();
  const { moving } = layers;
  /** Half a square in which about so many are to be expected. */
  const firstReach = ((maxX - minX) * Math.sqrt(NEIGHBOURS / bodies.count)) / 2;
  return (x, y, into, start) => {
    const distanceTo = (item: RbushItem) =>
      Math.hypot(Math.max(item.minX - x, 0, x - item.maxX), Math.max(item.minY - y, 0, y - item.maxY));
    for (let reach = firstReach; ; reach *= 2) {
      const found = moving.search({ minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach });
      const near = found.map((item) => ({ slot: item.slot, distance: distanceTo(item) }));
      near.sort((a, b) => a.distance - b.distance);
      if (near.length < NEIGHBOURS || near[NEIGHBOURS - 1].distance > reach) continue;
      for (let i = 0; i < NEIGHBOURS; i++) into[start + i] = near[i].slot;
      return;
    }
  };
}

/** @param count how many bodies there are, NEIGHBOURS at least. */
export function nearestEntries(scene: PairSceneName, count: number): Entry[] {
  const opened = (identity: Identity, broadPhase: BroadPhaseName, open: OpenFind): Entry => ({
    ...identity,
    open: () => openLane(scene, count, broadPhase, open),
  });
  return [
    ...BROAD_PHASE_NAMES.map((name) => opened(ours(name, name === DEFAULT_BROAD_PHASE), name, findOurs)),
    opened(peer("flatbush"), DEFAULT_BROAD_PHASE, findFlatbush),
    opened(peer("rbush"), DEFAULT_BROAD_PHASE, findRbush),
  ];
}

/** From a space that has not been stepped yet, so that all its bodies count as changed. */
type OpenFind = (space: Space, bounds: Rectangle) => FindNearest;

function openLane(scene: PairSceneName, count: number, broadPhase: BroadPhaseName, open: OpenFind): Lane {
  const {
    host: space,
    bodies,
    bounds,
  } = createWorldIn(scene, count, (area, capacity) => createSpace({ bounds: area, capacity, broadPhase }));
  for (let slot = 0; slot < bodies.slotLimit; slot++) {
    space.reshape(bodies.ids[slot], box(2 * bodies.radius[slot], 2 * bodies.radius[slot]));
  }
  const find = open(space, bounds);
  space.step();
  const random = createRandom(POINT_SEED);
  const x = Float64Array.from({ length: POINT_COUNT }, () => random.between(bounds.minX, bounds.maxX));
  const y = Float64Array.from({ length: POINT_COUNT }, () => random.between(bounds.minY, bounds.maxY));
  const found = new Int32Array(POINT_COUNT * NEIGHBOURS);
  const expected = Array.from(x, (_, point) => leastDistances(bodies, x[point], y[point]));
  return {
    advance() {},
    run() {
      for (let point = 0; point < POINT_COUNT; point++) find(x[point], y[point], found, point * NEIGHBOURS);
    },
    check() {
      const isExact = expected.every((least, point) => {
        const given = found.subarray(point * NEIGHBOURS, (point + 1) * NEIGHBOURS);
        return areNearest(bodies, x[point], y[point], given, least);
      });
      return { found: found.length, isExact };
    },
  };
}

/** In u: a peer knows the boxes as float32, so bodies that are as near as this are in either order. */
const ROUNDING = 0.01;

function distanceTo(bodies: BodyStore, slot: number, x: number, y: number): number {
  const dx = Math.max(0, Math.abs(x - bodies.x[slot]) - bodies.extentX[slot]);
  const dy = Math.max(0, Math.abs(y - bodies.y[slot]) - bodies.extentY[slot]);
  return Math.hypot(dx, dy);
}

/** The least distances that there are, ascending: every body is asked. */
function leastDistances(bodies: BodyStore, x: number, y: number): number[] {
  const least: number[] = Array.from({ length: NEIGHBOURS }, () => Infinity);
  for (let slot = 0; slot < bodies.slotLimit; slot++) {
    const distance = distanceTo(bodies, slot, x, y);
    if (distance >= least[NEIGHBOURS - 1]) continue;
    const at = least.findIndex((other) => distance < other);
    least.splice(at, 0, distance);
    least.pop();
  }
  return least;
}

/** Whether the slots are of different bodies at the distances `least`. */
function areNearest(bodies: BodyStore, x: number, y: number, slots: Int32Array, least: readonly number[]): boolean {
  if (new Set(slots).size !== slots.length) return false;
  return slots.every((slot, i) => Math.abs(distanceTo(bodies, slot, x, y) - least[i]) <= ROUNDING);
}
