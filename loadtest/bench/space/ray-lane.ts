/**
 * Ray casts: 1000 a tick, each 1000 u long, at most, to the first body that it meets. Timed: the casts alone, not the structure,
 * which a game has anyway; the bodies rest.
 */
import RAPIER from "@dimforge/rapier2d-simd-compat";
import { Circle, type Fixture, World as PlanckWorld, type Vec2Value } from "planck";
import { type BodyStore, NO_BODY, slotOf } from "../../../server/space/bodies.ts";
import {
  BROAD_PHASE_NAMES,
  type BroadPhaseName,
  DEFAULT_BROAD_PHASE,
} from "../../../server/space/broadphase/catalog.ts";
import { createHit, createSpace } from "../../../server/space/space.ts";
import { type Identity, ours, peer } from "./competitor.ts";
import type { Entry, Lane } from "./lane.ts";
import { isSame, mix } from "./pair-check.ts";
import { createRapierWorld } from "./peers/rapier.ts";
import { createRays, firstHit, type Rays } from "./rays.ts";
import { createWorldIn, type PairSceneName } from "./scenes.ts";

export const RAY_COUNT = 1000;
const RAY_LENGTH = 1000;
const RAY_SEED = 78;
const NOTHING = -1;

/** Writes the slot of the first body that each ray meets, or NOTHING, into the array. */
type CastRays = (rays: Rays, into: Int32Array) => void;

function castOurs(space: ReturnType<typeof createSpace>): CastRays {
  const hit = createHit();
  return ({ fromX, fromY, toX, toY, count }, into) => {
    for (let i = 0; i < count; i++) {
      into[i] = space.castRay(fromX[i], fromY[i], toX[i], toY[i], hit) ? slotOf(hit.id) : NOTHING;
    }
  };
}

function castPlanck(bodies: BodyStore): CastRays {
  const world = new PlanckWorld();
  for (let slot = 0; slot < bodies.slotLimit; slot++) {
    if (bodies.ids[slot] === NO_BODY) continue;
    const body = world.createBody({ position: { x: bodies.x[slot], y: bodies.y[slot] } });
    body.createFixture({ shape: new Circle(bodies.radius[slot]), userData: slot });
  }
  let first = NOTHING;
  const from = { x: 0, y: 0 };
  const to = { x: 0, y: 0 };
  function meet(fixture: Fixture, _point: Vec2Value, _normal: Vec2Value, fraction: number): number {
    first = fixture.getUserData() as number;
    return fraction;
  }
  return ({ fromX, fromY, toX, toY, count }, into) => {
    for (let i = 0; i < count; i++) {
      first = NOTHING;
      from.x = fromX[i];
      from.y = fromY[i];
      to.x = toX[i];
      to.y = toY[i];
      world.rayCast(from, to, meet);
      into[i] = first;
    }
  };
}

function castRapier(bodies: BodyStore): { cast: CastRays; close(): void } {
  const { world, slotOf: slotOfHandle, update } = createRapierWorld(bodies);
  update();
  const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
  return {
    cast({ fromX, fromY, toX, toY, count }, into) {
      for (let i = 0; i < count; i++) {
        ray.origin.x = fromX[i];
        ray.origin.y = fromY[i];
        ray.dir.x = toX[i] - fromX[i];
        ray.dir.y = toY[i] - fromY[i];
        const hit = world.castRay(ray, 1, true);
        into[i] = hit === null ? NOTHING : (slotOfHandle.get(hit.collider.handle) as number);
      }
    },
    close: () => world.free(),
  };
}

/** @param count how many bodies there are. */
export function rayEntries(scene: PairSceneName, count: number): Entry[] {
  const opened = (identity: Identity, broadPhase: BroadPhaseName, open: OpenCast): Entry => ({
    ...identity,
    open: () => openLane(scene, count, broadPhase, open),
  });
  return [
    ...BROAD_PHASE_NAMES.map((name) =>
      opened(ours(name, name === DEFAULT_BROAD_PHASE), name, (space) => ({ cast: castOurs(space) })),
    ),
    opened(peer("planck"), DEFAULT_BROAD_PHASE, ({ bodies }) => ({ cast: castPlanck(bodies) })),
    opened(peer("rapier"), DEFAULT_BROAD_PHASE, ({ bodies }) => castRapier(bodies)),
  ];
}

/** From a space that has not been stepped yet, so that all its bodies count as changed. */
type OpenCast = (space: ReturnType<typeof createSpace>) => { cast: CastRays; close?(): void };

function openLane(scene: PairSceneName, count: number, broadPhase: BroadPhaseName, open: OpenCast): Lane {
  const {
    host: space,
    bodies,
    bounds,
  } = createWorldIn(scene, count, (area, capacity) => createSpace({ bounds: area, capacity, broadPhase }));
  const { cast, close } = open(space);
  space.step();
  const rays = createRays(bodies, bounds, RAY_COUNT, RAY_LENGTH, RAY_SEED);
  const found = new Int32Array(RAY_COUNT);
  const expected = Int32Array.from({ length: RAY_COUNT }, (_, ray) => firstHit(bodies, rays, ray));
  return {
    advance() {},
    run: () => cast(rays, found),
    check: () => ({
      found: found.filter((slot) => slot !== NOTHING).length,
      isExact: isSame(fingerprint(found), fingerprint(expected)),
    }),
    ...(close === undefined ? {} : { close }),
  };
}

function fingerprint(slots: Int32Array): { count: number; hash: number } {
  return { count: slots.length, hash: slots.reduce((hash, slot, ray) => (hash + mix(ray, slot)) | 0, 0) };
}
