import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../shared/settings.ts";
import { ENVIRONMENT_VARIABLES, readConfig, settingsTable } from "./config.ts";
import { hostileTable } from "./testing/hostile-cases.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(`${ROOT}README.md`, "utf8");

const EXAMPLE =
  /```ts\n\/\/ (server\/examples\/[\w-]+\.ts)\n([\s\S]*?)\n```(?:\n\nIt prints:\n\n```text\n([\s\S]*?)\n```)?/g;
const examples = [...readme.matchAll(EXAMPLE)].map(([, file, code, output = ""]) => ({ file, code, output }));

test("the README shows every example that there is", () => {
  const files = readdirSync(`${ROOT}server/examples`).map((name) => `server/examples/${name}`);
  expect(examples.map(({ file }) => file).sort()).toEqual(files.sort());
});

test.each(examples)(
  "$file is what the README shows, and prints what it says, if anything",
  { timeout: 60_000 },
  ({ file, code, output }) => {
    expect(readFileSync(ROOT + file, "utf8").trimEnd()).toBe(code);
    const run = spawnSync(process.execPath, [file], { cwd: ROOT, encoding: "utf8" });
    expect(run.stdout.trimEnd()).toBe(output);
    expect(run.status).toBe(0);
  },
);

test("the README's table names every variable that the server reads, with its default", () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (\S+) \|/gm)].map(([, name, value]) => [name, value]);
  expect(rows.map(([name]) => name).sort()).toEqual([...ENVIRONMENT_VARIABLES].sort());
  const { settings, ...rest } = readConfig(Object.fromEntries(rows.filter(([, value]) => value !== "none")));
  const { settings: _none, ...defaults } = readConfig({});
  expect(rest).toEqual(defaults);
  expect(settings).toEqual(DEFAULT_SETTINGS);
});

test("the README's table of a room's settings is the one that they make", () => {
  expect(readme).toContain(`\n\n${settingsTable()}\n\n`);
});

test("the README's table of hostile clients is the one that the tests go by", () => {
  expect(readme).toContain(`\n\n${hostileTable()}\n\n`);
});

test("what the README and the map link to exists", () => {
  for (const [page, folder] of [
    ["README.md", ""],
    ["server/README.md", "server/"],
  ]) {
    const text = readFileSync(ROOT + page, "utf8");
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(ROOT + folder + target), `${page} links to ${target}`).toBe(true);
    }
  }
  for (const [, script] of readme.matchAll(/npm run ([\w:]+)/g)) {
    expect(JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")).scripts).toHaveProperty(script);
  }
});
