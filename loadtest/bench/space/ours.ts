import type { BodyStore } from "../../../server/space/bodies.ts";
import { updateBoxes } from "../../../server/space/boxes.ts";
import type { BroadPhase } from "../../../server/space/broadphase/broad-phase.ts";
import {
  BROAD_PHASE_NAMES,
  type BroadPhaseName,
  createBroadPhase,
  DEFAULT_BROAD_PHASE,
} from "../../../server/space/broadphase/catalog.ts";
import { createPairList } from "../../../server/space/broadphase/pair-list.ts";
import { createThreadedSubdivision } from "../../../server/space/broadphase/subdivision/parallel-subdivision-threads.ts";
import { type Competitor, ours, type PairFinder } from "./competitor.ts";

const MOST_FOR_BRUTE_FORCE = 10_000;
const THREADS = [1, 2, 4];

function createFinder(bodies: BodyStore, broadPhase: BroadPhase): PairFinder {
  const pairs = createPairList();
  return {
    pairs,
    step() {
      updateBoxes(bodies, false);
      broadPhase.build();
      broadPhase.findPairs(pairs);
    },
  };
}

function catalogued(name: BroadPhaseName): Competitor {
  return {
    ...ours(name, name === DEFAULT_BROAD_PHASE),
    reasonAgainst: (_scene, bodies) =>
      name === "brute-force" && bodies > MOST_FOR_BRUTE_FORCE ? "it would test billions of pairs" : undefined,
    create: (bodies, bounds) => createFinder(bodies, createBroadPhase(name, bodies, bounds)),
  };
}

function threaded(threads: number): Competitor {
  return {
    ...ours(`parallel-subdivision, ${threads} thread${threads === 1 ? "" : "s"}`, false),
    create(bodies) {
      const broadPhase = createThreadedSubdivision(bodies, threads);
      return { ...createFinder(bodies, broadPhase), close: broadPhase.dispose };
    },
  };
}

/** Every algorithm of ours; the parallel one in line, and on worker threads. */
export const OURS: readonly Competitor[] = [...BROAD_PHASE_NAMES.map(catalogued), ...THREADS.map(threaded)];
