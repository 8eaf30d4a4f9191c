import type { BodyStore } from "../bodies.ts";
import { SpaceError } from "../errors.ts";
import type { Rectangle } from "../rectangle.ts";
import type { BroadPhase } from "./broad-phase.ts";
import { createBruteForce } from "./brute-force.ts";
import { createEdgeLists } from "./edge-lists.ts";
import { createHierarchicalSap } from "./hierarchical-sap.ts";
import { createIncrementalSap } from "./incremental-sap.ts";
import { createMultiSap } from "./multi-sap.ts";
import { createParallelSubdivision } from "./parallel-subdivision.ts";
import { createQuadtree } from "./quadtree.ts";
import { createQuadtreeSap } from "./quadtree-sap.ts";
import { createSortAndSweep } from "./sort-and-sweep.ts";
import { createSparseGrid } from "./sparse-grid.ts";
import { createSweepAndPrune } from "./sweep-and-prune.ts";
import { createUniformGrid } from "./uniform-grid.ts";

/** Every broad phase by its name: the one list of them, which the tests and the benchmarks go through. */
const factories = {
  "quadtree-sap": createQuadtreeSap,
  "brute-force": createBruteForce,
  "sort-and-sweep": createSortAndSweep,
  "sweep-and-prune": createSweepAndPrune,
  "uniform-grid": createUniformGrid,
  "sparse-grid": createSparseGrid,
  quadtree: createQuadtree,
  "multi-sap": createMultiSap,
  "incremental-sap": createIncrementalSap,
  "edge-lists": createEdgeLists,
  "hierarchical-sap": createHierarchicalSap,
  "parallel-subdivision": createParallelSubdivision,
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
