import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/**
 * The house's import arrows (server/README.md) are lint rules in biome.json. Here each arrow that must not be is planted in
 * a copy of the house, and the lint must see it, type imports too; the arrows that may be must pass.
 */
const ROOT = fileURLToPath(new URL("../", import.meta.url));

const FORBIDDEN: Record<string, readonly string[]> = {
  shared: [
    "../server/space/space.ts",
    "../server/arena/world.ts",
    "../server/logger.ts",
    "../loadtest/run.ts",
    "node:fs",
    "fastify",
  ],
  "server/space": ["../arena/world.ts", "../interest/viewer.ts", "../sync/body-encoder.ts", "../rooms/arena-room.ts"],
  "server/space/broadphase": [
    "../../arena/world.ts",
    "../../metrics.ts",
    "../../logger.ts",
    "node:fs",
    "@colyseus/core",
  ],
  "server/arena": [
    "../interest/viewer.ts",
    "../sync/body-encoder.ts",
    "../rooms/arena-room.ts",
    "../logger.ts",
    "node:fs",
  ],
  "server/arena/recording": ["../../recording-file.ts", "../../replay.ts", "../../rooms/arena-room.ts", "node:fs"],
  "server/arena/bots": ["../../interest/viewer.ts", "../../sync/body-encoder.ts", "../../recording-file.ts"],
  "server/arena/rules": ["../../sync/body-encoder.ts", "../../app.ts", "../../testing/player.ts", "@colyseus/schema"],
  "server/interest": [
    "../arena/world.ts",
    "../sync/body-encoder.ts",
    "../rooms/arena-room.ts",
    "@colyseus/core",
    "node:fs",
  ],
  "server/sync": ["../arena/world.ts", "../rooms/arena-room.ts", "../http/page.ts", "../logger.ts", "fastify"],
  "server/rooms": [
    "../http/page.ts",
    "../app.ts",
    "../main.ts",
    "../config.ts",
    "../replay.ts",
    "../testing/player.ts",
  ],
  "server/http": ["../arena/world.ts", "../rooms/arena-room.ts", "../app.ts", "../testing/player.ts"],
  "server/limits": ["../http/page.ts", "../rooms/arena-room.ts", "../metrics.ts", "../config.ts", "../app.ts"],
  "server/web": [
    "../arena/world.ts",
    "../space/space.ts",
    "../config.ts",
    "../testing/player.ts",
    "node:fs",
    "@colyseus/core",
  ],
  loadtest: ["../server/arena/world.ts", "../server/app.ts", "../server/testing/player.ts", "../server/logger.ts"],
  "loadtest/bots": ["../../server/space/space.ts"],
};

const ALLOWED: Record<string, readonly string[]> = {
  shared: ["./version.ts", "@colyseus/schema", "zod"],
  "server/arena": ["../space/space.ts", "../../shared/formulas.ts"],
  "server/interest": ["../space/space.ts"],
  "server/sync": ["../interest/viewer.ts", "@colyseus/core"],
  "server/arena/recording": ["../world.ts", "../../space/space.ts", "../../../shared/settings.ts"],
  "server/rooms": [
    "../recording-file.ts",
    "../arena/recording/recorder.ts",
    "../arena/world.ts",
    "../sync/body-encoder.ts",
    "../interest/viewer.ts",
    "../metrics.ts",
    "../limits/limit-names.ts",
  ],
  "server/http": ["../limits/origins.ts"],
  "server/web": ["../../shared/formulas.ts", "@colyseus/sdk"],
  "loadtest/bots": ["../../shared/version.ts", "@colyseus/sdk"],
  "loadtest/bench": ["../../server/space/space.ts"],
};

/** Files that stand beside or above the rooms: what each of them must not import. */
const FORBIDDEN_ABOVE: Record<string, readonly string[]> = {
  "server/metrics.ts": ["./app.ts", "./rooms/arena-room.ts", "./arena/world.ts"],
  "server/config.ts": ["./app.ts", "./arena/world.ts", "./rooms/arena-room.ts"],
  "server/recording-file.ts": [
    "./rooms/arena-room.ts",
    "./sync/body-encoder.ts",
    "./config.ts",
    "./app.ts",
    "./replay.ts",
  ],
  "server/replay.ts": ["./rooms/arena-room.ts", "./app.ts", "./main.ts", "@colyseus/core"],
  "server/app.ts": ["./replay.ts", "./main.ts", "./arena/world.ts", "../loadtest/run.ts", "./testing/player.ts"],
  "server/main.ts": ["./rooms/arena-room.ts", "./arena/world.ts", "./testing/player.ts"],
};

let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "krill-house-"));
  cpSync(join(ROOT, "biome.json"), join(house, "biome.json"));
});
afterAll(() => rmSync(house, { recursive: true }));

/** Plants an import in each file, and gives those in which the lint sees a forbidden one. */
function caught(files: Iterable<[file: string, specifier: string]>, keyword: string): string[] {
  const planted: string[] = [];
  for (const [file, specifier] of files) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${keyword} { planted } from "${specifier}";\n`);
    planted.push(file);
  }
  const options = ["lint", "--vcs-enabled=false", "--max-diagnostics=none"];
  const lint = spawnSync(join(ROOT, "node_modules/.bin/biome"), [...options, ...planted], {
    cwd: house,
    encoding: "utf8",
  });
  const output = lint.stdout + lint.stderr;
  expect(output).toContain(`Checked ${planted.length} file`);
  return planted.filter((file) => new RegExp(`^${file}:1:\\d+ lint/style/noRestrictedImports`, "m").test(output));
}

/** A file of its own for each import. */
function spread(imports: Record<string, readonly string[]>): [string, string][] {
  return Object.entries(imports).flatMap(([room, specifiers]) =>
    specifiers.map((specifier, i): [string, string] => [join(room, `planted-${i}.ts`), specifier]),
  );
}

test.each(["import", "import type", "export"])("each arrow that must not be is caught (%s)", (keyword) => {
  const files = spread(FORBIDDEN);
  expect(caught(files, keyword)).toEqual(files.map(([file]) => file));
});

test.each(Object.entries(FORBIDDEN_ABOVE))("%s imports nothing that it must not", (file, specifiers) => {
  for (const specifier of specifiers) expect(caught([[file, specifier]], "export"), specifier).toEqual([file]);
});

test("each arrow that may be passes", () => {
  expect(caught(spread(ALLOWED), "export")).toEqual([]);
});
