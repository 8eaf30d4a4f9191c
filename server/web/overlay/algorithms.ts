/** A few plain words for each broad phase: what it does, when it is good, and when not. */
import type { BroadPhase } from "../../../shared/sandbox.ts";

export interface AlgorithmWords {
  readonly title: string;
  readonly does: string;
  readonly good: string;
  readonly bad: string;
  /** What is done within a list: swept along an axis anew each tick, kept in order from tick to tick, or all compared. */
  readonly lists: "swept" | "kept" | "compared";
}

export const ALGORITHM_WORDS: Readonly<Record<BroadPhase, AlgorithmWords>> = {
  "quadtree-sap": {
    title: "Quadtree + sweep",
    does: "Cuts the world where it is crowded until each leaf holds few bodies, sorts each leaf along one axis and sweeps it. Bodies at rest wait in grids of their own and cost nothing.",
    good: "Everything, unless you have measured otherwise. It is the one the arena uses.",
    bad: "A handful of bodies: then anything will do.",
    lists: "swept",
  },
  "brute-force": {
    title: "Brute force",
    does: "Compares every body with every other one: n(n − 1)/2 tests. Nothing can be missed, so all others are checked against it.",
    good: "A handful of bodies.",
    bad: "Anything more: twice the bodies are four times the tests.",
    lists: "compared",
  },
  "sort-and-sweep": {
    title: "Sort and sweep",
    does: "Sorts all boxes along one axis anew each tick, then walks along it with the set of boxes it is within. Only boxes that overlap on that axis are compared.",
    good: "Some hundred bodies, or bodies spread along a line.",
    bad: "A wide, full world: far apart on the other axis does not help.",
    lists: "swept",
  },
  "sweep-and-prune": {
    title: "Sweep and prune",
    does: "The same sweep, but the sorted list is kept from tick to tick and repaired: what moved a little is shifted by a few places.",
    good: "Bodies that move little, spread along an axis.",
    bad: "Fast bodies, which shift far, and worlds that are full on both axes.",
    lists: "swept",
  },
  "incremental-sap": {
    title: "Incremental sweep",
    does: "Keeps where boxes begin and end in order on both axes. When an end passes a begin, a pair comes or goes; whatever does not move is not even looked at.",
    good: "Few movers among very many bodies at rest.",
    bad: "Everything moving at once.",
    lists: "kept",
  },
  "edge-lists": {
    title: "Edge lists",
    does: "Sorts boxes that are fattened by a margin, so that list and candidates stay good for many ticks, while a second list is filled bit by bit to take over.",
    good: "Slow worlds in which every tick has to cost the same.",
    bad: "Bodies that outrun their margin in a few ticks.",
    lists: "swept",
  },
  "uniform-grid": {
    title: "Uniform grid",
    does: "Cuts the world into equal cells, puts each body into the cells that it touches, and compares all within a cell.",
    good: "Many bodies of like size, spread evenly.",
    bad: "Clusters, which share few cells, and giants, which fill many.",
    lists: "compared",
  },
  "sparse-grid": {
    title: "Sparse grid",
    does: "Equal cells again, but only those that hold a body exist, found by a hash. The few large bodies are compared with all.",
    good: "Large, mostly empty worlds of unknown size.",
    bad: "Tight clusters, and many giants.",
    lists: "compared",
  },
  quadtree: {
    title: "Quadtree",
    does: "The classic: a crowded square is split into four at its middle, and so on; all within a leaf are compared.",
    good: "Small bodies, crowded here and sparse there. And to learn from.",
    bad: "Large bodies, which lie in many leaves.",
    lists: "compared",
  },
  "multi-sap": {
    title: "Many sweeps",
    does: "Cuts the world into equal regions and keeps a sorted list in each, repaired from tick to tick.",
    good: "Slow worlds with clusters far from each other.",
    bad: "Giants, which are in many lists, and crowds in one region.",
    lists: "swept",
  },
  "hierarchical-sap": {
    title: "Hierarchical sweep",
    does: "Layers of regions for each magnitude of size; each region keeps its own sorted lists, and a large body visits the finer regions that it covers.",
    good: "Sizes that differ by orders of magnitude.",
    bad: "Bodies of one size that all move: its bookkeeping buys nothing.",
    lists: "kept",
  },
  "parallel-subdivision": {
    title: "Parallel subdivision",
    does: "Cells larger than the largest body, one grid for each class of sizes, in four colours, so that threads could work side by side. Here one thread does it all.",
    good: "Very many bodies of few sizes, and idle cores.",
    bad: "Few bodies, and crowds in one cell.",
    lists: "compared",
  },
};

/** The words for the broad phase of this name; undefined for one that the page does not know. */
export function wordsFor(algorithm: string): AlgorithmWords | undefined {
  return Object.hasOwn(ALGORITHM_WORDS, algorithm) ? ALGORITHM_WORDS[algorithm as BroadPhase] : undefined;
}
