import type { BodyStore } from "../bodies.ts";
import { SpaceError } from "../errors.ts";
import type { Rectangle } from "../rectangle.ts";
import type { BroadPhase, BroadPhaseFactory } from "./broad-phase.ts";
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
} satisfies Record<string, BroadPhaseFactory>;

export type BroadPhaseName = keyof typeof factories;

export const BROAD_PHASE_NAMES = Object.keys(factories) as BroadPhaseName[];

export const DEFAULT_BROAD_PHASE: BroadPhaseName = "quadtree-sap";

/** What a broad phase has besides its counters. */
const METHODS = ["build", "findPairs", "queryRect", "inspect"] as const;

/**
 * Throws a SpaceError for a name that is not in the catalog, and for a factory that gives no broad phase.
 *
 * @param choice a name, or what makes one that is not in the catalog
 * @param bodies what the broad phase reads
 * @param bounds where most bodies are
 */
export function createBroadPhase(
  choice: BroadPhaseName | BroadPhaseFactory,
  bodies: BodyStore,
  bounds: Rectangle,
): BroadPhase {
  if (typeof choice === "function") {
    const made = choice(bodies, { ...bounds });
    requireBroadPhase(made);
    return made;
  }
  // By its type too: an array of one name would be taken for the name.
  if (typeof choice !== "string" || !Object.hasOwn(factories, choice)) {
    const remedy = `give one of ${BROAD_PHASE_NAMES.join(", ")}, or a function that makes a broad phase.`;
    throw new SpaceError("unknown-broad-phase", "broadPhase", choice, remedy);
  }
  const create: BroadPhaseFactory = factories[choice];
  return create(bodies, bounds);
}

function requireBroadPhase(made: Partial<BroadPhase> | undefined): void {
  for (const method of METHODS) {
    if (typeof made?.[method] === "function") continue;
    const remedy = `the function given has to return a broad phase, with ${METHODS.join(", ")} and counters.`;
    throw new SpaceError("bad-option", `broadPhase.${method}`, made?.[method], remedy);
  }
  if (typeof made?.counters === "object" && made.counters !== null) return;
  throw new SpaceError("bad-option", "broadPhase.counters", made?.counters, "give createBroadPhaseCounters().");
}
