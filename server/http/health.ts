import type { FastifyInstance } from "fastify";

/**
 * `/healthz` answers while the process lives; `/readyz` answers 503 as soon as it has been told to stop, so that no more
 * players are sent here.
 */
export function healthRoutes(app: FastifyInstance, isReady: () => boolean): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const ready = isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "stopping" });
  });
}
