/**
 * Measures what a space allocates once warm: `node memory-rounds.ts <broad phase> <sweep: true or false>` prints, as JSON, the
 * rounds that it took until one was clean. A process of its own for each broad phase: one that has run several of them calls
 * them through caches that fit none, and V8 then allocates for arguments that it would else pass in registers.
 */
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { BodyId } from "../bodies.ts";
import type { BroadPhaseName } from "../broadphase/catalog.ts";
import { advanceScene, createScene } from "../scenes/scenes.ts";
import { box, capsule, circle, polygon, segment } from "../shapes.ts";
import { createHit, createHitList, createIdList, createSpace } from "../space.ts";

/** What happened in ROUND_STEPS steps. */
export interface MemoryRound {
  /** Bytes by which the heap and the buffers grew, measured after collecting. */
  growth: number;
  /** Collections of young garbage. */
  scavenges: number;
  /** What the queries found. */
  found: number;
}

const BODIES = 200;
export const ROUND_STEPS = 1000;
/** Most bytes by which the heap may grow over a clean round. */
export const MAX_GROWTH = 64 * 1024;
/** Until V8 has compiled all of it, code allocates where it will not later; some round up to this one has to be clean. */
const MAX_ROUNDS = 12;

/**
 * A world in motion, with bodies of every shape, some of which are removed and added anew, and a step with one of every query
 * and cast. @returns what runs one step, and tells how much was found
 */
function createWorld(broadPhase: BroadPhaseName, sweep: boolean): () => number {
  const scene = createScene("agar", BODIES, 1);
  const { bounds, x, y, radius, still } = scene;
  const space = createSpace({ bounds, capacity: BODIES + 2, broadPhase, sweep });
  const filter = { category: 1, mask: 1, predicate: (id: BodyId) => id % 5 !== 0 };
  const shapes = Array.from(radius, (r, i) => {
    const others = [circle(r), box(r, r), segment(r, r), capsule(r, 0, r / 2), polygon([-r, -r, r, -r, 0, r])];
    return others[i % 8] ?? circle(r);
  });
  const ids = Int32Array.from(shapes, (shape, i) => space.add(shape, x[i], y[i], { still: still[i] === 1 }));
  const triangle = [100, 100, 900, 200, 400, 800];
  const list = createIdList();
  const hit = createHit();
  const hits = createHitList();
  const [mover, pellet] = [{ still: false }, { still: true }];
  let tick = 0;

  return () => {
    advanceScene(scene);
    for (let i = 0; i < BODIES; i++) if (still[i] === 0) space.move(ids[i], x[i], y[i]);
    const gone = tick++ % BODIES;
    space.remove(ids[gone]);
    ids[gone] = space.add(shapes[gone], x[gone], y[gone], still[gone] === 1 ? pellet : mover);
    space.step();
    let found = space.contacts.count + space.events.begin.count;
    found += space.overlapRect(0, 0, 1000, 500, list);
    found += space.overlapCircle(500, 500, 300, list, filter);
    found += space.overlapPolygon(triangle, list);
    found += space.overlapPoint(600, 600, list);
    found += space.nearest(700, 700, 5, list, filter);
    found += Number(space.castRay(0, 0, 2000, 1500, hit));
    found += Number(space.castRayAny(0, 1000, 2000, 0));
    found += space.castRayAll(0, 500, 2000, 700, hits, filter);
    found += Number(space.castCircle(0, 0, 2000, 1500, 10, hit, filter));
    return found;
  };
}

export function isClean({ growth, scavenges }: MemoryRound): boolean {
  return growth <= MAX_GROWTH && scavenges === 0;
}

/** Runs rounds of `runStep`, which tells how much it found, until one is clean. */
export async function measureRounds(runStep: () => number): Promise<MemoryRound[]> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  let scavenges = 0;
  const observer = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) {
      if (!("detail" in entry)) continue;
      const { kind } = entry.detail as { kind: number };
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR) scavenges++;
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  const memory = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const rounds: MemoryRound[] = [];
  do {
    collect();
    // What was observed is told a turn later.
    await nextTurn();
    await nextTurn();
    const before = memory();
    scavenges = 0;
    let found = 0;
    for (let step = 0; step < ROUND_STEPS; step++) found += runStep();
    await nextTurn();
    await nextTurn();
    const seen = scavenges;
    collect();
    rounds.push({ growth: memory() - before, scavenges: seen, found });
  } while (!rounds.some(isClean) && rounds.length < MAX_ROUNDS);
  observer.disconnect();
  return rounds;
}

if (import.meta.main) {
  const [, , broadPhase, sweep] = process.argv;
  console.log(JSON.stringify(await measureRounds(createWorld(broadPhase as BroadPhaseName, sweep === "true"))));
  // A broad phase may have threads.
  process.exit(0);
}
