import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServer } from "../server/testing/server-process.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Runs `npm run loadtest -- ...args` (its command, without npm) to its end. */
async function loadtest(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child: ChildProcess = spawn(process.execPath, ["--import", "./node-version.mjs", "loadtest/run.ts", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, "close");
  return { status, stdout, stderr };
}

describe("the load test, against the real server", () => {
  let server: ServerProcess;
  let folder: string;

  before(async () => {
    server = await startServer({ env: { KRILL_BOTS: "5", KRILL_PELLETS: "200", KRILL_WORLD_SIZE: "3000" } });
    folder = await mkdtemp(join(tmpdir(), "krill-loadtest-"));
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("ten clients join, play and leave: a full report, exit status 0", { timeout: 60_000 }, async () => {
    const file = join(folder, "report.json");
    const run = await loadtest(
      ...[
        "--bots",
        "10",
        "--seconds",
        "5",
        "--url",
        server.url.replace("http", "ws"),
        "--max-dropped",
        "0",
        "--json",
        file,
      ],
    );
    const told = `${run.stdout}${run.stderr}`;
    assert.equal(run.status, 0, told);
    assert.match(run.stdout, /joined +10 of 10/);
    assert.match(run.stdout, /dropped +0\n/);
    assert.match(run.stdout, /server tick, ms +mean [\d.]+ +p50 [\d.]+ +p99/, told);
    assert.match(run.stdout, /\d s \w+ +joined 10\/10 +dropped 0 +[\d.]+ patches\/s\/client/, told);

    const report = JSON.parse(await readFile(file, "utf8"));
    assert.deepEqual(report.failed, []);
    assert.deepEqual(report.refused, [], "the server understands everything that bots say");
    assert.ok(report.patchesPerSecond.least > 0 && report.bytesPerSecond.least > 0);
    assert.ok(report.inputToPatch.samples >= 10, "each client measured its latency");
    assert.ok(report.server.bytesPerPatch > 0);
    assert.deepEqual(report.missed, []);
  });

  test("a missed threshold is named, exit status 1", { timeout: 60_000 }, async () => {
    const run = await loadtest("--bots", "2", "--seconds", "2", "--url", server.url, "--max-latency-p99", "0.001");
    assert.equal(run.status, 1, `${run.stdout}${run.stderr}`);
    assert.match(run.stderr, /threshold missed: --max-latency-p99 0\.001, but the input-to-patch p99 was [\d.]+ ms/);
  });
});

test("a server that is not there is one clear line, exit status 1", { timeout: 30_000 }, async () => {
  // A port that was free a moment ago.
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  assert.ok(address !== null && typeof address === "object");
  listener.close();
  await once(listener, "close");

  const run = await loadtest("--bots", "1", "--url", `ws://127.0.0.1:${address.port}`);
  assert.equal(run.status, 1);
  assert.match(
    run.stderr,
    /^loadtest: cannot reach the server at ws:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED[^\n]*\n$/,
  );
  assert.equal(run.stdout, "");
});

test("a wrong command line is one clear line, exit status 2", { timeout: 30_000 }, async () => {
  const run = await loadtest("--bots", "none");
  assert.equal(run.status, 2);
  assert.equal(run.stderr, 'loadtest: --bots is "none"; allowed is a whole number from 1 to 5000.\n');
});
