/** The load test as a process: its exit statuses, its report, and what it says of a wrong command line or a missing server. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { openBrowser } from "../server/testing/browser.ts";
import type { Report } from "./report/json.ts";
import { runLoadTestProcess as loadtest } from "./testing/run-load-test.ts";

/** The load test that each change has to pass. */
const BOTS = 30;
const SECONDS = 15;
const SMALL_WORLD = { KRILL_BOTS: "5", KRILL_PELLETS: "300", KRILL_WORLD_SIZE: "3000" };

let folder: string;
let page: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "krill-loadtest-"));
  page = join(folder, "report.html");
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function readReport(): Promise<Report> {
  return JSON.parse(await readFile(page.replace("html", "json"), "utf8"));
}

test("on a server of its own: a full report, thresholds met, exit status 0", async () => {
  // What no machine is too slow for: nothing of time.
  const limits = ["--max-dropped", "0", "--max-decode-errors", "0", "--max-untrue", "0"];
  const size = ["--bots", String(BOTS), "--workers", "2", "--seconds", String(SECONDS)];
  const run = await loadtest([...size, "--report", page, ...limits], { env: SMALL_WORLD });
  const told = `${run.stdout}${run.stderr}`;
  assert.equal(run.status, 0, told);
  assert.equal(run.stderr, "");
  assert.match(run.stdout, new RegExp(`joined +${BOTS}, of ${BOTS} at once`));
  assert.match(run.stdout, /dropped +0\n/);
  assert.match(run.stdout, /server tick, ms +mean [\d.]+ +p50 [\d.]+ +p99/, told);
  assert.match(run.stdout, new RegExp(`\\d s \\w+ +\\d+/${BOTS} in +dropped 0 +[\\d.]+ patches/s/client`), told);
  assert.match(run.stdout, /The report is in .*report\.html and .*report\.json/);

  const report = await readReport();
  assert.deepEqual([report.joined, report.failed, report.dropped, report.undecoded], [BOTS, [], [], []]);
  assert.deepEqual(report.refused, [], "the server understands everything that bots say");
  assert.ok(report.patchesPerSecond && report.patchesPerSecond.least > 0);
  assert.ok(report.inputToPatch && report.inputToPatch.samples >= BOTS, "each client measured its latency");
  assert.ok(report.jitter && report.jitter.samples > 100);
  assert.ok(report.truth.right > 0, "what bots hold was compared");
  assert.ok("tick" in report.server && report.server.bodies && report.server.bodies > 300);
  assert.equal(report.machine.workers, 2);
  assert.deepEqual(
    report.checks.map(({ option, met }) => [option, met]),
    [
      ["max-dropped", true],
      ["max-decode-errors", true],
      ["max-untrue", true],
    ],
  );
  const steady = report.series.filter(({ stage }) => stage === "steady");
  assert.ok(steady.length >= SECONDS - 1, `${steady.length} steady seconds`);
  for (const row of steady) {
    assert.ok(row.present === BOTS && row.server && row.jitter);
    // What processes take is read from /proc.
    if (process.platform === "linux") assert.ok(row.serverMemory && row.others !== undefined);
  }
});

test("the page stands alone, in light and dark, and shows values at the pointer", async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  for (const colorScheme of ["light", "dark"] as const) {
    const tab = await browser.newPage({ viewport: { width: 1000, height: 1400 }, colorScheme });
    const wrong: string[] = [];
    tab.on("pageerror", (error) => wrong.push(error.message));
    tab.on("request", (request) => {
      if (!request.url().startsWith("file:")) wrong.push(request.url());
    });
    await tab.goto(`file://${page}`);
    assert.equal(await tab.textContent("h1"), `${BOTS} bots, calm`);
    assert.equal(await tab.textContent(".verdict"), "3 of 3 thresholds met");
    const figures = tab.locator("figure");
    assert.ok((await figures.count()) >= 10, `${await figures.count()} charts`);
    await figures.nth(1).locator("svg").hover();
    assert.match((await figures.nth(1).locator(".place").textContent()) ?? "", /^\d+ s$/);
    assert.match((await figures.nth(0).locator(".legend b").first().textContent()) ?? "", /^[\d.]+$/);
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
    assert.deepEqual(wrong, []);
    await tab.close();
  }
});

test("a report compared with itself got neither better nor worse; with one that dropped clients, it did", async () => {
  const json = page.replace("html", "json");
  const same = await loadtest(["compare", json, json]);
  assert.equal(same.status, 0, same.stderr);
  assert.match(same.stdout, /Nothing got better\.\nNothing got worse\./);

  const report = await readReport();
  const other = join(folder, "other.json");
  await writeFile(other, JSON.stringify({ ...report, dropped: [{ reason: "close code 1006", count: 1 }] }));
  const worse = await loadtest(["compare", json, other]);
  assert.equal(worse.status, 1);
  assert.match(worse.stdout, /Got worse: failed to join or dropped\./);

  const none = await loadtest(["compare", json, page]);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^loadtest: .*report\.html cannot be read: [^\n]*\n$/);
});

test("missed thresholds are named, exit status 1", async () => {
  const limits = ["--max-latency-p99", "0.001", "--min-patch-rate", "1000", "--max-dropped", "0"];
  const run = await loadtest(["--bots", "2", "--seconds", "3", ...limits], { env: SMALL_WORLD });
  assert.equal(run.status, 1, `${run.stdout}${run.stderr}`);
  const [rate, latency, ...more] = run.stderr.trimEnd().split("\n");
  assert.match(rate, /^loadtest: threshold missed: --min-patch-rate 1000, but the slowest client got [\d.]+ patches/);
  assert.match(
    latency,
    /^loadtest: threshold missed: --max-latency-p99 0\.001, but the input-to-effect p99 was [\d.]+ ms/,
  );
  assert.deepEqual(more, []);
});

test("Ctrl-C ends it early, with a report, and everybody leaves", async () => {
  let isSent = false;
  const run = await loadtest(["--bots", "3", "--seconds", "600", "--max-dropped", "0"], {
    env: SMALL_WORLD,
    onOutput: (stdout) => {
      if (isSent || !/ s steady /.test(stdout)) return undefined;
      isSent = true;
      return "SIGINT";
    },
  });
  assert.equal(run.status, 0, `${run.stdout}${run.stderr}`);
  assert.match(run.stdout, /clients at the end +3\n/);
  assert.match(run.stdout, /threshold met +--max-dropped 0/);
});

test("a server that cannot start is one clear line, exit status 1", async () => {
  const run = await loadtest(["--bots", "1"], { env: { KRILL_PELLETS: "none" } });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^loadtest: cannot start a server: [^\n]*KRILL_PELLETS=none cannot be used[^\n]*\n$/);
});

test("a server that is not there is one clear line, exit status 1", async () => {
  // A port that was free a moment ago.
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  assert.ok(address !== null && typeof address === "object");
  listener.close();
  await once(listener, "close");

  const run = await loadtest(["--bots", "1", "--url", `ws://127.0.0.1:${address.port}`]);
  assert.equal(run.status, 1);
  assert.match(
    run.stderr,
    /^loadtest: cannot reach the server at ws:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED[^\n]*\n$/,
  );
  assert.equal(run.stdout, "");
});

test("a wrong command line is one clear line, exit status 2", async () => {
  const run = await loadtest(["--bots", "none"]);
  assert.equal(run.status, 2);
  assert.equal(run.stderr, 'loadtest: --bots is "none"; allowed is a whole number from 1 to 5000.\n');
});
