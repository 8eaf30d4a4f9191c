import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { onceASecond } from "../limits/once-a-second.ts";

/** Tells the log of requests that are none: too slow, too long, not HTTP. Fastify answers them, and says nothing. */
export function logClientErrors(app: FastifyInstance, logger: Logger): void {
  const tell = onceASecond<string>((error, details, times) => {
    logger.info({ error, ...details, times }, "request refused: it is none that can be read");
  });
  app.server.on("clientError", ({ code = "unknown" }: NodeJS.ErrnoException, socket) => {
    // A connection that just breaks is nobody's fault.
    if (code === "ECONNRESET" || code === "EPIPE") return;
    tell(code, { address: "remoteAddress" in socket ? socket.remoteAddress : undefined });
  });
}
