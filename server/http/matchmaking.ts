import { createAuthContext, ErrorCode, matchMaker, ServerError } from "@colyseus/core";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { JoinStatus } from "../../shared/close-codes.ts";
import { keyOfRequest } from "../limits/address.ts";
import type { Admittance, JoinTokens } from "../limits/join-tokens.ts";
import { type Refused, refusalText } from "../limits/limit-names.ts";
import { onceASecond } from "../limits/once-a-second.ts";
import { FOREIGN_ORIGIN, type Origins, shownOrigin } from "../limits/origins.ts";
import type { PlayerSeats } from "../limits/player-seats.ts";
import { createRate, type Rate } from "../limits/rate.ts";
import { isShuttingDown } from "../limits/shutting-down.ts";
import { answerTo, JoinRefusal } from "./join-errors.ts";

/** What a client may ask for. `create` is not among them: rooms are made by the server, or when all are full. */
const METHODS = ["joinOrCreate", "join", "joinById", "reconnect"] as const;
type Method = (typeof METHODS)[number];
/** Those that are given a room's name, and not an id. */
const BY_NAME: readonly Method[] = ["joinOrCreate", "join"];
/** What rooms give out by which a client comes back: Colyseus' ids, of nine characters. */
const RECONNECTION_TOKEN = /^[\w-]{1,64}$/;

/** Headers in which a proxy names the client's address; Colyseus believes them, whoever sent them. */
const PROXY_HEADERS = ["x-real-ip", "x-forwarded-for"];

export interface MatchmakingOptions {
  /** Calls that one address may make in a minute. */
  readonly joinsPerMinute: number;
  readonly trustProxy: boolean;
  /** Joins that the process answers in a second; and as many calls to come back. */
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
  // Of their own: it takes no join token to ask for a seat back, be it one that there is not.
  const returns = createRate(joinsPerSecond);
  const tell = onceASecond<number>((code, details, times) => {
    logger.info({ code, ...details, times }, "join refused");
  });
  const tellFault = onceASecond<"fault">((_kind, details, times) => {
    logger.error({ ...details, times }, "a join failed for a fault of the server");
  });

  /** Why a call is not even looked at. */
  function whyNot(method: string, room: string, { headers }: FastifyRequest): JoinRefusal | undefined {
    if (isShuttingDown()) return shuttingDown();
    if (!isMethod(method)) {
      return new JoinRefusal(403, `method "${method}" is not allowed; use ${METHODS.join(", ")}`);
    }
    // Colyseus would find `constructor`.
    if (BY_NAME.includes(method) && !Object.hasOwn(matchMaker.getAllHandlers(), room)) {
      return new JoinRefusal(ErrorCode.MATCHMAKE_NO_HANDLER, `there is no room "${room}" here`);
    }
    if (!origins.isAllowed(headers.origin, headers.host)) {
      refused("origins", { origin: shownOrigin(headers.origin) });
      return new JoinRefusal(JoinStatus.foreignOrigin, FOREIGN_ORIGIN);
    }
    return undefined;
  }

  /** To be called before the work begins: seats and rooms are what it costs. */
  function count(rate: Rate): void {
    if (rate(1, performance.now())) return;
    refused("joins_per_second", {});
    const what = `more than ${joinsPerSecond} clients want to join in this second`;
    throw new JoinRefusal(JoinStatus.busy, refusalText(what, "KRILL_JOINS_PER_SECOND", "try again in a moment"));
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

  /** The same, for the request's token where one is needed. Whoever has none takes no part of the joins in a second. */
  async function admit(request: FastifyRequest, call: (admittance: Admittance) => Promise<unknown>): Promise<unknown> {
    const joinToken = await joinTokens?.hold(request.headers.authorization, keyOf(request));
    try {
      count(joins);
      return await reserve(request, () => call(joinToken ? { joinToken } : {}));
    } catch (error) {
      if (joinToken) await joinTokens?.letGo(joinToken);
      throw error;
    }
  }

  /** What Colyseus answers. Its own controller would leave nothing of an error but the text. */
  async function invoke(
    method: Method,
    room: string,
    request: FastifyRequest,
    admittance: Admittance,
  ): Promise<unknown> {
    // Else rooms of all modes would do.
    const body = { mode: options.defaultMode, ...(request.body as object | undefined) };
    const context = Object.assign(authContext(request, trustProxy), admittance);
    return await matchMaker[method](room, body, context);
  }

  async function comeBack(room: string, request: FastifyRequest): Promise<unknown> {
    count(returns);
    const { reconnectionToken } = { ...(request.body as { reconnectionToken?: unknown } | undefined) };
    if (typeof reconnectionToken !== "string" || !RECONNECTION_TOKEN.test(reconnectionToken)) {
      throw new JoinRefusal(JoinStatus.badOptions, "reconnectionToken: give the one that came with the seat");
    }
    try {
      return await invoke("reconnect", room, request, {});
    } catch (error) {
      // Whatever failed, Colyseus puts what it has asked the room into the text, and so the token.
      if (error instanceof ServerError && error.code === ErrorCode.MATCHMAKE_UNHANDLED) {
        throw new Error("the process of the room did not answer for one who wants to come back");
      }
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
      const answer = answerTo(error);
      // Rooms that are about to be made then are not.
      const given = answer.isFault && isShuttingDown() ? answerTo(shuttingDown()) : answer;
      const { status, error: text } = given;
      if (given.isFault) tellFault("fault", { err: error });
      else if (!given.isTold) tell(status, { address: keyOf(request) });
      return reply.code(status).send({ code: status, error: text });
    });
    scope.post<{ Params: { method: string; room: string } }>("/matchmake/:method/:room", async (request) => {
      const { method, room } = request.params;
      const refusal = whyNot(method, room, request);
      if (refusal) throw refusal;
      // Who comes back has its seat already.
      if (method === "reconnect") return await comeBack(room, request);
      return await admit(request, (admittance) => invoke(method as Method, room, request, admittance));
    });
  });
}

function isMethod(name: string): name is Method {
  return METHODS.some((method) => method === name);
}

function shuttingDown(): JoinRefusal {
  return new JoinRefusal(JoinStatus.unavailable, "the server is shutting down; try again in a moment");
}

function authContext(request: FastifyRequest, trustProxy: boolean) {
  const headers = { ...request.headers } as Record<string, string>;
  if (!trustProxy) for (const name of PROXY_HEADERS) delete headers[name];
  return createAuthContext({ headers, remoteAddress: request.ip, req: request.raw });
}
