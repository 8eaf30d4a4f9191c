/** Contestants take turns at the same work, each on a scene of its own, and everything that they make is checked. */
import { performance } from "node:perf_hooks";
import type { Contestant } from "./contestant.ts";
import { type Row, rowOf } from "./figures.ts";
import { createKrill } from "./krill.ts";
import { createPacked } from "./packed.ts";
import { createMovingScene, type MovingScene, seenIn } from "./scene.ts";
import type { SceneSize } from "./sizes.ts";
import { createStateView } from "./stateview.ts";

/** How many ticks are run; of the stock way fewer, which is so slow that they tell as much. */
export interface ContestPlan {
  readonly warmUpTicks: number;
  readonly rounds: number;
  readonly ticksPerTurn: number;
  readonly stockWarmUpTicks: number;
  readonly stockTicksPerTurn: number;
}

export const FULL_PLAN: ContestPlan = {
  warmUpTicks: 60,
  rounds: 30,
  // Short turns: this machine has slow spells of a second or so, which then fall on all alike.
  ticksPerTurn: 8,
  stockWarmUpTicks: 6,
  stockTicksPerTurn: 1,
};

type Create = (scene: MovingScene) => Contestant & { readonly prepare?: () => void };

export const CONTESTANTS: readonly Create[] = [(scene) => createKrill(scene), createStateView, createPacked];

interface Lane {
  readonly contestant: ReturnType<Create>;
  readonly scene: MovingScene;
  readonly warmUp: number;
  readonly turn: number;
  readonly samples: number[];
  bytes: number;
  isExact: boolean;
}

/** @returns a row for each contestant, in their order */
export function holdContest(size: SceneSize, plan: ContestPlan, contestants: readonly Create[] = CONTESTANTS): Row[] {
  const lanes = contestants.map((create) => openLane(size, plan, create));
  for (const lane of lanes) takeTurn(lane, lane.warmUp);
  for (let round = 0; round < plan.rounds; round++) {
    for (const lane of lanes) {
      globalThis.gc?.({ type: "minor" });
      lane.samples.push(...takeTurn(lane, lane.turn));
    }
  }
  return lanes.map(({ contestant, scene, samples, bytes, isExact }) => {
    const seen = scene.areas.reduce((sum, area) => sum + seenIn(scene, area).length, 0);
    return rowOf(size, contestant.name, isExact, samples, { bytes, seen });
  });
}

function openLane(size: SceneSize, plan: ContestPlan, create: Create): Lane {
  const scene = createMovingScene(size);
  const contestant = create(scene);
  const isStock = contestant.name === "stateview";
  return {
    contestant,
    scene,
    warmUp: isStock ? plan.stockWarmUpTicks : plan.warmUpTicks,
    turn: isStock ? plan.stockTicksPerTurn : plan.ticksPerTurn,
    samples: [],
    bytes: 0,
    isExact: true,
  };
}

/** Runs some ticks, each timed, and then has all their frames of the checked viewers decoded and the outcome compared. */
function takeTurn(lane: Lane, count: number): number[] {
  const { contestant } = lane;
  const times: number[] = [];
  const made: Uint8Array[][] = [];
  for (let i = 0; i < count; i++) {
    lane.scene.advance();
    contestant.prepare?.();
    const begun = performance.now();
    lane.bytes = contestant.run();
    times.push(performance.now() - begun);
    made.push(contestant.framesToCheck());
  }
  lane.isExact = contestant.check(made) && lane.isExact;
  return times;
}
