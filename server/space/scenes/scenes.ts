/**
 * Named worlds for tests and benchmarks: the same name, count and seed give the same bodies. Some are like games, the others
 * are the worst cases that break broad phases.
 */
import { createRandom, type Random } from "../../../shared/random.ts";
import type { Rectangle } from "../rectangle.ts";
import { box, capsule, circle, polygon, type Shape, segment } from "../shapes.ts";

/** The bodies as columns; a body's velocity is in u per tick. */
export interface Scene {
  /** What a space is told: where most bodies are, or so it believes. */
  readonly bounds: Rectangle;
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Of a circle about the body, and of the body where it is a circle: in all scenes but shapes-mixed. */
  readonly radius: Float64Array;
  readonly shapes: Shape[];
  readonly still: Uint8Array;
  readonly velocityX: Float64Array;
  readonly velocityY: Float64Array;
}

/** Area of the world in u² to a body: 10,000 bodies in a square of 14,142 u. */
const AREA_PER_BODY = 20_000;

/** What a scene does with its empty bodies. `side` is that of the bounds in u, from 0 to `side` both ways unless shifted. */
type Placement = (scene: Scene, random: Random, side: number) => void;

/** Places body `i`; it moves up to `speed` u per tick in any direction. */
function place(scene: Scene, i: number, x: number, y: number, radius: number, speed: number, random: Random): void {
  const angle = random.between(0, 2 * Math.PI);
  scene.x[i] = x;
  scene.y[i] = y;
  scene.radius[i] = radius;
  scene.velocityX[i] = Math.cos(angle) * speed * random.next();
  scene.velocityY[i] = Math.sin(angle) * speed * random.next();
}

function placeStill(scene: Scene, i: number, x: number, y: number, radius: number): void {
  scene.x[i] = x;
  scene.y[i] = y;
  scene.radius[i] = radius;
  scene.still[i] = 1;
}

/** A shape of one of the five kinds that fills a circle of radius `reach` (u) along some line through its middle. */
function shapeWithin(kind: number, reach: number, random: Random): Shape {
  const angle = random.between(0, 2 * Math.PI);
  const x = Math.cos(angle) * reach;
  const y = Math.sin(angle) * reach;
  switch (kind) {
    case 0:
      return circle(reach);
    case 1:
      return box(2 * Math.abs(x), 2 * Math.abs(y));
    case 2:
      return segment(x, y);
    case 3: {
      const along = random.between(0.3, 0.9);
      return capsule(x * along, y * along, reach * (1 - along));
    }
    default: {
      const corners = 3 + random.integer(6);
      const vertices: number[] = [];
      for (let i = 0; i < corners; i++) {
        const turned = angle + (i * 2 * Math.PI) / corners;
        vertices.push(Math.cos(turned) * reach, Math.sin(turned) * reach);
      }
      return polygon(vertices);
    }
  }
}

/** Radius (u) at which a body's box meets 1.5 others in the mean, when all are alike and spread evenly. */
const UNIFORM_RADIUS = Math.sqrt((1.5 * AREA_PER_BODY) / 16);

const placements = {
  /** Movers of one size, spread evenly. */
  uniform(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      place(scene, i, random.between(0, side), random.between(0, side), UNIFORM_RADIUS, 10, random);
    }
  },

  /** An agar-style arena: 80 % still pellets, 2 % still viruses, and cells with a heavy tail of radii. */
  agar(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      const kind = random.next();
      const x = random.between(0, side);
      const y = random.between(0, side);
      if (kind < 0.8) placeStill(scene, i, x, y, random.between(10, 20));
      else if (kind < 0.82) placeStill(scene, i, x, y, 100);
      else place(scene, i, x, y, Math.min(1500, 32 * (1 - random.next()) ** (-1 / 1.5)), 20, random);
    }
  },

  /** 90 % of the bodies in five hot spots. */
  clustered(scene, random, side) {
    const centers = Array.from({ length: 5 }, () => [random.between(0.1, 0.9) * side, random.between(0.1, 0.9) * side]);
    const spread = 0.04 * side;
    for (let i = 0; i < scene.count; i++) {
      const [centerX, centerY] = centers[random.integer(centers.length)];
      const isFree = random.next() < 0.1;
      // A sum of three evens is near enough to a normal distribution.
      const offset = () => (random.next() + random.next() + random.next() - 1.5) * spread;
      const x = isFree ? random.between(0, side) : centerX + offset();
      const y = isFree ? random.between(0, side) : centerY + offset();
      place(scene, i, x, y, UNIFORM_RADIUS / 2, 5, random);
    }
  },

  /** All at one x, where a sweep along x separates nothing. */
  column(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      placeStill(scene, i, side / 2 + 0.3, random.between(0, side), (side / scene.count) * 0.4);
      scene.still[i] = i % 3 === 0 ? 1 : 0;
      scene.velocityY[i] = random.between(-1, 1);
    }
  },

  /** All at one y. */
  row(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      placeStill(scene, i, random.between(0, side), side / 2 + 0.3, (side / scene.count) * 0.4);
      scene.still[i] = i % 3 === 0 ? 1 : 0;
      scene.velocityX[i] = random.between(-1, 1);
    }
  },

  /** All on a diagonal. */
  diagonal(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      const at = random.between(0, side);
      place(scene, i, at, at, (side / scene.count) * 0.6, 1, random);
    }
  },

  /** All in one place, alike: no tree can separate them. */
  coincident(scene, _random, side) {
    for (let i = 0; i < scene.count; i++) {
      scene.x[i] = side / 2;
      scene.y[i] = side / 2;
      scene.radius[i] = 20;
    }
  },

  /** Points, many of them in the same place: each touches those of its place alone. */
  points(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      scene.x[i] = random.integer(12) * (side / 8) - side / 8;
      scene.y[i] = random.integer(12) * (side / 8) - side / 8;
      scene.still[i] = i & 1;
    }
  },

  /** Circles on a square lattice, each touching its four neighbours in exactly one point, on the edges of cells too. */
  "touching-lattice"(scene, random, side) {
    const radius = 32;
    const columns = Math.ceil(Math.sqrt(scene.count));
    const order = Array.from({ length: scene.count }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = random.integer(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    const shift = Math.floor(side / 2 / radius) * radius - columns * radius;
    for (let i = 0; i < scene.count; i++) {
      scene.x[i] = shift + (order[i] % columns) * radius * 2;
      scene.y[i] = shift + Math.floor(order[i] / columns) * radius * 2;
      scene.radius[i] = radius;
      scene.velocityX[i] = random.integer(3) * radius - radius;
      scene.velocityY[i] = random.integer(3) * radius - radius;
    }
  },

  /** Evenly about the origin, so that three quarters have a negative coordinate; the bounds as well. */
  negative(scene, random, side) {
    scene.bounds.minX = scene.bounds.minY = -side / 2;
    scene.bounds.maxX = scene.bounds.maxY = side / 2;
    for (let i = 0; i < scene.count; i++) {
      const x = random.between(-side / 2, side / 2);
      const y = random.between(-side / 2, side / 2);
      place(scene, i, x, y, UNIFORM_RADIUS, 10, random);
    }
  },

  /** All five shapes, long and short, as many of the one as of the other; a fifth of them still. */
  "shapes-mixed"(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      const reach = UNIFORM_RADIUS * random.between(0.2, 2.5);
      place(scene, i, random.between(0, side), random.between(0, side), reach, 10, random);
      scene.still[i] = i % 11 < 2 ? 1 : 0;
      scene.shapes[i] = shapeWithin(i % 5, reach, random);
    }
  },

  /** Most bodies beyond the bounds or on their edge, some very far. */
  outside(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      const coordinate = () => {
        const kind = random.integer(5);
        if (kind === 0) return random.integer(2) * side;
        if (kind === 1) return random.between(-1e9, 1e9);
        return random.between(-side / 2, 0) + random.integer(2) * 1.5 * side;
      };
      place(scene, i, coordinate(), coordinate(), UNIFORM_RADIUS * random.next(), 10, random);
      scene.still[i] = i % 5 === 0 ? 1 : 0;
    }
  },

  /** Radii from a hundredth to the size of the world, and a giant that covers all of it. */
  "mixed-size"(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      const radius = Math.min(side, 0.01 * (1 - random.next()) ** -4);
      place(scene, i, random.between(0, side), random.between(0, side), radius, 5, random);
      scene.still[i] = i % 4 === 1 ? 1 : 0;
    }
    if (scene.count > 0) place(scene, 0, side / 2, side / 2, side, 5, random);
  },

  /** Every body larger than the world: each is in every cell. */
  giants(scene, random, side) {
    for (let i = 0; i < scene.count; i++) {
      place(scene, i, random.between(0, side), random.between(0, side), side * random.between(1, 2), 5, random);
      scene.still[i] = i % 8 === 0 ? 0 : 1;
    }
  },
} satisfies Record<string, Placement>;

export type SceneName = keyof typeof placements;

export const SCENE_NAMES = Object.keys(placements) as SceneName[];

/**
 * @param count how many bodies
 * @param seed an integer: another one gives other bodies of the same kind
 */
export function createScene(name: SceneName, count: number, seed: number): Scene {
  const side = Math.sqrt(AREA_PER_BODY * Math.max(1, count));
  const scene: Scene = {
    bounds: { minX: 0, minY: 0, maxX: side, maxY: side },
    count,
    x: new Float64Array(count),
    y: new Float64Array(count),
    radius: new Float64Array(count),
    shapes: [],
    still: new Uint8Array(count),
    velocityX: new Float64Array(count),
    velocityY: new Float64Array(count),
  };
  const placement: Placement = placements[name];
  placement(scene, createRandom(seed), side);
  for (let i = 0; i < count; i++) scene.shapes[i] ??= circle(scene.radius[i]);
  return scene;
}

/** Moves the scene's movers by one tick; what is beyond the bounds turns back. */
export function advanceScene(scene: Scene): void {
  const { bounds, x, y, still, velocityX, velocityY } = scene;
  for (let i = 0; i < scene.count; i++) {
    if (still[i] === 1) continue;
    x[i] += velocityX[i];
    y[i] += velocityY[i];
    if (x[i] < bounds.minX) velocityX[i] = Math.abs(velocityX[i]);
    if (x[i] > bounds.maxX) velocityX[i] = -Math.abs(velocityX[i]);
    if (y[i] < bounds.minY) velocityY[i] = Math.abs(velocityY[i]);
    if (y[i] > bounds.maxY) velocityY[i] = -Math.abs(velocityY[i]);
  }
}
