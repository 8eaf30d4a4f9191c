import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

/** The process's only logger: readable lines on a terminal, JSON elsewhere. */
export function createLogger(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  const format = { colorize: true, singleLine: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" };
  return pino({ level }, pretty({ ...format, sync: true }));
}

/** Longest time (ms) that the last lines of the log may take to be written. */
const WRITE_DEADLINE = 500;

/**
 * Waits until all that was logged is written, or it proves that nobody reads it any more. To be called before the process
 * exits: what is left then is written by pino again and again until that succeeds, which it never does without a reader.
 */
export async function logWritten(logger: Logger): Promise<void> {
  const stream = (logger as unknown as Record<symbol, Writable>)[pino.symbols.streamSym];
  // It rejects on an error, which says that nobody reads.
  const drained = once(stream, "drain").catch(() => {});
  await Promise.race([drained, sleep(WRITE_DEADLINE)]);
}

let isMuted = false;
let hasComplained = false;

/**
 * Runs `task`, and logs nothing of what libraries print meanwhile: their errors may quote what a client has sent.
 *
 * @returns whether they printed an error.
 */
export function withLibrariesMuted(task: () => void): boolean {
  isMuted = true;
  hasComplained = false;
  try {
    task();
  } finally {
    isMuted = false;
  }
  return hasComplained;
}

/** The methods of a console, whose lines go to pino with any further values as `details`. */
export function consoleFor(logger: Logger, from: string) {
  const source = logger.child({ from });
  const log =
    (level: "trace" | "debug" | "info" | "warn" | "error") =>
    (first: unknown, ...details: unknown[]): void => {
      if (isMuted) {
        hasComplained ||= level === "error";
        return;
      }
      source[level](details.length > 0 ? { details } : {}, String(first));
    };
  return {
    trace: log("trace"),
    debug: log("debug"),
    log: log("info"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
  };
}
