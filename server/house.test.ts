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
  shared: ["../server/space/space.ts", "../server/arena/world.ts", "../loadtest/run.ts", "node:fs", "fastify"],
  "server/space": [
    "../arena/world.ts",
    "../interest/viewer.ts",
    "../sync/body-encoder.ts",
    "../rooms/arena-room.ts",
    "@colyseus/core",
  ],
  "server/space/broadphase": ["../../arena/world.ts", "../../metrics.ts"],
  "server/arena": ["../interest/viewer.ts", "../sync/body-encoder.ts", "../rooms/arena-room.ts", "@colyseus/schema"],
  "server/arena/rules": ["../../sync/body-encoder.ts", "../../app.ts"],
  "server/interest": ["../arena/world.ts", "../sync/body-encoder.ts", "../rooms/arena-room.ts", "@colyseus/core"],
  "server/sync": ["../arena/world.ts", "../rooms/arena-room.ts", "../http/page.ts", "fastify"],
  "server/rooms": ["../http/page.ts", "../app.ts", "../main.ts", "../config.ts"],
  "server/http": ["../arena/world.ts", "../rooms/arena-room.ts", "../app.ts"],
  "server/web": ["../arena/world.ts", "../space/space.ts", "../config.ts", "node:fs", "@colyseus/core"],
  loadtest: ["../server/arena/world.ts", "../server/app.ts"],
  "loadtest/bots": ["../../server/space/space.ts"],
};

const ALLOWED: Record<string, readonly string[]> = {
  shared: ["./version.ts", "@colyseus/schema", "zod"],
  "server/arena": ["../space/space.ts", "../../shared/formulas.ts"],
  "server/interest": ["../space/space.ts"],
  "server/sync": ["../interest/viewer.ts", "@colyseus/core"],
  "server/rooms": ["../arena/world.ts", "../sync/body-encoder.ts", "../interest/viewer.ts", "../metrics.ts"],
  "server/web": ["../../shared/formulas.ts", "@colyseus/sdk"],
  "loadtest/bots": ["../../shared/version.ts", "@colyseus/sdk"],
  "loadtest/bench": ["../../server/space/space.ts"],
};

let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "krill-house-"));
  cpSync(join(ROOT, "biome.json"), join(house, "biome.json"));
});
afterAll(() => rmSync(house, { recursive: true }));

/** Plants one file for each import, and gives those in which the lint sees a forbidden one. */
function caught(imports: Record<string, readonly string[]>, keyword: string): string[] {
  const planted: string[] = [];
  for (const [room, specifiers] of Object.entries(imports)) {
    for (const [index, specifier] of specifiers.entries()) {
      const file = join(room, `planted-${index}.ts`);
      mkdirSync(dirname(join(house, file)), { recursive: true });
      writeFileSync(join(house, file), `${keyword} { planted } from "${specifier}";\n`);
      planted.push(file);
    }
  }
  const lint = spawnSync(
    join(ROOT, "node_modules/.bin/biome"),
    ["lint", "--vcs-enabled=false", "--max-diagnostics=none", ...planted],
    {
      cwd: house,
      encoding: "utf8",
    },
  );
  const output = lint.stdout + lint.stderr;
  expect(output).toContain(`Checked ${planted.length} files`);
  return planted.filter((file) => new RegExp(`^${file}:1:\\d+ lint/style/noRestrictedImports`, "m").test(output));
}

function files(imports: Record<string, readonly string[]>): string[] {
  return Object.entries(imports).flatMap(([room, specifiers]) =>
    specifiers.map((_, i) => join(room, `planted-${i}.ts`)),
  );
}

test.each(["import", "import type", "export"])("each arrow that must not be is caught (%s)", (keyword) => {
  expect(caught(FORBIDDEN, keyword)).toEqual(files(FORBIDDEN));
});

test("each arrow that may be passes", () => {
  expect(caught(ALLOWED, "export")).toEqual([]);
});
