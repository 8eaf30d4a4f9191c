import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ROOM_MOST } from "./options.ts";
import { pinned } from "./processors.ts";

/** What a process takes of the machine. */
export interface Usage {
  /** Resident bytes. */
  readonly memory: number;
  /** Processor time since its start, of all its threads. */
  readonly seconds: number;
}

/** A server that the load test started for itself. */
export interface OwnServer {
  readonly url: string;
  readonly adminToken: string;
  /** Undefined where the system does not tell. */
  usage(): Promise<Usage | undefined>;
  stop(): Promise<void>;
}

/** The server could not be started; `message` ends with what it said. */
export class ServerStartError extends Error {
  readonly code = "LOADTEST_SERVER_START";
}

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Where it listens, and that it says so. */
const FORCED = { PORT: "0", KRILL_HOST: "127.0.0.1", KRILL_LOG_LEVEL: "info" };
/** Seconds after SIGTERM in which it must have ended. */
const STOP_SECONDS = 10;

const UNLIMITED = "1000000";

/**
 * What a load test needs of its server: room for all, no limit to what one address may do, since all bots come
 * from one, and a token to ask for the truth.
 */
function settingsFor(bots: number, rooms: number, adminToken: string): Record<string, string> {
  return {
    // In one room, there is a place for those too whose places are kept for them to come back.
    KRILL_MAX_CLIENTS: String(rooms === 1 ? ROOM_MOST : Math.ceil(bots / rooms)),
    KRILL_JOINS_PER_MINUTE: UNLIMITED,
    KRILL_JOINS_PER_SECOND: UNLIMITED,
    KRILL_CONNECTIONS_PER_ADDRESS: UNLIMITED,
    KRILL_PLAYERS_PER_ADDRESS: UNLIMITED,
    KRILL_ADMIN_TOKEN: adminToken,
  };
}

/**
 * Starts `npm start`'s server, with what the scenario sets above the load test's own settings, and the environment's KRILL_…
 * variables above all. `processor` is the one to run on; undefined: any.
 * @throws ServerStartError when it ends before it is ready.
 */
export async function startOwnServer(
  bots: number,
  rooms: number,
  scenarioSettings: Readonly<Record<string, string>>,
  processor: number | undefined,
): Promise<OwnServer> {
  const adminToken = process.env.KRILL_ADMIN_TOKEN ?? randomBytes(24).toString("hex");
  const [command, ...args] = pinned(processor, [process.execPath, "--import", "./node-version.mjs", "server/main.ts"]);
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...settingsFor(bots, rooms, adminToken), ...scenarioSettings, ...process.env, ...FORCED },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own: Ctrl-C ends the test, which then ends the server.
    detached: true,
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      if (output.length < 10_000) output += chunk;
      const [, port] = /"url":"http:\/\/localhost:(\d+)"/.exec(output) ?? [];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (status) => {
      reject(new ServerStartError(`the server ended with status ${status}: ${output.trim().split("\n").at(-1)}`));
    });
  });
  return {
    url,
    adminToken,
    usage: () => usageOf(child.pid),
    async stop() {
      process.off("exit", killAtExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const kill = setTimeout(() => child.kill("SIGKILL"), 1000 * STOP_SECONDS);
      await ended;
      clearTimeout(kill);
    },
  };
}

/** Linux counts processor time in these. */
const CLOCK_TICKS_PER_SECOND = 100;

async function usageOf(pid: number | undefined): Promise<Usage | undefined> {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    // The second field is the name in brackets, which may hold anything; utime and stime are the 14th and 15th (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return kilobytes === undefined
      ? undefined
      : { memory: 1024 * Number(kilobytes), seconds: ticks / CLOCK_TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}
