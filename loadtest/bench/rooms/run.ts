/**
 * `npm run bench:rooms`: what a room costs its server's main thread, with real WebSocket clients. The server has one core and
 * the crowd another (taskset, where there is one); each scene is run several times, and the median is what counts.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startServer } from "../../../server/testing/server-process.ts";
import { MAX_CELLS } from "../../../shared/formulas.ts";
import { figuresBetween, scrape } from "../../server-metrics.ts";
import type { CrowdCounts, CrowdOptions } from "./crowd.ts";
import { MOST_CLIENTS, type RoomScene, SCENES } from "./scenes.ts";

const CROWD = new URL("./crowd.ts", import.meta.url);
const SERVER_CORE = "0";
const CROWD_CORE = "1";
const RUNS = 3;
const SETTLE_MILLISECONDS = 3000;
const MEASURE_MILLISECONDS = 10_000;

interface Result {
  readonly scene: string;
  readonly clients: number;
  readonly cpu_ms: number;
  readonly cpu_p99_ms: number;
  readonly tick_ms: number;
  readonly tick_p99_ms: number;
  readonly hz: number;
  readonly kb_per_second: number;
  readonly bytes_per_visible: number;
  readonly closed: number;
  readonly phases: Record<string, number>;
}

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    scene: { type: "string", multiple: true },
    runs: { type: "string", default: String(RUNS) },
  },
});
const names = values.scene ?? SCENES.map(({ name }) => name);
const unknown = names.find((name) => !SCENES.some((scene) => scene.name === name));
if (unknown !== undefined) refuse("scene", unknown, `one of ${SCENES.map(({ name }) => name).join(", ")}`);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) refuse("runs", values.runs, "an integer from 1");
for (const scene of SCENES.filter(({ name }) => names.includes(name))) {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await measure(scene));
  const median = results.toSorted((a, b) => a.cpu_ms - b.cpu_ms)[results.length >> 1];
  if (values.json) console.log(JSON.stringify(median));
  else console.log(lineOf(median));
}

function refuse(option: string, value: string, allowed: string): never {
  console.error(`bench:rooms: --${option} is "${value}"; allowed is ${allowed}`);
  process.exit(2);
}

function lineOf(result: Result): string {
  const phases = Object.entries(result.phases).map(([phase, ms]) => `${phase} ${ms.toFixed(2)}`);
  return (
    `${result.scene}: CPU ${result.cpu_ms.toFixed(2)} ms a tick (p99 ${result.cpu_p99_ms.toFixed(1)}), tick ` +
    `${result.tick_ms.toFixed(2)} (p99 ${result.tick_p99_ms.toFixed(1)}), ${result.hz.toFixed(1)} Hz, ` +
    `${result.kb_per_second.toFixed(2)} KB/s a client, ${result.bytes_per_visible.toFixed(2)} bytes a visible body and tick, ` +
    `${result.closed} closed; ${phases.join(", ")}`
  );
}

/** Lets a process, with all its threads, run on one core alone, where that can be asked for. */
function pin(pid: number, core: string): void {
  if (process.platform === "linux") execFileSync("taskset", ["-acp", core, String(pid)], { stdio: "ignore" });
}

async function measure(scene: RoomScene): Promise<Result> {
  const server = await startServer({
    env: {
      KRILL_BOTS: "0",
      KRILL_MAX_CLIENTS: String(MOST_CLIENTS),
      KRILL_CELL_LIMIT: String(MOST_CLIENTS * MAX_CELLS),
      KRILL_JOINS_PER_MINUTE: "100000",
      KRILL_SHED_LOAD: "true",
      ...scene.env,
    },
  });
  pin(server.pid, SERVER_CORE);
  const options: CrowdOptions = { url: server.url, ...scene };
  const crowd = fork(CROWD, [JSON.stringify(options)]);
  pin(crowd.pid as number, CROWD_CORE);
  try {
    await nextMessage(crowd);
    await sleep(SETTLE_MILLISECONDS);
    const before = { counts: await countsOf(crowd), scrape: await scrape(server.url) };
    await sleep(MEASURE_MILLISECONDS);
    const after = { counts: await countsOf(crowd), scrape: await scrape(server.url) };
    const figures = figuresBetween(before.scrape, after.scrape);
    const seconds = (after.scrape.at - before.scrape.at) / 1000;
    const bytes = after.counts.bytes - before.counts.bytes;
    const { total, ...phases } = figures.tick;
    return {
      scene: scene.name,
      clients: scene.clients,
      cpu_ms: figures.cpu?.mean ?? Number.NaN,
      cpu_p99_ms: figures.cpu?.p99 ?? Number.NaN,
      tick_ms: total.mean,
      tick_p99_ms: total.p99,
      hz: figures.ticksPerSecond,
      kb_per_second: bytes / 1024 / seconds / scene.clients,
      bytes_per_visible: bytes / (figures.seen ?? Number.NaN) / figures.ticks,
      closed: after.counts.closed,
      phases: Object.fromEntries(Object.entries(phases).map(([phase, { mean }]) => [phase, mean])),
    };
  } finally {
    crowd.kill();
    await server.stop();
  }
}

async function countsOf(crowd: ChildProcess): Promise<CrowdCounts> {
  crowd.send("counts");
  return (await nextMessage(crowd)) as CrowdCounts;
}

/** Rejects when the process ends instead. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const end = once(child, "exit", { signal: ended.signal }).then(([status]) => {
    throw new Error(`the crowd ended with status ${status}`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal: ended.signal }), end]);
    return message;
  } finally {
    ended.abort();
    end.catch(() => {});
  }
}
