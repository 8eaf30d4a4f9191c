/**
 * `npm run soak`: the end-to-end tests of leaks, at full length: 20,000 joins and leaves, an hour of play by the clock of the
 * game, and the hostile clients. Prints what was counted before and after each, also when Ctrl-C ends it early; exit status 1 if
 * anything was not given back.
 */
import { basename } from "node:path";
import process from "node:process";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const SUITES: Readonly<Record<string, string>> = {
  "churn.e2e.ts": "churn",
  "leaks-of-play.e2e.ts": "play",
  "hostile.e2e.ts": "hostile clients",
  "hostile-http.e2e.ts": "hostile HTTP",
};
const FOLDER = fileURLToPath(new URL("../rooms/", import.meta.url));
const COUNTS = /^(before|after) (\{.*\})$/;
const MEBIBYTE = 2 ** 20;

const { values } = parseArgs({
  options: { joins: { type: "string", default: "20000" }, minutes: { type: "string", default: "60" } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d*$/.test(value)) continue;
  console.error(`soak: --${name} is "${value}"; allowed is a whole number from 1`);
  process.exit(2);
}
process.env.CHURN_JOINS = values.joins;
process.env.SOAK_MINUTES = values.minutes;

type Counts = Readonly<Record<string, number>>;
const found = new Map<string, { before?: Counts; after?: Counts }>();

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const files = Object.keys(SUITES).map((name) => FOLDER + name);
const tests = run({ files, concurrency: 1, forceExit: true, signal: stop.signal });
tests.on("test:pass", ({ name, nesting, details }) => {
  if (nesting === 0) console.log(`passed in ${Math.round(details.duration_ms / 1000)} s: ${name}`);
});
tests.on("test:fail", ({ name, details }) => {
  process.exitCode = 1;
  console.log(`FAILED: ${name}: ${details.error.cause ?? details.error}`);
});
tests.on("test:diagnostic", ({ message, file }) => {
  const [, when, counts] = COUNTS.exec(message) ?? [];
  if (when === undefined || file === undefined) return;
  const suite = SUITES[basename(file)];
  found.set(suite, { ...found.get(suite), [when]: JSON.parse(counts) });
});
for await (const _event of tests);

const suites = [...found.keys()];
const names = new Set([...found.values()].flatMap(({ before, after }) => Object.keys({ ...before, ...after })));
console.log(`\n| counted, before → after | ${suites.join(" | ")} |`);
console.log(`| --- |${" --- |".repeat(suites.length)}`);
for (const name of names) {
  const cells = suites.map((suite) => {
    const { before, after } = found.get(suite) ?? {};
    return `${shown(name, before)} → ${shown(name, after)}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

function shown(name: string, counts: Counts | undefined): string {
  const count = counts?.[name];
  if (count === undefined) return "?";
  return name === "heapBytes" ? `${(count / MEBIBYTE).toFixed(1)} MiB` : String(count);
}
