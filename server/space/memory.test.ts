import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { BROAD_PHASE_NAMES } from "./broadphase/catalog.ts";
import { isClean, type MemoryRound, ROUND_STEPS } from "./testing/memory-rounds.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const runFile = promisify(execFile);
const program = fileURLToPath(new URL("testing/memory-rounds.ts", import.meta.url));

describe.each(BROAD_PHASE_NAMES)("%s, once warm,", (name) => {
  test.each([
    ["", false],
    [" of a swept space", true],
  ])("allocates nothing in a thousand steps%s with every query: no growth, no scavenge", async (_swept, sweep) => {
    const { stdout } = await runFile(process.execPath, [program, name, String(sweep)]);
    const rounds: MemoryRound[] = JSON.parse(stdout);
    for (const { found } of rounds) expect(found).toBeGreaterThan(10 * ROUND_STEPS);
    expect(rounds.some(isClean), stdout).toBe(true);
  });
});
