/** A short run of each scenario but the calm one (loadtest.e2e.ts) against one server: its story comes to pass, and nobody who plays is the worse for it. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ServerProcess, startServer } from "../server/testing/server-process.ts";
import type { Report } from "./report/json.ts";
import { runLoadTestProcess } from "./testing/run-load-test.ts";

const BOTS = 10;
const TOKEN = "a-token-of-the-load-tests";
const UNHARMED = ["--max-dropped", "0", "--max-gaps", "0", "--max-decode-errors", "0", "--max-untrue", "0"];

let server: ServerProcess;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "krill-scenarios-"));
  server = await startServer({
    env: {
      KRILL_BOTS: "5",
      KRILL_PELLETS: "600",
      KRILL_WORLD_SIZE: "4000",
      KRILL_MAX_CLIENTS: "1000",
      KRILL_JOINS_PER_MINUTE: "100000",
      KRILL_ADMIN_TOKEN: TOKEN,
    },
  });
});
after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function play(scenario: string, seconds: number): Promise<Report> {
  const page = join(folder, `${scenario}.html`);
  const what = ["--scenario", scenario, "--bots", String(BOTS), "--seconds", String(seconds), "--url", server.url];
  const run = await runLoadTestProcess([...what, ...UNHARMED, "--report", page], { env: { KRILL_ADMIN_TOKEN: TOKEN } });
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
  const report: Report = JSON.parse(await readFile(page.replace("html", "json"), "utf8"));
  assert.ok(report.truth.right > 0, "the truth was asked for");
  return report;
}

for (const scenario of ["swarm", "aggressive"]) {
  test(`${scenario}: all play to the end`, async () => {
    const { joined, series } = await play(scenario, 4);
    assert.deepEqual([joined, series.at(-1)?.present], [BOTS, BOTS]);
  });
}

test("swarm, with far bodies in every third patch: what bots hold is true still", async () => {
  const page = join(folder, "far.html");
  const what = ["--scenario", "swarm", "--bots", String(BOTS), "--seconds", "6", "--report", page];
  const env = { KRILL_FAR_UPDATE_TICKS: "3", KRILL_BOTS: "20", KRILL_PELLETS: "600", KRILL_WORLD_SIZE: "4000" };
  const run = await runLoadTestProcess([...what, ...UNHARMED.slice(0, 2), ...UNHARMED.slice(4)], { env });
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
  const { truth }: Report = JSON.parse(await readFile(page.replace("html", "json"), "utf8"));
  assert.ok(truth.right > 5, JSON.stringify(truth));
});

test("churn: others come in the places of those who leave", async () => {
  const { joined, join } = await play("churn", 6);
  assert.ok(joined > BOTS, `${joined} joined`);
  assert.ok(join && join.samples === joined);
});

test("reconnect: all lose their connection, and are back", async () => {
  const { joined, back, series } = await play("reconnect", 4);
  assert.equal(joined, BOTS);
  assert.ok(back && back.samples >= BOTS && back.samples % BOTS === 0, `${back?.samples} came back`);
  assert.equal(series.at(-1)?.present, BOTS);
});

test("slow-readers: some do not read, the others do", async () => {
  const { joined, fates } = await play("slow-readers", 4);
  assert.equal(joined, BOTS - 2);
  assert.equal(
    fates.reduce((sum, { count }) => sum + count, 0),
    2,
  );
});

test("spectators: some watch, the others play", async () => {
  const { joined, fates } = await play("spectators", 4);
  assert.equal(joined, BOTS / 2);
  assert.deepEqual(
    fates.map(({ reason, count }) => [reason, count]),
    [["left", BOTS / 2]],
  );
});

test("hostile: rubbish closes those who send it, and harms no other", async () => {
  const { joined, fates, hostileFrames } = await play("hostile", 4);
  assert.equal(joined, BOTS - 2);
  assert.ok(hostileFrames > 200, `${hostileFrames} frames`);
  assert.ok(
    fates.some(({ reason }) => reason.startsWith("close code 4002")),
    JSON.stringify(fates),
  );
});
