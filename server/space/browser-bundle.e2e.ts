/** The engine in a browser: it bundles without anything of Node, and finds there what it has to find. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { openBrowser } from "../testing/browser.ts";
import type { BroadPhaseName } from "./broadphase/catalog.ts";
import type { Shape } from "./shapes.ts";
import type { Space, SpaceOptions } from "./space.ts";

/** What the bundle puts into the page. The parallel broad phase is in it as it is without threads. */
declare const krillSpace: {
  createSpace(options: SpaceOptions): Space;
  circle(radius: number): Shape;
  BROAD_PHASE_NAMES: readonly BroadPhaseName[];
};

const BODIES = 400;
const STEPS = 5;

async function bundle(): Promise<string> {
  const result = await build({
    stdin: {
      contents: `
        export { createSpace } from "./space.ts";
        export { circle } from "./shapes.ts";
        export { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
      `,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "krillSpace",
    platform: "browser",
    target: "es2022",
    logLevel: "silent",
    metafile: true,
  });
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  assert.deepEqual(imports, [], "the bundle imports nothing");
  return result.outputFiles[0].text;
}

test("the space runs in a browser, and every broad phase finds the contacts of brute force there", async (t) => {
  const script = await bundle();
  const browser = await openBrowser(t);
  if (!browser) return;
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.addScriptTag({ content: script });
  const results = await page.evaluate(
    ([bodies, steps]) => {
      const { createSpace, circle, BROAD_PHASE_NAMES } = krillSpace;
      return BROAD_PHASE_NAMES.map((name) => {
        const space = createSpace({
          bounds: { minX: -100, minY: -100, maxX: 100, maxY: 100 },
          capacity: bodies,
          broadPhase: name,
        });
        // Integers, so that squares of distances are exact; the same ones for each broad phase.
        let state = 1;
        const integer = (limit: number) => {
          state = Math.imul(state, 1664525) + 1013904223;
          return (state >>> 8) % limit;
        };
        const radii = Array.from({ length: bodies }, (_, i) => (i === 0 ? 60 : integer(7)));
        const ids = radii.map((radius, i) =>
          space.add(circle(radius), integer(221) - 110, integer(221) - 110, { still: i % 3 === 1 }),
        );
        let found = 0;
        const wrong: number[] = [];
        for (let step = 0; step < steps; step++) {
          const { contacts } = space;
          const { x, y, still } = space.bodies;
          // Slots are given out in order to the first bodies of a space.
          for (let i = 0; i < bodies; i++) {
            if (still[i] === 0) space.move(ids[i], x[i] + integer(5) - 2, y[i] + integer(5) - 2);
          }
          space.step();
          const expected: string[] = [];
          for (let i = 0; i < bodies; i++) {
            for (let j = i + 1; j < bodies; j++) {
              const reach = radii[i] + radii[j];
              if (still[i] === 1 && still[j] === 1) continue;
              if ((x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 <= reach ** 2) expected.push(`${ids[i]},${ids[j]}`);
            }
          }
          const given = Array.from({ length: contacts.count }, (_, i) => `${contacts.a[i]},${contacts.b[i]}`);
          found += given.length;
          if (given.join(" ") !== expected.join(" ")) wrong.push(step);
        }
        return { name, found, wrong };
      });
    },
    [BODIES, STEPS] as const,
  );
  assert.deepEqual(errors, []);
  assert.ok(results.length > 1 && results[0].found > BODIES, "there are broad phases and contacts");
  for (const { name, found, wrong } of results) {
    assert.deepEqual({ name, found, wrong }, { name, found: results[0].found, wrong: [] });
  }
});
