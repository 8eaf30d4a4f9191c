/**
 * `npm run bench:rooms`: what a room costs its server's main thread, with real WebSocket clients. The server has one core and
 * the crowd another (taskset, where there is one); each scene is run several times, and the median is what counts. After each
 * run, a bare server has the same traffic: what it takes is what Node, `ws` and the kernel take.
 */
import process from "node:process";
import { optionsOf } from "../command-line.ts";
import { conclusionOf } from "../verdicts.ts";
import { judgeRuns, medianOf, type Result } from "./figures.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { lineOf } from "./report.ts";
import { runBare, runScene } from "./run-scene.ts";

async function main({ scenes, runs, seconds, json }: Options): Promise<void> {
  const all: Result[] = [];
  for (const scene of scenes) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) {
      const result = await runScene(scene, seconds);
      results.push({ ...result, bare_ms: await runBare(scene, result, seconds) });
    }
    console.log(json ? JSON.stringify(medianOf(results)) : lineOf(results));
    all.push(...results);
  }
  if (!json) console.log(`\n${conclusionOf(judgeRuns(all))}`);
}

const options = optionsOf("rooms", HELP, parseOptions, process.argv.slice(2));
if (options) await main(options);
