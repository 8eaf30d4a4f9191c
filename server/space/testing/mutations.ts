/**
 * `npm run check:mutations`: breaks the engine in four places, one by one, in a copy, and shows that the tests fail each time.
 * Exit status 1 if a broken engine passes.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

interface Mutation {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Tests that must fail. */
  readonly tests: string;
}

const MUTATIONS: readonly Mutation[] = [
  {
    what: "a pair is given by every leaf in which it meets",
    file: "server/space/broadphase/quadtree-sap/kernel/assembly/strips.ts",
    from: "(source << TAG_SHIFT)) | ABOVE",
    to: "(source << TAG_SHIFT)) | (ABOVE & 0)",
    tests: "server/space/broadphase/broad-phase.test.ts",
  },
  {
    what: "the sweep always runs along x",
    file: "server/space/broadphase/quadtree-sap/sweep-axis.ts",
    from: "sample.isTall = varianceY > TALL * varianceX;",
    to: "sample.isTall = varianceY > Number.POSITIVE_INFINITY * TALL * varianceX;",
    tests: "server/space/broadphase/quadtree-sap.test.ts",
  },
  {
    what: "a still body that is removed stays in its layer",
    file: "server/space/broadphase/quadtree-sap/still-layers.ts",
    from: "freePlace(kernel, layers[number - 1], at, slot);",
    to: "void [kernel, layers, freePlace, number];",
    tests: "server/space/broadphase/broad-phase.test.ts",
  },
  {
    what: "contacts are looked for at the end of a motion alone",
    file: "server/space/contacts.ts",
    from: "sweep ? sweepCollide(bodies, slotA, slotB, contact) : collide(bodies, slotA, slotB, contact)",
    to: "(sweep ? collide : collide)(bodies, slotA, slotB, contact)",
    tests: "server/space/swept-space.test.ts server/space/events.test.ts",
  },
];

const copy = mkdtempSync(join(tmpdir(), "krill-mutations-"));
for (const name of ["server", "shared", "package.json", "tsconfig.json", "vitest.config.ts"]) {
  cpSync(join(ROOT, name), join(copy, name), { recursive: true });
}
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

/** Gives the broken text, or the sound one, to a file of the copy; the kernel is compiled anew when it is a part of that. */
function write(file: string, text: string): void {
  writeFileSync(join(copy, file), text);
  if (!file.includes("/assembly/")) return;
  const { status, stderr } = spawnSync(process.execPath, ["server/space/testing/kernel-build.ts"], {
    cwd: copy,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the broken kernel does not compile:\n${stderr}`);
}

let survived = 0;
try {
  for (const { what, file, from, to, tests } of MUTATIONS) {
    const original = readFileSync(join(copy, file), "utf8");
    if (!original.includes(from)) throw new Error(`${file} has no "${from}" to break; bring mutations.ts up to date`);
    write(file, original.replace(from, to));
    const vitest = join(copy, "node_modules/vitest/vitest.mjs");
    const run = spawnSync(process.execPath, [vitest, "run", "--bail", "1", ...tests.split(" ")], {
      cwd: copy,
      encoding: "utf8",
    });
    write(file, original);
    const failed = /FAIL\s+(.*)/.exec(stripVTControlCharacters(run.stdout + run.stderr))?.[1];
    const isCaught = run.status !== 0 && failed !== undefined;
    if (!isCaught) survived++;
    process.stdout.write(`${isCaught ? "caught  " : "SURVIVED"} ${what}${failed ? `: ${failed}` : ""}\n`);
  }
} finally {
  rmSync(copy, { recursive: true });
}
process.exitCode = survived === 0 ? 0 : 1;
