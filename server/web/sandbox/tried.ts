/** What each algorithm was seen to cost with the balls as they are: to be compared once one has tried several. */
import type { Inspection } from "../../../shared/inspection.ts";

export interface Cost {
  /** Tests a tick, and the time of the space's phase in µs; means. */
  readonly tests: number;
  readonly microseconds: number;
}

export interface Tried {
  readonly costs: ReadonlyMap<string, Cost>;
  /** Takes an inspection in; `scene` says what the balls are like, and when that changes all is forgotten. */
  note(inspection: Pick<Inspection, "algorithm" | "ticks">, spacePhase: number, phases: number, scene: string): void;
}

/** The share of the difference by which a mean follows each tick. */
const GAIN = 0.06;
/** The first ticks of an algorithm, which makes its lists, say nothing of the rest. */
const WARM_UP_TICKS = 8;

export function createTried(): Tried {
  const costs = new Map<string, Cost>();
  let current = "";
  let currentScene = "";
  let ticks = 0;

  return {
    costs,
    note({ algorithm, ticks: more }, spacePhase, phases, scene) {
      if (scene !== currentScene) costs.clear();
      if (scene !== currentScene || algorithm !== current) ticks = 0;
      currentScene = scene;
      current = algorithm;
      for (const [i, tests] of more.boxTests.entries()) {
        if (++ticks <= WARM_UP_TICKS) continue;
        const microseconds = more.phases[i * phases + spacePhase];
        const before = costs.get(algorithm);
        costs.set(algorithm, {
          tests: before ? before.tests + (tests - before.tests) * GAIN : tests,
          microseconds: before ? before.microseconds + (microseconds - before.microseconds) * GAIN : microseconds,
        });
      }
    },
  };
}
