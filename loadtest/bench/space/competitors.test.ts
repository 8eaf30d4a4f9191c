import { expect, test } from "vitest";
import { updateBoxes } from "../../../server/space/boxes.ts";
import { type Competitor, ours, peer } from "./competitor.ts";
import { bestPeer, defaultRow, figuresOf } from "./figures.ts";
import { interestEntries } from "./interest-lane.ts";
import type { Entry } from "./lane.ts";
import { type Measurement, measureScene } from "./measure.ts";
import { nearestEntries } from "./nearest-lane.ts";
import { OURS } from "./ours.ts";
import { pairEntries } from "./pair-lane.ts";
import { PEERS } from "./peers/catalog.ts";
import type { Plan } from "./plan.ts";
import { rayEntries } from "./ray-lane.ts";
import { sceneTable } from "./report.ts";
import { createRunner } from "./runner.ts";
import { PAIR_SCENE_NAMES } from "./scenes.ts";
import { viewEntries } from "./view-lane.ts";

/** Few ticks, each of which is judged, and then some more. */
const SHORT_PLAN: Plan = {
  warmUp: Infinity,
  minWarmUpTicks: 0,
  maxWarmUp: Infinity,
  maxWarmUpTicks: 5,
  checkedTicks: 5,
  rounds: 1,
  turn: 1000,
  maxTurnTicks: 3,
  limit: Infinity,
  enoughSamples: 1,
};
const TIMEOUT = 60_000;
const BODIES = 250;
/** Where each body meets each other. */
const COINCIDENT_BODIES = 40;

/** matter-js has no pair of boxes that only touch, as float32 boxes now and then do. */
const MISSES_TOUCHING = ["matter-js"];

/** All in this process, as time does not matter here. */
function measure(scene: string, entries: readonly Entry[], plan: Plan): Promise<Measurement> {
  return measureScene(scene, entries.map(createRunner), plan);
}

async function wrongOnes(entries: readonly Entry[], plan = SHORT_PLAN): Promise<string[]> {
  const { rows, failures } = await measure("small", entries, plan);
  expect(failures).toEqual([]);
  expect(rows).toHaveLength(entries.length);
  return rows.filter(({ exact, name }) => !exact && !MISSES_TOUCHING.includes(name)).map(({ name }) => name);
}

test.each(PAIR_SCENE_NAMES)(
  "every algorithm and every peer finds the pairs of a small %s",
  async (scene) => {
    const count = scene === "coincident-2k" ? COINCIDENT_BODIES : BODIES;
    expect(await wrongOnes(pairEntries(scene, [...OURS, ...PEERS], count))).toEqual([]);
  },
  TIMEOUT,
);

test(
  "every pellet of a small arena is eaten, and none is missed or found after its end",
  async () => {
    const plan = { ...SHORT_PLAN, checkedTicks: 300, maxWarmUpTicks: 300 };
    expect(await wrongOnes(pairEntries("agar-10k", [...OURS, ...PEERS], 80), plan)).toEqual([]);
  },
  TIMEOUT,
);

const QUERY_SCENES = {
  views: () => viewEntries("agar-10k", BODIES),
  interest: () => interestEntries("agar-10k", BODIES),
  rays: () => rayEntries("agar-10k", BODIES),
  neighbours: () => nearestEntries("uniform-10k", BODIES),
};
test.each(Object.entries(QUERY_SCENES))(
  "%s are right for all",
  async (_name, entries) => {
    expect(await wrongOnes(entries(), { ...SHORT_PLAN, checkedTicks: 2, maxWarmUpTicks: 2, maxTurnTicks: 1 })).toEqual(
      [],
    );
  },
  TIMEOUT,
);

test(
  "a competitor that misses a pair, doubles one or ignores the filter is reported as wrong",
  async () => {
    const [flawless] = OURS;
    const spoiled = (name: string, spoil: Competitor["create"]): Competitor => ({ ...peer(name), create: spoil });
    const competitors: Competitor[] = [
      { ...flawless, ...ours("the default", true) },
      { ...flawless, ...peer("right") },
      spoiled("misses the last", (bodies, bounds) => {
        const { pairs, step } = flawless.create(bodies, bounds);
        return {
          pairs,
          step() {
            step();
            pairs.count--;
          },
        };
      }),
      spoiled("gives the first twice", (bodies, bounds) => {
        const { pairs, step } = flawless.create(bodies, bounds);
        return {
          pairs,
          step() {
            step();
            pairs.a[1] = pairs.a[0];
            pairs.b[1] = pairs.b[0];
          },
        };
      }),
      spoiled("finds nothing, and fast", (bodies, bounds) => ({
        pairs: flawless.create(bodies, bounds).pairs,
        step: () => updateBoxes(bodies, false),
      })),
    ];
    const { rows } = await measure("uniform-10k", pairEntries("uniform-10k", competitors, 400), SHORT_PLAN);
    expect(rows.map(({ exact }) => exact)).toEqual([true, true, false, false, false]);
    expect(bestPeer(rows, "uniform-10k")?.name).toBe("right");
    expect(figuresOf(rows)).toHaveLength(1);

    const lines = sceneTable("uniform-10k", rows).split("\n");
    const lineOf = (name: string) => lines.find((line) => line.includes(name)) as string;
    expect(lineOf("right")).toMatch(/\| +yes \| +[\d.]+ × \|$/);
    for (const name of ["misses the last", "gives the first twice", "finds nothing"]) {
      expect(lineOf(name)).toMatch(/\| wrong \| +\|$/);
    }
  },
  TIMEOUT,
);

test("a default that is wrong has no ratio", async () => {
  const [flawless] = OURS;
  const broken: Competitor = {
    ...ours("broken", true),
    create(bodies, bounds) {
      const { pairs, step } = flawless.create(bodies, bounds);
      return {
        pairs,
        step() {
          step();
          pairs.b[0]++;
        },
      };
    },
  };
  const competitors = [broken, { ...flawless, ...peer("right") }];
  const { rows } = await measure("uniform-10k", pairEntries("uniform-10k", competitors, 400), SHORT_PLAN);
  expect(defaultRow(rows, "uniform-10k")).toBeUndefined();
  expect(figuresOf(rows)).toEqual([]);
});

test("a competitor that throws has no row, and does not end the run", async () => {
  const [flawless] = OURS;
  const throwing: Competitor = {
    ...peer("throws in its third step"),
    create(bodies, bounds) {
      const { pairs, step } = flawless.create(bodies, bounds);
      let steps = 0;
      return {
        pairs,
        step() {
          if (++steps === 3) throw new Error("a bug of its own");
          step();
        },
      };
    },
  };
  const entries = pairEntries("uniform-10k", [throwing, { ...flawless, ...peer("right") }], 100);
  for (const maxWarmUpTicks of [2, 5]) {
    const { rows, failures } = await measure("uniform-10k", entries, { ...SHORT_PLAN, maxWarmUpTicks });
    expect(rows.map(({ name }) => name)).toEqual(["right"]);
    expect(failures).toEqual([{ scene: "uniform-10k", name: throwing.name, error: new Error("a bug of its own") }]);
  }
});
