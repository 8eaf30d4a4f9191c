/** The search for capacity, of a server that lets only so many join. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runLoadTestProcess } from "./testing/run-load-test.ts";

test("it doubles, halves the gap, says what was held, and reports the best", async () => {
  const folder = await mkdtemp(join(tmpdir(), "krill-capacity-"));
  try {
    const page = join(folder, "best.html");
    const search = ["--find-capacity", "--bots", "3", "--seconds", "2", "--max-dropped", "0", "--report", page];
    const run = await runLoadTestProcess(search, {
      env: { KRILL_JOINS_PER_MINUTE: "5", KRILL_BOTS: "0", KRILL_PELLETS: "100" },
    });
    assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
    const tries = run.stdout.split("\n").filter((line) => /^ +\d+ bots /.test(line));
    assert.deepEqual(
      tries.map((line) => /(\d+) bots (held|too many)/.exec(line)?.slice(1)),
      [
        ["3", "held"],
        ["6", "too many"],
        ["4", "held"],
        ["5", "held"],
      ],
    );
    assert.match(tries[1], /too many: threshold missed: --max-dropped 0, but 1 failed to join and 0 were dropped/);
    assert.match(run.stdout, /^Capacity: 5 bots; 6 were too many\.$/m);
    assert.equal(JSON.parse(await readFile(page.replace("html", "json"), "utf8")).asked, 5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
