/** One run of a scene: a server on one core, a crowd on another. And what a bare server takes for the same traffic. */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../server/testing/server-process.ts";
import { MAX_CELLS } from "../../../shared/formulas.ts";
import { figuresBetween, scrape } from "../../server-metrics.ts";
import type { BareCounts } from "./bare-server.ts";
import type { CrowdCounts, CrowdOptions } from "./crowd.ts";
import { bytesPerTick, type Result, resultOf } from "./figures.ts";
import { MOST_CLIENTS, type RoomScene } from "./scenes.ts";

const CROWD = new URL("./crowd.ts", import.meta.url);
const BARE_SERVER = new URL("./bare-server.ts", import.meta.url);
const SERVER_CORE = "0";
const CROWD_CORE = "1";
const SETTLE_MILLISECONDS = 3000;

/** What the server's environment says: a room for all, without bots, that takes whoever comes as fast as they come. */
export function serverEnvironment({ env }: RoomScene): Record<string, string> {
  return {
    KRILL_BOTS: "0",
    KRILL_MAX_CLIENTS: String(MOST_CLIENTS),
    KRILL_CELL_LIMIT: String(MOST_CLIENTS * MAX_CELLS),
    KRILL_JOINS_PER_MINUTE: "100000",
    // All patches are to be sent, whatever that takes.
    KRILL_SHED_LOAD: "false",
    ...env,
  };
}

/** @param seconds for how long it is measured, once all have joined and it has settled */
export async function runScene(scene: RoomScene, seconds: number): Promise<Result> {
  const server = await startServer({ env: serverEnvironment(scene) });
  pin(server.pid, SERVER_CORE);
  const crowd = startCrowd({ url: server.url, ...scene });
  try {
    await nextMessage(crowd);
    await sleep(SETTLE_MILLISECONDS);
    const before = { counts: await ask<CrowdCounts>(crowd), scrape: await scrape(server.url) };
    await sleep(1000 * seconds);
    const after = { counts: await ask<CrowdCounts>(crowd), scrape: await scrape(server.url) };
    return resultOf(scene, figuresBetween(before.scrape, after.scrape), {
      seconds: (after.scrape.at - before.scrape.at) / 1000,
      bytes: after.counts.bytes - before.counts.bytes,
      closed: after.counts.closed,
    });
  } finally {
    crowd.kill();
    await server.stop();
  }
}

/** Ticks whose bytes may be on their way when the bare server and its clients are asked. */
const TICKS_UNDER_WAY = 5;

/**
 * @returns the processor time (ms) that the bare server takes for a tick, with the traffic of the scene as it was in `result`;
 * NaN where its clients did not get that
 */
export async function runBare(scene: RoomScene, result: Result, seconds: number): Promise<number> {
  const server = fork(BARE_SERVER, [String(bytesPerTick(result))]);
  pin(server.pid as number, SERVER_CORE);
  const { url } = (await nextMessage(server)) as { url: string };
  const crowd = startCrowd({ url, ...scene, isBare: true });
  try {
    await nextMessage(crowd);
    await sleep(SETTLE_MILLISECONDS);
    const before = { server: await ask<BareCounts>(server), crowd: await ask<CrowdCounts>(crowd) };
    await sleep(1000 * seconds);
    const after = { server: await ask<BareCounts>(server), crowd: await ask<CrowdCounts>(crowd) };
    const ticks = after.server.ticks - before.server.ticks;
    const tickBytes = scene.clients * bytesPerTick(result);
    const missing = Math.abs(ticks * tickBytes - (after.crowd.bytes - before.crowd.bytes));
    if (after.crowd.closed > 0 || missing > TICKS_UNDER_WAY * tickBytes) return Number.NaN;
    return (after.server.cpu - before.server.cpu) / ticks;
  } finally {
    crowd.kill();
    server.kill();
  }
}

function startCrowd(options: CrowdOptions): ChildProcess {
  const crowd = fork(CROWD, [JSON.stringify(options)]);
  pin(crowd.pid as number, CROWD_CORE);
  return crowd;
}

/** Lets a process, with all its threads, run on one core alone, where that can be asked for. */
function pin(pid: number, core: string): void {
  if (process.platform === "linux") execFileSync("taskset", ["-acp", core, String(pid)], { stdio: "ignore" });
}

/** What a child process answers to any message. */
async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  child.send("counts");
  return (await nextMessage(child)) as Answer;
}

/** Rejects when the process ends instead. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const end = once(child, "exit", { signal: ended.signal }).then(([status]) => {
    throw new Error(`${child.spawnfile} ${child.spawnargs.at(-2)} ended with status ${status}`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal: ended.signal }), end]);
    return message;
  } finally {
    ended.abort();
    end.catch(() => {});
  }
}
