/**
 * `npm run bench:sync`: what it costs to look up all views and make all frames of a tick, for Krill, for the stock StateView
 * and for bytes packed by hand; in one process, in turns. Then what a tick is made of, with each option of interest. Frames that
 * decode to anything but the truth make the exit status 1.
 */
import process from "node:process";
import { optionsOf } from "../command-line.ts";
import { conclusionOf } from "../verdicts.ts";
import { FULL_PLAN, holdContest } from "./contest.ts";
import { judgeRows, type Row, titleOf } from "./figures.ts";
import { createKrill, type KrillOptions, type KrillPhases } from "./krill.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { lineOf, phaseTable } from "./report.ts";
import { createMovingScene } from "./scene.ts";
import { type SceneSize, SIZES } from "./sizes.ts";

const RULED = { kinds: [{ leaveMargin: 100, leastStay: 10 }] };
const RATES = [
  { beyond: 400, every: 2 },
  { beyond: 800, every: 4 },
];
const INTEREST_OPTIONS: readonly { name: string; options: KrillOptions }[] = [
  { name: "none", options: {} },
  { name: "leave margin and least stay", options: { interest: RULED } },
  { name: "at most 100 of a kind", options: { interest: { kinds: [{ most: 100 }] } } },
  { name: "rates by distance", options: { interest: { kinds: [{ rates: RATES }] } } },
  { name: "a budget of 1000 bytes", options: { viewer: { budget: 1000 } } },
];
/** The first rounds are a warm-up. */
const WARM_UP_ROUNDS = 3;

/** What a tick is made of, and what each option of interest adds to it. */
function measurePhases(size: SceneSize): string {
  const krills = INTEREST_OPTIONS.map(({ name, options }) => {
    const scene = createMovingScene(size);
    const samples: Record<keyof KrillPhases, number[]> = { columns: [], encode: [], interest: [], frames: [] };
    return { option: name, scene, krill: createKrill(scene, options), samples };
  });
  for (let round = 0; round < FULL_PLAN.rounds; round++) {
    for (const { scene, krill, samples } of krills) {
      for (let i = 0; i < FULL_PLAN.ticksPerTurn; i++) {
        scene.advance();
        krill.run();
        if (round < WARM_UP_ROUNDS) continue;
        for (const phase of Object.keys(samples) as (keyof KrillPhases)[]) samples[phase].push(krill.phases[phase]);
      }
    }
  }
  return phaseTable(krills);
}

function main({ json }: Options): void {
  const rows: Row[] = [];
  for (const size of SIZES) {
    const measured = holdContest(size, FULL_PLAN);
    for (const row of measured) console.log(json ? JSON.stringify(row) : lineOf(row));
    rows.push(...measured);
  }
  if (rows.some(({ exact }) => !exact)) process.exitCode = 1;
  if (json) return;
  const [, size] = SIZES;
  console.log(`\nms a tick by phase, ${titleOf(size)}, with each option of interest:\n\n${measurePhases(size)}`);
  console.log(`\n${conclusionOf(judgeRows(rows))}`);
}

const options = optionsOf("sync", HELP, parseOptions, process.argv.slice(2));
if (options) main(options);
