/** How a scene spreads its balls: each has a home that it does not leave, a size of its own, and may be still. */
import type { Random } from "../../../shared/random.ts";
import { type BallScene, SANDBOX_SIZE } from "../../../shared/sandbox.ts";

export interface BallPlace {
  /** The rectangle within which it bounces, in u. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** How many times as large as others. */
  readonly scale: number;
  readonly still: boolean;
}

/** Side of a cluster, and where they are (shares of the world): far from each other on both axes, or on one alone. */
const CLUSTER_SIZE = 0.16;
const CLUSTERS: readonly (readonly [number, number])[] = [
  [0.1, 0.12],
  [0.52, 0.08],
  [0.8, 0.3],
  [0.3, 0.42],
  [0.64, 0.6],
  [0.08, 0.72],
  [0.4, 0.78],
  [0.82, 0.82],
];
/** Height of the strip of a line, as a share of the world's. */
const LINE_HEIGHT = 0.05;
/** One ball in so many is a giant, and so many times as large as the others. */
const GIANT_EVERY = 50;
const GIANT_SCALE = 8;
/** One ball in so many moves in a scene that is mostly still. */
const MOVER_EVERY = 20;

const WORLD = { minX: 0, minY: 0, maxX: SANDBOX_SIZE, maxY: SANDBOX_SIZE };

/** The place of ball `index` of a scene. */
export function placeOfBall(scene: BallScene, index: number): BallPlace {
  const plain = { ...WORLD, scale: 1, still: false };
  switch (scene) {
    case "even":
      return plain;
    case "clusters": {
      const [x, y] = CLUSTERS[index % CLUSTERS.length];
      const minX = x * SANDBOX_SIZE;
      const minY = y * SANDBOX_SIZE;
      const side = CLUSTER_SIZE * SANDBOX_SIZE;
      return { ...plain, minX, minY, maxX: minX + side, maxY: minY + side };
    }
    case "line": {
      const half = (LINE_HEIGHT * SANDBOX_SIZE) / 2;
      return { ...plain, minY: SANDBOX_SIZE / 2 - half, maxY: SANDBOX_SIZE / 2 + half };
    }
    case "giants":
      return { ...plain, scale: index % GIANT_EVERY === 0 ? GIANT_SCALE : 1 };
    case "still":
      return { ...plain, still: index % MOVER_EVERY !== 0 };
  }
}

/** Somewhere in the ball's home, away from its walls by `radius` u where there is so much room. */
export function spotIn(
  { minX, minY, maxX, maxY }: BallPlace,
  radius: number,
  random: Random,
): { x: number; y: number } {
  const marginX = Math.min(radius, (maxX - minX) / 2);
  const marginY = Math.min(radius, (maxY - minY) / 2);
  return { x: random.between(minX + marginX, maxX - marginX), y: random.between(minY + marginY, maxY - marginY) };
}
