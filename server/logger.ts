import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

/** The process's only logger: readable lines on a terminal, JSON elsewhere. */
export function createLogger(level: string): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  const format = { colorize: true, singleLine: true, ignore: "pid,hostname", translateTime: "HH:MM:ss" };
  return pino({ level }, pretty({ ...format, sync: true }));
}

/** The methods of a console, whose lines go to pino with any further values as `details`. */
export function consoleFor(logger: Logger, from: string) {
  const source = logger.child({ from });
  const log =
    (level: "trace" | "debug" | "info" | "warn" | "error") =>
    (first: unknown, ...details: unknown[]): void => {
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
