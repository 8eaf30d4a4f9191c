/**
 * Requirement: a process that runs out of file descriptors says so to who wants to join. Without this, the kernel takes a
 * connection and Node has to drop it without a word. So the last few are kept for those who already have a seat.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { JoinStatus } from "../../shared/close-codes.ts";

/** Descriptors that are kept for seats that are reserved, for answers, files and the like. */
const RESERVE = 16;

/**
 * Refuses matchmaking calls with 503 while fewer than RESERVE descriptors are left; only where /proc tells how many there are.
 *
 * @param files that are open now: those of rooms, which come and go
 */
export function refuseWithoutDescriptors(app: FastifyInstance, files: () => number, logger: Logger): void {
  const limit = descriptorLimit();
  if (limit === undefined) return;
  let connections = 0;
  let others = 0;
  let isRefusing = false;
  app.server.on("listening", () => {
    others = readdirSync("/proc/self/fd").length - files();
  });
  app.server.on("connection", (socket) => {
    connections++;
    socket.once("close", () => connections--);
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/matchmake/")) return;
    const isShort = limit - others - files() - connections < RESERVE;
    if (isShort !== isRefusing) {
      isRefusing = isShort;
      logger.warn(
        { limit, connections, files: files() },
        isShort ? "file descriptors run out: nobody may join" : "joins are let in again",
      );
    }
    if (!isShort) return;
    const code = JoinStatus.unavailable;
    await reply
      .code(code)
      .header("connection", "close")
      .send({ code, error: "the server has no connections left; try again in a moment" });
  });
}

/** The soft limit of the process; undefined when there is none, or nobody tells. */
function descriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
