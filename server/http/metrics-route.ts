import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";

/** `/metrics`, in Prometheus' text format. */
export function metricsRoute(app: FastifyInstance, registry: Registry): void {
  app.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
