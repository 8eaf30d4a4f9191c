import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { isClean, MAX_GROWTH, type MemoryRound, ROUND_STEPS } from "../space/testing/memory-rounds.ts";

// Room for a machine that is busy with other things.
vi.setConfig({ testTimeout: 120_000 });

const runFile = promisify(execFile);
const program = fileURLToPath(new URL("testing/memory-rounds.ts", import.meta.url));

async function roundsOf(look: "plain" | "rated" | "full"): Promise<{ rounds: MemoryRound[]; printed: string }> {
  const { stdout } = await runFile(process.execPath, [program, look]);
  const rounds: MemoryRound[] = JSON.parse(stdout);
  for (const { found } of rounds) expect(found).toBeGreaterThan(10 * ROUND_STEPS);
  return { rounds, printed: stdout };
}

test.each(["plain", "rated"] as const)(
  "the %s look allocates nothing in a thousand updates, once warm",
  async (look) => {
    const { rounds, printed } = await roundsOf(look);
    expect(rounds.some(isClean), printed).toBe(true);
  },
);

test("the full look leaves nothing behind in a thousand updates, and hardly any garbage", async () => {
  const { rounds, printed } = await roundsOf("full");
  // A few numbers are still allocated for each viewer: one young collection, where a list or object a body would make hundreds.
  expect(
    rounds.some(({ growth, scavenges }) => growth <= MAX_GROWTH && scavenges <= 1),
    printed,
  ).toBe(true);
});
