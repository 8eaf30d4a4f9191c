import { mkdir, writeFile } from "node:fs/promises";
import process from "node:process";
import { optionsOf } from "../command-line.ts";
import { type Failure, measureScene, type Row } from "./measure.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { FULL_PLAN } from "./plan.ts";
import { createProcessRunner } from "./process-runner.ts";
import { conclusion, jsonReport, markdownReport, sceneTable } from "./report.ts";
import { entriesOf, leftOutOf, SCENE_NAMES } from "./scene-catalog.ts";

const ExitStatus = { ok: 0, failed: 1 } as const;
const RESULTS = new URL("../results/", import.meta.url);

async function main(options: Options): Promise<number> {
  const rows: Row[] = [];
  const failures: Failure[] = [];
  for (const scene of options.scenes) {
    const measured = await measureScene(
      scene,
      entriesOf(scene).map((entry) => createProcessRunner(scene, entry)),
      FULL_PLAN,
    );
    rows.push(...measured.rows);
    failures.push(...measured.failures);
    for (const { name, error } of measured.failures) console.error(`bench:space: ${name} failed in ${scene}:`, error);
    if (options.json) for (const row of measured.rows) console.log(JSON.stringify(row));
    else console.log([sceneTable(scene, rows), ...leftOutOf(scene), ""].join("\n"));
  }
  if (!options.json) console.log(conclusion(rows));
  if (options.scenes.length === SCENE_NAMES.length) await writeResults(rows);
  return failures.length === 0 ? ExitStatus.ok : ExitStatus.failed;
}

/** Only of a full run: a part of the table would replace the whole. */
async function writeResults(rows: readonly Row[]): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL("space.json", RESULTS), jsonReport(rows));
  await writeFile(new URL("space.md", RESULTS), markdownReport(rows));
}

const options = optionsOf("space", HELP, parseOptions, process.argv.slice(2));
if (options) process.exitCode = await main(options);
