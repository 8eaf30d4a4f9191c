import type { BodyStore } from "../bodies.ts";
import { SpaceError } from "../errors.ts";
import type { Rectangle } from "../rectangle.ts";
import type { BroadPhase } from "./broad-phase.ts";
import { createBruteForce } from "./brute-force.ts";
import { createQuadtreeSap } from "./quadtree-sap.ts";

/** Every broad phase by its name: the one list of them, which the tests and the benchmarks go through. */
const factories = {
  "quadtree-sap": createQuadtreeSap,
  "brute-force": createBruteForce,
} satisfies Record<string, (bodies: BodyStore, bounds: Rectangle) => BroadPhase>;

export type BroadPhaseName = keyof typeof factories;

export const BROAD_PHASE_NAMES = Object.keys(factories) as BroadPhaseName[];

export const DEFAULT_BROAD_PHASE: BroadPhaseName = "quadtree-sap";

/**
 * @param bodies what the broad phase reads
 * @param bounds where most bodies are
 */
export function createBroadPhase(name: BroadPhaseName, bodies: BodyStore, bounds: Rectangle): BroadPhase {
  if (!Object.hasOwn(factories, name)) {
    throw new SpaceError("unknown-broad-phase", "broadPhase", name, `give one of ${BROAD_PHASE_NAMES.join(", ")}.`);
  }
  const create: (bodies: BodyStore, bounds: Rectangle) => BroadPhase = factories[name];
  return create(bodies, bounds);
}
