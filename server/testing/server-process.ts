import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** All clients of a test come from one address, and all at once. */
const UNLIMITED = "1000000";
const TEST_SETTINGS = {
  PORT: "0",
  KRILL_HOST: "127.0.0.1",
  KRILL_SHED_LOAD: "false",
  KRILL_JOINS_PER_SECOND: UNLIMITED,
  KRILL_CONNECTIONS_PER_ADDRESS: UNLIMITED,
  KRILL_PLAYERS_PER_ADDRESS: UNLIMITED,
};

/** How long a line of the log is waited for, in milliseconds. */
const LOG_PATIENCE = 20_000;

/** A server that a test has started: the real process, as `npm start` runs it. */
export interface ServerProcess {
  /** As in `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The lines that it has printed and that have come here, by a way of their own: later, it may be, than what it answers. */
  log(): string;
  /** Waits until a line of its log matches, and gives the first that does. Rejects after 20 s. */
  untilLogged(line: RegExp): Promise<string>;
  /** Reads no more of what it prints, as when the reader of a log has died. */
  abandonLog(): void;
  /** Sends SIGTERM and gives the exit status. */
  stop(): Promise<number>;
  /** Ends it with SIGKILL, as the kernel does when memory runs out. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  /** Settings, above those of the tests: a free port on 127.0.0.1, a patch for every tick, however slow the machine, and as many clients as may be. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program to run instead of server/main.ts, from the project's root. */
  readonly program?: string;
  /** A module that is loaded before everything else. */
  readonly before?: string;
  /** Most files and sockets that the process may have open at a time; without it, as many as the tests may. */
  readonly descriptors?: number;
}

/** What a process left behind that ended by itself. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a server and waits until it says where it listens. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const child = spawnServer(options);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const ready = /"url":"http:\/\/localhost:(\d+)"/.exec(output);
      if (ready) resolve(`http://127.0.0.1:${ready[1]}`);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (status) =>
      reject(new Error(`the server ended with ${status} before it was ready:\n${output}`)),
    );
  });
  const log = () => output.slice(0, output.lastIndexOf("\n") + 1);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid as number,
    log,
    untilLogged: (pattern) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(
          () => finish(() => reject(new Error(`no line of the log matches ${pattern}:\n${output}`))),
          LOG_PATIENCE,
        );
        const check = () => {
          const line = log()
            .split("\n")
            .find((each) => pattern.test(each));
          if (line !== undefined) finish(() => resolve(line));
        };
        const finish = (end: () => void) => {
          clearTimeout(patience);
          child.stdout?.off("data", check);
          end();
        };
        child.stdout?.on("data", check);
        check();
      }),
    abandonLog() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      // Not "exit": its log may still be on its way then.
      const [status] = await once(child, "close");
      return status;
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "close");
    },
  };
}

/** Runs a server that is expected to end by itself, and gives what it left behind. */
export async function runToEnd(options: ServerOptions = {}): Promise<Ended> {
  const child = spawnServer(options);
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

function spawnServer({ env = {}, program = "server/main.ts", before, descriptors }: ServerOptions): ChildProcess {
  // No KRILL_ variable of the shell that runs the tests reaches the server.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KRILL_")));
  const preloads = [before, "./node-version.mjs"].filter((module) => module !== undefined);
  const command = [process.execPath, ...preloads.flatMap((module) => ["--import", module]), program];
  if (descriptors !== undefined) command.unshift("sh", "-c", `ulimit -n ${descriptors}; exec "$0" "$@"`);
  return spawn(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...inherited, ...TEST_SETTINGS, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
