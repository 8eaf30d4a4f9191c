import type { AddressInfo } from "node:net";
import { type MatchMakerDriver, matchMaker, type Presence, Server } from "@colyseus/core";
import { RedisDriver } from "@colyseus/redis-driver";
import { RedisPresence } from "@colyseus/redis-presence";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import type { Logger } from "pino";
import { ARENA_ROOM, SANDBOX_ROOM } from "../shared/message-names.ts";
import { MODES } from "../shared/modes.ts";
import { readWordFilter } from "./blocked-words-file.ts";
import type { Config } from "./config.ts";
import { StartupError } from "./errors.ts";
import { logClientErrors } from "./http/client-errors.ts";
import { refuseWithoutDescriptors } from "./http/descriptors.ts";
import { healthRoutes } from "./http/health.ts";
import { limitRequests, upgradeFilter } from "./http/limits.ts";
import { matchmakingRoute } from "./http/matchmaking.ts";
import { metricsRoute } from "./http/metrics-route.ts";
import { modesRoute } from "./http/modes.ts";
import { pageRoutes } from "./http/page.ts";
import { roomListRoute } from "./http/room-list.ts";
import { type RoomPlace, roomQueryRoutes } from "./http/room-queries.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { sharedTokenRegister } from "./http/shared-token-register.ts";
import { loadSkins, skinRoutes } from "./http/skins.ts";
import { limitConnections } from "./limits/connections.ts";
import { createJoinTokens } from "./limits/join-tokens.ts";
import { createOrigins } from "./limits/origins.ts";
import { createPlayerSeats } from "./limits/player-seats.ts";
import { createRefusals } from "./limits/refusals.ts";
import { createTokenRegister } from "./limits/token-register.ts";
import { consoleFor } from "./logger.ts";
import { createMetrics } from "./metrics.ts";
import { createRecordings } from "./recordings.ts";
import { arenaRoom } from "./rooms/arena-room.ts";
import { GuardedTransport } from "./rooms/guarded-transport.ts";
import { SEAT_SECONDS } from "./rooms/limits.ts";
import type { RoomQueries } from "./rooms/room-queries.ts";
import { sandboxRoom } from "./rooms/sandbox-room.ts";

/** A request that is not there whole after this time (ms), be it never so steadily sent, is answered 408 and closed. */
const REQUEST_WITHIN = 10_000;
/** Largest WebSocket frame from a client, in bytes; an input needs some fifty. */
const FRAME_LIMIT = 4 * 1024;
/** A client that answers none of two pings, so far apart (ms), is gone. */
const PING_INTERVAL = 3000;
const PING_RETRIES = 2;

/** Clients that have not answered the closing handshake after this time (ms), a paused reader for one, are cut off. */
const CLOSING_PATIENCE = 1500;

/** How long a server that starts waits for its Redis, in milliseconds. */
const REDIS_PATIENCE = 5000;
const REDIS_PORT = 6379;

export interface App {
  /** Starts to listen, with one arena running. Returns the port. @throws StartupError when it cannot listen. */
  listen(): Promise<number>;
  /** No longer ready; clients are closed with 4001, rooms disposed, the port freed. */
  close(): Promise<void>;
}

/** Everything on one port: the page, REST, matchmaking and WebSockets. One per process, for Colyseus' matchmaker is one. */
export async function createApp(config: Config, logger: Logger): Promise<App> {
  const metrics = createMetrics();
  const queries = new Map<string, RoomQueries>();
  let stopping = false;

  const http = Fastify({
    // Warnings and worse: Fastify would tell of every address that it listens on.
    loggerInstance: logger.child({ from: "http" }, { level: "warn" }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.bodyBytes,
    requestTimeout: REQUEST_WITHIN,
    http: { headersTimeout: REQUEST_WITHIN, connectionsCheckingInterval: REQUEST_WITHIN / 10 },
    // One proxy, which appends the address that it sees: what stands before that, the client may have made up.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    forceCloseConnections: true,
  });

  const refused = createRefusals(metrics.limitReached, logger);
  const origins = createOrigins(config.origins);
  const seats = createPlayerSeats(config.playersPerAddress, SEAT_SECONDS * 1000, refused);
  const connections = limitConnections(http.server, config, refused);
  metrics.watchLimits({
    connections: () => connections.total,
    seats: () => seats.counts.total,
    addresses: () => connections.addresses + seats.counts.addresses,
    allowed: {
      connections_per_address: config.connectionsPerAddress,
      players_per_address: config.playersPerAddress,
      joins_per_minute: config.joinsPerMinute,
      joins_per_second: config.joinsPerSecond,
      messages_per_second: config.messagesPerSecond,
      bytes_per_second: config.bytesPerSecond,
      body_bytes: config.bodyBytes,
      buffered_bytes: config.bufferedBytes,
      rooms: config.maxRooms,
    },
  });

  const transport = new GuardedTransport(
    { noServer: true, maxPayload: FRAME_LIMIT, pingInterval: PING_INTERVAL, pingMaxRetries: PING_RETRIES },
    { ...config, refused },
    logger,
  );
  // Attached, not handed over: Colyseus then adds an upgrade listener and never closes or answers on Fastify's server.
  transport.attachToServer(http.server, { filter: upgradeFilter({ connections, origins, refused }) });
  const colyseus = new Server({
    transport,
    greet: false,
    // The process's signals and exceptions are ours (main.ts).
    gracefullyShutdown: false,
    logger: consoleFor(logger, "colyseus"),
    ...scaleOut(config),
  });
  const { settings, modes, maxRooms, recordingsFolder, joinSecret } = config;
  // Also without a secret: rooms here may be joined through a process that has one.
  const tokens = config.redisUrl === undefined ? createTokenRegister() : sharedTokenRegister;
  const joinTokens = joinSecret === undefined ? undefined : createJoinTokens(joinSecret, tokens, SEAT_SECONDS, refused);
  const skins = await loadSkins(config.skinsFolder);
  const ArenaRoom = arenaRoom({
    settings,
    logger,
    metrics,
    queries,
    modes,
    maxRooms,
    skins: new Set(skins.map(({ name }) => name)),
    filter: readWordFilter(config.blockedWordsFile),
    adminToken: config.adminToken,
    seats,
    tokens,
    refused,
    bufferedBytes: config.bufferedBytes,
    ...(recordingsFolder !== undefined && { openRecording: createRecordings(recordingsFolder, logger) }),
  });
  colyseus.define(ARENA_ROOM, ArenaRoom).filterBy(["mode"]);
  // By `own`, so that one who gives it gets a sandbox that nobody else plays in.
  colyseus
    .define(
      SANDBOX_ROOM,
      sandboxRoom({
        logger,
        seats,
        tokens,
        refused,
        bufferedBytes: config.bufferedBytes,
        messageRefused: metrics.messageRefused,
      }),
    )
    .filterBy(["own"]);

  await securityHeaders(http);
  limitRequests(http, { connections, origins });
  const recordings = () => (recordingsFolder === undefined ? 0 : queries.size);
  refuseWithoutDescriptors(http, recordings, logger);
  logClientErrors(http, logger);
  healthRoutes(http, () => !stopping && matchMaker.state === matchMaker.MatchMakerState.READY);
  metricsRoute(http, metrics.registry);
  roomListRoute(http);
  modesRoute(
    http,
    ARENA_ROOM,
    modes.map((name) => ({ name, title: MODES[name].title, description: MODES[name].description })),
  );
  skinRoutes(http, skins);
  await roomQueryRoutes(http, { adminToken: config.adminToken, rooms: queries, locate: locateRoom });
  await matchmakingRoute(http, { ...config, seats, joinTokens, origins, refused, logger, defaultMode: modes[0] });
  await pageRoutes(http);

  async function listen(): Promise<number> {
    await acceptWithin(REDIS_PATIENCE, config);
    const { roomId } = await matchMaker.handleCreateRoom(ARENA_ROOM, { mode: modes[0] });
    // The first room is there for whoever comes, also when all have left.
    const room = matchMaker.getLocalRoomById(roomId);
    if (room) room.autoDispose = false;
    try {
      await http.listen({ port: config.port, host: config.host });
    } catch (error) {
      // Else the room would stay listed in Redis.
      await close();
      throw listenError(error as NodeJS.ErrnoException, config);
    }
    return (http.server.address() as AddressInfo).port;
  }

  async function close(): Promise<void> {
    stopping = true;
    const drained = transport.drain(CLOSING_PATIENCE);
    await colyseus.gracefullyShutdown(false);
    // Until then HTTP still answers, so that whoever asks hears "not ready" and not nothing.
    await drained;
    await http.close();
    metrics.close();
  }

  return { listen, close };
}

/** Where a room runs, of this process or, with Redis, of any. */
async function locateRoom(roomId: string): Promise<RoomPlace | undefined> {
  const [room] = await matchMaker.query({ roomId });
  return room && { isHere: room.processId === matchMaker.processId, address: room.publicAddress };
}

/** With Redis, rooms of many processes are found through any of them. */
function scaleOut({ redisUrl, publicAddress }: Config): {
  driver?: MatchMakerDriver;
  presence?: Presence;
  publicAddress?: string;
} {
  if (redisUrl === undefined) return publicAddress === undefined ? {} : { publicAddress };
  return {
    driver: new RedisDriver(redisOptions(redisUrl)),
    presence: new RedisPresence(redisOptions(redisUrl)),
    ...(publicAddress !== undefined && { publicAddress }),
  };
}

/** Calls wait for a Redis that is down instead of failing after a while: a room must outlive it. */
function redisOptions(redisUrl: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(redisUrl);
  return {
    host: hostname,
    port: Number(port) || REDIS_PORT,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1)) || 0,
    ...(protocol === "rediss:" && { tls: {} }),
    maxRetriesPerRequest: null,
  };
}

/** Waits until the matchmaker is ready, which with Redis means that Redis answers; Colyseus would try for ever. */
async function acceptWithin(milliseconds: number, { redisUrl }: Config): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // The host alone: the URL may hold a password.
    const host = redisUrl && new URL(redisUrl).host;
    const message = `Redis at ${host} (REDIS_URL) has not answered within ${milliseconds / 1000} s; start it, or name another`;
    reject(new StartupError("REDIS_UNREACHABLE", message));
  }, milliseconds);
  await Promise.race([matchMaker.accept(), promise]);
  clearTimeout(timer);
}

function listenError(error: NodeJS.ErrnoException, { port, host }: Config): StartupError {
  if (error.code === "EADDRINUSE") {
    return new StartupError(
      "PORT_IN_USE",
      `PORT=${port} is in use by another program; stop that one, or choose another port, as in PORT=${port + 1} npm start`,
    );
  }
  return new StartupError("CANNOT_LISTEN", `cannot listen on KRILL_HOST=${host}, PORT=${port}: ${error.message}`);
}
