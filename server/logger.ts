import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

/** The process's only logger: readable lines on a terminal, JSON elsewhere. */
export function createLogger(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  const format = { colorize: true, singleLine: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" };
  return pino({ level }, pretty({ ...format, sync: true }));
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
