import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { StartupError } from "./errors.ts";
import { consoleFor, createLogger, logWritten } from "./logger.ts";

/** A stop that takes longer than this (ms) is cut short: an orchestrator kills what has not ended by itself. */
const STOP_DEADLINE = 4500;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  // Some libraries print past every logger.
  Object.assign(console, consoleFor(logger, "console"));
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "the process ends: an exception was not caught");
    void logWritten(logger).finally(() => process.exit(1));
  });

  // A promise of a library that nobody waited for says nothing of the rooms, which play on.
  process.on("unhandledRejection", (reason) => {
    logger.error({ err: reason }, "a promise was rejected, and nobody handled it");
  });

  const app = await createApp(config, logger);
  const port = await app.listen();
  const url = `http://localhost:${port}`;
  logger.info({ url }, `Krill is ready: open ${url}`);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => {
      logger.warn({ milliseconds: STOP_DEADLINE }, "stopped before all was closed");
      void logWritten(logger).finally(() => process.exit(0));
    }, STOP_DEADLINE).unref();
    await app.close();
    logger.info("stopped");
    await logWritten(logger);
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
}

try {
  await start();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`krill: ${error.message}\n`);
  process.exit(1);
}
