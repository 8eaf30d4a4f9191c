/**
 * `npm run bench:sync`: what it costs to look up all views and make all frames of a tick, for Krill, for the stock StateView
 * and for bytes packed by hand; in one process, in turns.
 */
import { performance } from "node:perf_hooks";
import process from "node:process";
import { parseArgs } from "node:util";
import { summarize } from "../summary.ts";
import type { Contestant } from "./contestant.ts";
import { createKrill, type KrillOptions, type KrillPhases } from "./krill.ts";
import { createPacked } from "./packed.ts";
import { createMovingScene, type SceneSize, SIZES } from "./scene.ts";
import { createStateView } from "./stateview.ts";

const WARM_UP_TICKS = 60;
const ROUNDS = 30;
/** Short turns: this machine has slow spells of a second or so, which then fall on all alike. */
const TICKS_PER_TURN = 8;
/** The stock way is so slow that fewer of its ticks tell as much. */
const STOCK_WARM_UP_TICKS = 6;
const STOCK_TICKS_PER_TURN = 1;
interface Lane {
  readonly contestant: Contestant & { readonly prepare?: () => void };
  readonly advance: () => void;
  readonly warmUp: number;
  readonly turn: number;
  readonly samples: number[];
  bytes: number;
  isExact: boolean;
}

interface Row extends SceneSize {
  readonly name: string;
  readonly exact: boolean;
  readonly median_ms: number;
  readonly mean_ms: number;
  readonly bytes_per_viewer: number;
}

/** At least so many times faster than StateView, and at most so many times the time of hand-packed bytes. */
const ASKED: readonly { stateview: number; packed: number; aim: number }[] = [
  { stateview: 8, packed: 1.5, aim: 1.1 },
  { stateview: 10, packed: 1.2, aim: 0.95 },
  { stateview: 12, packed: 1.15, aim: 0.9 },
];

/** Runs some ticks, each timed, and then has all their frames of the checked viewers decoded and the outcome compared. */
function takeTurn(lane: Lane, count: number): number[] {
  const { contestant } = lane;
  const times: number[] = [];
  const made: Uint8Array[][] = [];
  for (let i = 0; i < count; i++) {
    lane.advance();
    contestant.prepare?.();
    const begun = performance.now();
    lane.bytes = contestant.run();
    times.push(performance.now() - begun);
    made.push(contestant.framesToCheck());
  }
  lane.isExact = contestant.check(made) && lane.isExact;
  return times;
}

function openLane(size: SceneSize, create: (scene: ReturnType<typeof createMovingScene>) => Lane["contestant"]): Lane {
  const scene = createMovingScene(size);
  const contestant = create(scene);
  const isStock = contestant.name === "stateview";
  return {
    contestant,
    advance: scene.advance,
    warmUp: isStock ? STOCK_WARM_UP_TICKS : WARM_UP_TICKS,
    turn: isStock ? STOCK_TICKS_PER_TURN : TICKS_PER_TURN,
    samples: [],
    bytes: 0,
    isExact: true,
  };
}

function compare(size: SceneSize): Row[] {
  const lanes = [createKrill, createStateView, createPacked].map((create) => openLane(size, (scene) => create(scene)));
  for (const lane of lanes) takeTurn(lane, lane.warmUp);
  for (let round = 0; round < ROUNDS; round++) {
    for (const lane of lanes) {
      globalThis.gc?.({ type: "minor" });
      lane.samples.push(...takeTurn(lane, lane.turn));
    }
  }
  return lanes.map(({ contestant, samples, bytes, isExact }) => {
    const { median, mean } = summarize(samples);
    const bytes_per_viewer = Math.round(bytes / size.m);
    return { ...size, name: contestant.name, exact: isExact, median_ms: median, mean_ms: mean, bytes_per_viewer };
  });
}

const RULED = { kinds: [{ leaveMargin: 100, leastStay: 10 }] };
const OPTIONS: readonly { name: string; options: KrillOptions }[] = [
  { name: "none", options: {} },
  { name: "leave margin and least stay", options: { interest: RULED } },
  { name: "at most 100 of a kind", options: { interest: { kinds: [{ most: 100 }] } } },
  {
    name: "rates by distance",
    options: {
      interest: {
        kinds: [
          {
            rates: [
              { beyond: 400, every: 2 },
              { beyond: 800, every: 4 },
            ],
          },
        ],
      },
    },
  },
  { name: "a budget of 1000 bytes", options: { viewer: { budget: 1000 } } },
];

/** What a tick is made of, and what each option of interest adds to it. */
function phases(size: SceneSize): void {
  const krills = OPTIONS.map(({ name, options }) => {
    const scene = createMovingScene(size);
    const krill = createKrill(scene, options);
    return {
      name,
      scene,
      krill,
      samples: { columns: [], encode: [], interest: [], frames: [] } as Record<keyof KrillPhases, number[]>,
    };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { scene, krill, samples } of krills) {
      for (let i = 0; i < TICKS_PER_TURN; i++) {
        scene.advance();
        krill.run();
        if (round < 3) continue;
        for (const phase of Object.keys(samples) as (keyof KrillPhases)[]) samples[phase].push(krill.phases[phase]);
      }
    }
  }
  console.log(
    `\nms per tick by phase, ${size.n} bodies, ${size.m} viewers of ${size.v}, with each option of interest:`,
  );
  for (const { name, samples } of krills) {
    const medians = Object.entries(samples).map(([phase, times]) => `${phase} ${summarize(times).median.toFixed(2)}`);
    console.log(`  ${name.padEnd(28)} ${medians.join("  ")}`);
  }
}

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
let isMet = true;
for (const [i, size] of SIZES.entries()) {
  const rows = compare(size);
  if (values.json) {
    for (const row of rows) console.log(JSON.stringify(row));
    continue;
  }
  const [krill, stateview, packed] = rows;
  for (const row of rows) {
    console.log(
      `${size.n} bodies, ${size.m} viewers of ${size.v}: ${row.name.padEnd(9)} median ${row.median_ms.toFixed(2)} ms, mean ` +
        `${row.mean_ms.toFixed(2)}, ${row.bytes_per_viewer} bytes a viewer, ${row.exact ? "exact" : "WRONG"}`,
    );
  }
  const faster = stateview.median_ms / krill.median_ms;
  const share = krill.median_ms / packed.median_ms;
  const asked = ASKED[i];
  const met = faster >= asked.stateview && share <= asked.packed && krill.exact;
  isMet &&= met;
  console.log(
    `  ${faster.toFixed(1)} x faster than StateView (at least ${asked.stateview}), ${share.toFixed(2)} x the time of hand-packed ` +
      `(at most ${asked.packed}, aim ${asked.aim}), ${(krill.bytes_per_viewer / size.v).toFixed(1)} bytes a visible body: ${met ? "met" : "NOT met"}`,
  );
}
if (!values.json) {
  console.log(isMet ? "All figures are met." : "Not all figures are met.");
  phases(SIZES[1]);
}
process.exitCode = 0;
