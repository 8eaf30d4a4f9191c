/** Limits on what reaches the server before any route or room does: connections and origins. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { JoinStatus } from "../../shared/close-codes.ts";
import type { Connections } from "../limits/connections.ts";
import type { Refused } from "../limits/limit-names.ts";
import { FOREIGN_ORIGIN, type Origins, shownOrigin } from "../limits/origins.ts";

export interface RequestLimits {
  readonly connections: Connections;
  readonly origins: Origins;
  readonly refused: Refused;
}

/** What a page of a listed origin may send; the SDK sends credentials, of which this server knows none. */
const CORS_HEADERS = {
  "access-control-allow-credentials": "true",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-allow-methods": "GET, POST",
  "access-control-max-age": "600",
};

/** Answers what no route gets to see. To be called before all routes. */
export function limitRequests(app: FastifyInstance, { connections, origins }: Omit<RequestLimits, "refused">): void {
  app.addHook("onRequest", async (request, reply) => {
    const reason = connections.whyNot(request.raw);
    if (reason === undefined) return welcome(origins, request, reply);
    return reply.code(JoinStatus.tooMany).header("connection", "close").send(body(JoinStatus.tooMany, reason));
  });
}

/** Lets the browser show answers to a page of a listed origin, and answers what it asks before it asks for anything. */
function welcome(origins: Origins, { method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { origin } = headers;
  if (origin === undefined || !origins.isListed(origin)) return undefined;
  reply.headers({ ...CORS_HEADERS, "access-control-allow-origin": origin, vary: "origin" });
  return method === "OPTIONS" ? reply.code(204).send() : undefined;
}

/** Decides whether a WebSocket is opened; one that is not gets its answer here. */
export function upgradeFilter({ connections, origins, refused }: RequestLimits): (request: IncomingMessage) => boolean {
  return (request) => {
    const { origin, host } = request.headers;
    // The framework would make one of it, and nobody catches what that throws, which quotes the client.
    if (!URL.canParse(`ws://server${request.url}`)) {
      return refuse(request, 400, "Bad Request", "the address cannot be read; give the path of a room");
    }
    if (!origins.isAllowed(origin, host)) {
      refused("origins", { origin: shownOrigin(origin) });
      return refuse(request, JoinStatus.foreignOrigin, "Misdirected Request", FOREIGN_ORIGIN);
    }
    const reason = connections.whyNoUpgrade(request);
    return reason === undefined || refuse(request, JoinStatus.tooMany, "Too Many Requests", reason);
  };
}

/** Answers in place of a WebSocket; false, for the filter. */
function refuse({ socket }: IncomingMessage, status: number, statusText: string, reason: string): false {
  const text = JSON.stringify(body(status, reason));
  const head = [
    `HTTP/1.1 ${status} ${statusText}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  // Nobody else listens to it any more, and an error without a listener would end the process.
  socket.on("error", () => socket.destroy());
  socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  socket.destroySoon();
  return false;
}

function body(code: number, error: string) {
  return { code, error };
}
