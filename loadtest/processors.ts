/** Which processors the server and the bots run on, so that neither takes the other's. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import process from "node:process";

/** How the processors are shared out; both undefined where they cannot be: one processor, or no taskset. */
export interface Pinning {
  readonly server: number | undefined;
  readonly bots: readonly number[] | undefined;
}

/** The command `command`, kept to one processor if one is given. */
export function pinned(processor: number | undefined, command: readonly string[]): [string, ...string[]] {
  const [program, ...args] = command;
  return processor === undefined ? [program, ...args] : ["taskset", "-c", String(processor), program, ...args];
}

const UNPINNED: Pinning = { server: undefined, bots: undefined };
let shared: Pinning | undefined;

/**
 * Keeps this process, and those of bots that it will start, off the first of its processors, which is left for a server.
 * Tells how they are shared out; for good, however often it is asked.
 */
export function leaveProcessorForServer(): Pinning {
  shared ??= shareOut(allowedProcessors());
  return shared;
}

function shareOut(allowed: readonly number[]): Pinning {
  const [server, ...bots] = allowed;
  if (bots.length === 0) return UNPINNED;
  try {
    execFileSync("taskset", ["-a", "-c", "-p", bots.join(","), String(process.pid)], { stdio: "ignore" });
    return { server, bots };
  } catch {
    return UNPINNED;
  }
}

/** How many processors this process may use now. */
export function processorCount(): number {
  return availableParallelism();
}

/** The numbers of the processors that this process may use now; none where the system does not tell. */
export function allowedProcessors(): number[] {
  try {
    const [, list] = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return list === undefined ? [] : parseProcessors(list);
  } catch {
    return [];
  }
}

/** A list as Linux writes it, as in "0-2,5". */
export function parseProcessors(list: string): number[] {
  return list.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
