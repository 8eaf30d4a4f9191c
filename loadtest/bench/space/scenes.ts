/**
 * The scenes of the benchmark: those of the tests (server/space/scenes) at their full size, set in motion. The same name and
 * count give the same run each time.
 */
import {
  type BodyId,
  type BodyStore,
  createBodyStore,
  MIN_FREE_SLOTS,
  type WritableBodyStore,
} from "../../../server/space/bodies.ts";
import type { Rectangle } from "../../../server/space/rectangle.ts";
import { advanceScene, createScene, type Scene, type SceneName } from "../../../server/space/scenes/scenes.ts";
import { circle } from "../../../server/space/shapes.ts";
import { createRandom, type Random } from "../../../shared/random.ts";

/** What holds the bodies: a bare store, or a space. */
export interface Host extends Pick<WritableBodyStore, "add" | "move" | "remove"> {
  readonly bodies: BodyStore;
  /** Ends a tick, where nothing else does. */
  settle?(): void;
}

/** A scene at work: bodies, and what moves them. */
export interface World<H extends Host = Host> {
  readonly host: H;
  readonly bodies: BodyStore;
  readonly bounds: Rectangle;
  /** One tick: settles the store, then moves, adds and removes. */
  advance(): void;
}

/** Moves the scene's columns by one tick; positions only. */
type Motion = (scene: Scene, random: Random) => () => void;

interface BenchScene {
  readonly placement: SceneName;
  readonly count: number;
  readonly seed: number;
  /** Makes the tests' scene what the benchmark's table says of it. */
  readonly adjust?: (scene: Scene) => void;
  readonly motion: Motion;
  /** Still bodies that are eaten each tick, as a part of all; as many are spawned elsewhere. */
  readonly churn?: number;
}

const drift: Motion = (scene) => () => advanceScene(scene);

/** About where each began, so that a crowd stays a crowd. */
const orbit: Motion = (scene, random) => {
  const homeX = scene.x.slice();
  const homeY = scene.y.slice();
  const phase = Float64Array.from({ length: scene.count }, () => random.between(0, 2 * Math.PI));
  const turn = Float64Array.from({ length: scene.count }, () => random.between(0.02, 0.07));
  let tick = 0;
  return () => {
    tick++;
    for (let i = 0; i < scene.count; i++) {
      const angle = phase[i] + tick * turn[i];
      scene.x[i] = homeX[i] + Math.cos(angle) * 4 * scene.radius[i];
      scene.y[i] = homeY[i] + Math.sin(angle) * 4 * scene.radius[i];
    }
  };
};

/** Each body anywhere, each tick: last tick's order is worth nothing. */
const teleport: Motion = (scene, random) => () => {
  const { minX, minY, maxX, maxY } = scene.bounds;
  for (let i = 0; i < scene.count; i++) {
    scene.x[i] = random.between(minX, maxX);
    scene.y[i] = random.between(minY, maxY);
  }
};

function scaleVelocities({ velocityX, velocityY }: Scene, factor: number): void {
  for (let i = 0; i < velocityX.length; i++) {
    velocityX[i] *= factor;
    velocityY[i] *= factor;
  }
}

const PELLET_RADIUS = 10;
const VIRUS_RADIUS = 100;
/** Largest cell, as a part of the side of the world. */
const LARGEST_CELL = 0.05;

/** Pellets of one size, and a heavy tail that ends at a twentieth of the world. */
function adjustAgar(scene: Scene): void {
  const largest = LARGEST_CELL * (scene.bounds.maxX - scene.bounds.minX);
  for (let i = 0; i < scene.count; i++) {
    if (scene.still[i] === 0) scene.radius[i] = Math.min(largest, scene.radius[i]);
    else if (scene.radius[i] < VIRUS_RADIUS) scene.radius[i] = PELLET_RADIUS;
  }
}

/** All movers, slow: a body goes past its neighbour in many ticks, not in one. */
function adjustColumn(scene: Scene): void {
  scene.still.fill(0);
  scaleVelocities(scene, 0.1);
}

const SCENES = {
  "uniform-1k": { placement: "uniform", count: 1000, seed: 1, motion: drift },
  "uniform-10k": { placement: "uniform", count: 10_000, seed: 2, motion: drift },
  "uniform-100k": { placement: "uniform", count: 100_000, seed: 3, motion: drift },
  "agar-10k": { placement: "agar", count: 10_000, seed: 4, adjust: adjustAgar, motion: drift, churn: 0.002 },
  "agar-50k": { placement: "agar", count: 50_000, seed: 5, adjust: adjustAgar, motion: drift, churn: 0.002 },
  "clustered-10k": { placement: "clustered", count: 10_000, seed: 6, motion: orbit },
  "teleport-10k": { placement: "uniform", count: 10_000, seed: 7, motion: teleport },
  "coherent-10k": {
    placement: "uniform",
    count: 10_000,
    seed: 8,
    adjust: (scene) => scaleVelocities(scene, 0.1),
    motion: drift,
  },
  "column-10k": { placement: "column", count: 10_000, seed: 9, adjust: adjustColumn, motion: drift },
  "coincident-2k": { placement: "coincident", count: 2000, seed: 10, motion: drift },
} satisfies Record<string, BenchScene>;

export type PairSceneName = keyof typeof SCENES;

export const PAIR_SCENE_NAMES = Object.keys(SCENES) as PairSceneName[];

/** How many bodies a scene has. */
export function sceneCount(name: PairSceneName): number {
  return SCENES[name].count;
}

/** Three bodies in ten are of a kind that does not meet its own: the filter decides some pairs of every scene. */
const SHY = { category: 2, mask: ~2 } as const;
const SOCIABLE = { category: 1, mask: -1 } as const;

function filterOf(i: number): { category: number; mask: number } {
  return i % 10 < 3 ? SHY : SOCIABLE;
}

/** @param count another number of bodies than the scene's own, as dense: for tests. */
export function createWorld(name: PairSceneName, count: number = SCENES[name].count): World {
  return createWorldIn(name, count, createStoreHost);
}

function createStoreHost(_bounds: Rectangle, capacity: number): Host {
  const bodies = createBodyStore(capacity);
  const { add, move, remove, settle } = bodies;
  return { bodies, add, move, remove, settle };
}

/** As `createWorld`, with the bodies in what `open` makes. */
export function createWorldIn<H extends Host>(
  name: PairSceneName,
  count: number,
  open: (bounds: Rectangle, capacity: number) => H,
): World<H> {
  const { placement, seed, adjust, motion, churn = 0 }: BenchScene = SCENES[name];
  const scene = createScene(placement, count, seed);
  adjust?.(scene);
  const random = createRandom(seed + 1000);
  const { x, y, radius, still, bounds } = scene;
  const eatenPerTick = Math.ceil(count * churn);
  // A slot that was freed is not given out again at once.
  const host = open(bounds, count + MIN_FREE_SLOTS + 2 * eatenPerTick);
  const ids = new Int32Array(count);
  const edible: number[] = [];

  function add(i: number): BodyId {
    return host.add(circle(radius[i]), x[i], y[i], { still: still[i] === 1, ...filterOf(i) });
  }
  for (let i = 0; i < count; i++) {
    ids[i] = add(i);
    if (still[i] === 1 && radius[i] < VIRUS_RADIUS) edible.push(i);
  }
  const moveBodies = motion(scene, random);

  return {
    host,
    bodies: host.bodies,
    bounds,
    advance() {
      host.settle?.();
      moveBodies();
      for (let i = 0; i < count; i++) if (still[i] === 0) host.move(ids[i], x[i], y[i]);
      for (let n = 0; n < eatenPerTick && edible.length > 0; n++) {
        const i = edible[random.integer(edible.length)];
        host.remove(ids[i]);
        x[i] = random.between(bounds.minX, bounds.maxX);
        y[i] = random.between(bounds.minY, bounds.maxY);
        ids[i] = add(i);
      }
    },
  };
}
