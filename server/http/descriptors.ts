/**
 * Requirement: a process that runs out of file descriptors says so to who wants to join. Without this, the kernel takes a
 * connection and Node has to drop it without a word. So the last few are kept for those who already have a seat.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { JoinStatus } from "../../shared/close-codes.ts";

/** Descriptors that are kept for seats that are reserved, for answers, and for files opened since they were last counted. */
const RESERVE = 16;
/** How often (ms) they are counted anew, when one wants to join; in between, connections are counted as they come and go. */
const COUNT_INTERVAL = 1000;

/** Refuses matchmaking calls with 503 while fewer than RESERVE descriptors are left; only where /proc tells how many there are. */
export function refuseWithoutDescriptors(app: FastifyInstance, logger: Logger): void {
  const limit = descriptorLimit();
  if (limit === undefined) return;
  let connections = 0;
  let others = 0;
  let countedAt = -Infinity;
  let isRefusing = false;

  /** Recordings among them, which come and go with rooms. */
  function countOthers(most: number): void {
    const now = performance.now();
    if (now - countedAt < COUNT_INTERVAL) return;
    countedAt = now;
    others = (openDescriptors() ?? most) - connections;
  }

  app.server.on("connection", (socket) => {
    connections++;
    socket.once("close", () => connections--);
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/matchmake/")) return;
    countOthers(limit);
    const isShort = limit - others - connections < RESERVE;
    if (isShort !== isRefusing) {
      isRefusing = isShort;
      logger.warn(
        { limit, connections },
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

/** How many are open; undefined when there is none left to look with. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
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
