import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a load test left behind. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** KRILL_… variables; none of the shell's reaches the test. */
  readonly env?: Readonly<Record<string, string>>;
  /** Told all of its output so far, each time that there is more; what it returns is sent to the process as a signal. */
  readonly onOutput?: (stdout: string) => NodeJS.Signals | undefined;
}

/** Runs `npm run loadtest -- ...args` (its command, without npm) to its end. */
export async function runLoadTestProcess(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env = {}, onOutput } = options;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KRILL_")));
  const child = spawn(process.execPath, ["--import", "./node-version.mjs", "loadtest/run.ts", ...args], {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    const signal = onOutput?.(stdout);
    if (signal !== undefined) child.kill(signal);
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, "close");
  return { status, stdout, stderr };
}
