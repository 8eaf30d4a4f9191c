import { createAuthContext, matchMaker } from "@colyseus/core";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { JoinStatus } from "../../shared/close-codes.ts";
import { keyOfRequest } from "../limits/address.ts";
import { JoinTokenError, type JoinTokens } from "../limits/join-tokens.ts";
import { type Refused, refusalText } from "../limits/limit-names.ts";
import { onceASecond } from "../limits/once-a-second.ts";
import { FOREIGN_ORIGIN, type Origins, shownOrigin } from "../limits/origins.ts";
import type { PlayerSeats } from "../limits/player-seats.ts";
import { createRate } from "../limits/rate.ts";

/** What a client may ask for. `create` is not among them: rooms are made by the server, or when all are full. */
const METHODS = ["joinOrCreate", "join", "joinById", "reconnect"];

/** Of whom limits tell already. */
const TOLD: readonly number[] = [
  JoinStatus.badToken,
  JoinStatus.foreignOrigin,
  JoinStatus.tooMany,
  JoinStatus.busy,
  JoinStatus.full,
  413,
];

/** Headers in which a proxy names the client's address; Colyseus believes them, whoever sent them. */
const PROXY_HEADERS = ["x-real-ip", "x-forwarded-for"];

export interface MatchmakingOptions {
  /** Calls that one address may make in a minute. */
  readonly joinsPerMinute: number;
  readonly trustProxy: boolean;
  /** Calls that the process answers in a second. */
  readonly joinsPerSecond: number;
  /** Largest body of a request, as the app keeps to it. */
  readonly bodyBytes: number;
  readonly seats: PlayerSeats;
  /** Without them, whoever likes may join. */
  readonly joinTokens: JoinTokens | undefined;
  readonly origins: Origins;
  readonly refused: Refused;
  readonly logger: Logger;
  /** The mode of who asks for none. */
  readonly defaultMode: string;
}

/**
 * `/matchmake/:method/:room`, where the SDK reserves its seat. An ordinary Fastify route, so that limits, logging and errors
 * are the same as elsewhere.
 */
export async function matchmakingRoute(app: FastifyInstance, options: MatchmakingOptions): Promise<void> {
  const { bodyBytes, joinsPerMinute, joinsPerSecond, trustProxy, seats, joinTokens, origins, refused, logger } =
    options;
  const keyOf = (request: FastifyRequest) => keyOfRequest(request.raw, trustProxy);
  const joins = createRate(joinsPerSecond);
  const tell = onceASecond<number>((code, details, times) => {
    logger.info({ code, ...details, times }, "join refused");
  });

  /** Why a call is not even looked at. */
  function whyNot(method: string, { headers }: FastifyRequest): JoinRefusal | undefined {
    if (matchMaker.state === matchMaker.MatchMakerState.SHUTTING_DOWN) {
      return new JoinRefusal(JoinStatus.unavailable, "the server is shutting down; try again in a moment");
    }
    if (!METHODS.includes(method)) {
      return new JoinRefusal(403, `method "${method}" is not allowed; use ${METHODS.join(", ")}`);
    }
    if (!origins.isAllowed(headers.origin, headers.host)) {
      refused("origins", { origin: shownOrigin(headers.origin) });
      return new JoinRefusal(JoinStatus.foreignOrigin, FOREIGN_ORIGIN);
    }
    if (!joins(1, performance.now())) {
      refused("joins_per_second", {});
      const what = `more than ${joinsPerSecond} clients want to join in this second`;
      return new JoinRefusal(JoinStatus.busy, refusalText(what, "KRILL_JOINS_PER_SECOND", "try again in a moment"));
    }
    return undefined;
  }

  /** A seat as a room reserves it, counted by the address of who asks. */
  async function reserve(request: FastifyRequest, call: () => Promise<unknown>): Promise<unknown> {
    const seat = seats.ask(keyOf(request));
    if (!seat) throw new JoinRefusal(JoinStatus.tooMany, seats.refusal);
    try {
      const reservation = await call();
      seat.reserved((reservation as { sessionId: string }).sessionId);
      return reservation;
    } catch (error) {
      seat.refused();
      throw error;
    }
  }

  /** The same, for the request's token where one is needed. */
  async function admit(request: FastifyRequest, call: () => Promise<unknown>): Promise<unknown> {
    const token = await joinTokens?.use(request.headers.authorization, keyOf(request));
    try {
      return await reserve(request, call);
    } catch (error) {
      await token?.giveBack();
      throw error;
    }
  }

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: joinsPerMinute,
      timeWindow: "1 minute",
      keyGenerator: keyOf,
      onExceeded: (_request, address) => refused("joins_per_minute", { address }),
      errorResponseBuilder: (_request, { after }) => {
        const what = `more than ${joinsPerMinute} joins from your address in a minute`;
        return new JoinRefusal(
          JoinStatus.tooMany,
          refusalText(what, "KRILL_JOINS_PER_MINUTE", `try again in ${after}`),
        );
      },
    });
    scope.setErrorHandler((error: Error & { code?: unknown; statusCode?: number }, request, reply) => {
      if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
        refused("body_bytes", {});
        error.message = refusalText(`the body has more than ${bodyBytes} bytes`, "KRILL_BODY_BYTES", "send less");
      }
      const { statusCode, message } = error;
      const code = error instanceof JoinTokenError ? JoinStatus.badToken : error.code;
      const status = [code, statusCode].find(isErrorStatus) ?? 500;
      if (!TOLD.includes(status)) tell(status, { address: keyOf(request) });
      return reply.code(status).send({ code: typeof code === "number" ? code : status, error: message });
    });
    scope.post<{ Params: { method: string; room: string } }>("/matchmake/:method/:room", async (request) => {
      const { method, room } = request.params;
      const refusal = whyNot(method, request);
      if (refusal) throw refusal;
      // Else rooms of all modes would do.
      const body = { mode: options.defaultMode, ...(request.body as object | undefined) };
      const call = () => matchMaker.controller.invokeMethod(method, room, body, authContext(request, trustProxy));
      // Who comes back has its seat already.
      return method === "reconnect" ? await call() : await admit(request, call);
    });
  });
}

function isErrorStatus(code: unknown): code is number {
  return typeof code === "number" && code >= 400 && code < 600;
}

/** Why a client gets no seat: the SDK gives both to who wants to join. */
class JoinRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

function authContext(request: FastifyRequest, trustProxy: boolean) {
  const headers = { ...request.headers } as Record<string, string>;
  if (!trustProxy) for (const name of PROXY_HEADERS) delete headers[name];
  return createAuthContext({ headers, remoteAddress: request.ip, req: request.raw });
}
