import { createAuthContext, matchMaker } from "@colyseus/core";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { JoinStatus } from "../../shared/close-codes.ts";

/** What a client may ask for. `create` is not among them: rooms are made by the server, or when all are full. */
const METHODS = ["joinOrCreate", "join", "joinById", "reconnect"];

/** Headers in which a proxy names the client's address; Colyseus believes them, whoever sent them. */
const PROXY_HEADERS = ["x-real-ip", "x-forwarded-for"];

export interface MatchmakingOptions {
  /** Calls that one address may make in a minute. */
  readonly joinsPerMinute: number;
  readonly trustProxy: boolean;
  /** The mode of who asks for none. */
  readonly defaultMode: string;
}

/**
 * `/matchmake/:method/:room`, where the SDK reserves its seat. An ordinary Fastify route, so that limits, logging and errors
 * are the same as elsewhere.
 */
export async function matchmakingRoute(app: FastifyInstance, options: MatchmakingOptions): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(rateLimit, { max: options.joinsPerMinute, timeWindow: "1 minute" });
    scope.post<{ Params: { method: string; room: string } }>("/matchmake/:method/:room", async (request, reply) => {
      const { method, room } = request.params;
      if (matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN) {
        const code = JoinStatus.unavailable;
        return reply.code(code).send({ code, error: "the server is shutting down; try again in a moment" });
      }
      if (!METHODS.includes(method)) {
        return reply
          .code(403)
          .send({ code: 403, error: `method "${method}" is not allowed; use ${METHODS.join(", ")}` });
      }
      try {
        // Else rooms of all modes would do.
        const body = { mode: options.defaultMode, ...(request.body as object | undefined) };
        return await matchMaker.controller.invokeMethod(method, room, body, authContext(request, options.trustProxy));
      } catch (error) {
        const { code, message } = error as { code?: unknown; message: string };
        const status = typeof code === "number" && code >= 400 && code < 600 ? code : 500;
        return reply.code(status).send({ code: typeof code === "number" ? code : status, error: message });
      }
    });
  });
}

function authContext(request: FastifyRequest, trustProxy: boolean) {
  const headers = { ...request.headers } as Record<string, string>;
  if (!trustProxy) for (const name of PROXY_HEADERS) delete headers[name];
  return createAuthContext({ headers, remoteAddress: request.ip, req: request.raw });
}
