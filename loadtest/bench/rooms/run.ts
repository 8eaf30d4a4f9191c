/**
 * `npm run bench:rooms`: what a room costs its server's main thread, with real WebSocket clients. The server has one core and
 * the crowd another (taskset, where there is one); each scene is run several times, and the median is what counts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { figuresBetween, scrape } from "../../server-metrics.ts";
import type { CrowdCounts, CrowdOptions } from "./crowd.ts";
import { type RoomScene, SCENES } from "./scenes.ts";

const SERVER = new URL("../../../server/main.ts", import.meta.url).pathname;
const CROWD = new URL("./crowd.ts", import.meta.url).pathname;
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
for (const name of names) {
  const scene = SCENES.find((each) => each.name === name);
  if (scene === undefined) {
    console.error(`bench:rooms: --scene is "${name}"; allowed is one of ${SCENES.map((each) => each.name).join(", ")}`);
    process.exit(2);
  }
  const results: Result[] = [];
  for (let run = 0; run < Number(values.runs); run++) results.push(await measure(scene));
  const median = results.toSorted((a, b) => a.cpu_ms - b.cpu_ms)[results.length >> 1];
  if (values.json) console.log(JSON.stringify(median));
  else console.log(lineOf(median));
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

/** The command, on one core where that can be asked for. */
function pinned(core: string, args: string[]): [string, string[]] {
  return process.platform === "linux" ? ["taskset", ["-c", core, process.execPath, ...args]] : [process.execPath, args];
}

async function measure(scene: RoomScene): Promise<Result> {
  const [command, args] = pinned(SERVER_CORE, [SERVER]);
  const server = spawn(command, args, {
    env: { ...process.env, PORT: "0", KRILL_HOST: "127.0.0.1", KRILL_JOINS_PER_MINUTE: "100000", ...scene.settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let crowd: ChildProcess | undefined;
  try {
    const url = await readiness(server);
    const options: CrowdOptions = { url, ...scene };
    const [program, ...rest] = [...pinned(CROWD_CORE, [CROWD, JSON.stringify(options)])].flat();
    crowd = spawn(program, rest, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    await once(crowd, "message");
    await sleep(scene.settleMilliseconds ?? SETTLE_MILLISECONDS);
    const counts = async (): Promise<CrowdCounts> => {
      crowd?.send("counts");
      return (await once(crowd as ChildProcess, "message"))[0];
    };
    const before = { counts: await counts(), scrape: await scrape(url) };
    await sleep(MEASURE_MILLISECONDS);
    const after = { counts: await counts(), scrape: await scrape(url) };
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
    crowd?.kill();
    server.kill("SIGKILL");
  }
}

async function readiness(server: ChildProcess): Promise<string> {
  let output = "";
  for await (const chunk of server.stdout as AsyncIterable<Buffer>) {
    output += chunk;
    const ready = /"url":"http:\/\/localhost:(\d+)"/.exec(output);
    if (!ready) continue;
    server.stdout?.resume();
    return `http://127.0.0.1:${ready[1]}`;
  }
  throw new Error(`the server ended before it was ready: ${output}`);
}
