import { type Client, ClientState, Room, ServerError } from "@colyseus/core";
import type { Logger } from "pino";
import type { z } from "zod";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { TICK_RATE } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import { inputSchema, joinOptionsSchema, type Refusal, respawnSchema } from "../../shared/messages.ts";
import type { Settings } from "../../shared/settings.ts";
import { ArenaState, Body } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createWorld, type WorldPlayer } from "../arena/world.ts";
import type { RectangleArea, Viewer } from "../interest/interest.ts";
import type { Metrics, RoomFigures } from "../metrics.ts";
import type { TooSlow } from "../sync/reader.ts";
import { bufferedBytes } from "./guarded-transport.ts";
import { createReconnections } from "./reconnections.ts";
import { createRoomQueries, type RoomQueries } from "./room-queries.ts";
import { createRoster } from "./roster.ts";
import { syncBodies } from "./synced-bodies.ts";
import { fillWireColumns, positionUnitOf } from "./wire-columns.ts";

/** What a room needs from the process around it. */
export interface ArenaRoomDependencies {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Rooms add what tools may ask of them, by room id, while they live. */
  readonly queries: Map<string, RoomQueries>;
}

/**
 * Messages that one client may send in a second. When a line or the server has stalled, what was sent meanwhile comes all at
 * once: this allows for an input a tick over more seconds than the page waits. Inputs only replace each other, so many are cheap.
 */
const MESSAGES_PER_SECOND = 12 * TICK_RATE;
/** Seconds for which a seat is kept for a client that has asked for it and not yet come. */
const SEAT_SECONDS = 8;
/** A client that has taken its seat must say that it is there within this time (ms); the SDK does so at once. */
const ACKNOWLEDGE_WITHIN = 10_000;
const LEADERBOARD_INTERVAL_TICKS = TICK_RATE;

/** Who a client is in this room; kept in `client.userData`, which a reconnection takes over. */
interface Seat {
  readonly player: WorldPlayer;
  /** What the viewer sees, renewed each tick. */
  readonly area: { -readonly [K in keyof RectangleArea]: number };
}

/** The class of arena rooms with the given dependencies: Colyseus makes the instances itself, and passes on client options. */
export function arenaRoom({ settings, logger: processLogger, metrics, queries }: ArenaRoomDependencies) {
  return class ArenaRoom extends Room<{ state: ArenaState }> {
    readonly world = createWorld(settings);
    readonly #timer = metrics.createTickTimer();
    readonly #sync = syncBodies(this, {
      space: this.world.space,
      bodyClass: Body,
      mapField: "bodies",
      fill: (columns) => fillWireColumns(this.world, columns),
      aim: (client) => this.#aim(client),
      sightChanged: metrics.sightChanged,
      tooSlow: (client, reason) => this.#closeSlow(client, reason),
      patchSent: metrics.patchSent,
      patchSkipped: metrics.patchSkipped,
      timer: this.#timer,
    });
    readonly #reconnections = createReconnections(this, settings.reconnectionSeconds);
    readonly #figures: RoomFigures = {
      clients: () => this.clients.length,
      players: () => this.world.players.size,
      bodies: () => this.world.space.count,
      seen: () => this.clients.reduce((sum, client) => sum + (this.#sync.viewerOf(client)?.seen.count ?? 0), 0),
    };
    #logger = processLogger;

    override state = new ArenaState();
    readonly #roster = createRoster(this.state);
    override maxClients = settings.maxClients;
    override maxMessagesPerSecond = MESSAGES_PER_SECOND;
    override seatReservationTimeout = SEAT_SECONDS;

    override onCreate(): void {
      this.#logger = processLogger.child({ room: this.roomId });
      this.state.worldSize = settings.worldSize;
      this.state.positionUnit = positionUnitOf(settings.worldSize);
      for (const player of this.world.players.values()) this.#roster.add(`bot-${player.number}`, player);
      metrics.rooms.add(this.#figures);
      queries.set(
        this.roomId,
        createRoomQueries(this.world, this.#sync.interest, (session) => this.#viewerOf(session)),
      );
      this.onMessage(MessageName.input, (client, message: unknown) => this.#onInput(client, message));
      this.onMessage(MessageName.respawn, (client, message: unknown) => this.#onRespawn(client, message));
      this.onMessage("*", (client, type) => {
        const known = [MessageName.input, MessageName.respawn].join(", ");
        this.#refuse(client, String(type).slice(0, 40), "", `there is no such message; the messages are ${known}`);
      });
      this.#tick();
      this.setFixedTimestep(() => this.#tick(), TICK_RATE);
      // Patches are sent by the tick itself. Only now: without a timestep, Colyseus would tick its clock by a timer of its
      // own, which takes the time away from the fixed step, and the room would run at a fraction of its rate.
      this.patchRate = null;
      this.#logger.info({ bots: settings.bots }, "room created");
    }

    /** Before a seat is reserved: whoever asks wrongly takes none. */
    static override async onAuth(_token: string, options: unknown): Promise<boolean> {
      const parsed = joinOptionsSchema.safeParse(options);
      if (!parsed.success) throw new ServerError(JoinStatus.badOptions, describe(parsed.error));
      return true;
    }

    override onJoin(client: Client, options: unknown): void {
      const { version, name } = joinOptionsSchema.parse(options);
      if (version !== PROTOCOL_VERSION) {
        turnAway(client, CloseCode.versionMismatch, `version ${version} cannot join: ${PROTOCOL_VERSION} is needed`);
      }
      const player = this.world.addPlayer(name, false);
      client.userData = this.#seat(client, player);
      this.#roster.add(client.sessionId, player);
      this.#expectAcknowledgement(client);
      this.#logger.info({ session: client.sessionId, player: player.number }, "player joined");
    }

    #seat(client: Client, player: WorldPlayer): Seat {
      const area = { centerX: 0, centerY: 0, width: 0, height: 0 };
      const viewer = this.#sync.addViewer(client, [area]);
      viewer.alwaysSeen = [player.cells];
      return { player, area };
    }

    /** Until a client has acknowledged, the framework keeps whatever is sent to it in memory. */
    #expectAcknowledgement(client: Client): void {
      this.clock.setTimeout(() => {
        if (client.state === ClientState.JOINING) client.leave(CloseCode.neverJoined, "the seat was not acknowledged");
      }, ACKNOWLEDGE_WITHIN);
    }

    override onDrop(client: Client, code?: number): void {
      const seat = seatOf(client);
      if (!seat) return;
      this.world.setConnected(seat.player.number, false);
      this.#logger.info({ session: client.sessionId, player: seat.player.number, code }, "connection lost");
      this.#reconnections.keepSeat(client);
    }

    override onReconnect(client: Client): void {
      const seat = seatOf(client);
      if (!seat) return;
      this.#reconnections.returned(client);
      this.world.setConnected(seat.player.number, true);
      this.#expectAcknowledgement(client);
      this.#logger.info({ session: client.sessionId, player: seat.player.number }, "connection restored");
    }

    override onLeave(client: Client, code?: number): void {
      const seat = seatOf(client);
      if (!seat) return;
      this.world.removePlayer(seat.player.number);
      this.#sync.removeViewer(client);
      this.#reconnections.forget(client);
      this.#roster.remove(client.sessionId);
      this.#logger.info({ session: client.sessionId, player: seat.player.number, code }, "player left");
    }

    override onDispose(): void {
      metrics.rooms.delete(this.#figures);
      queries.delete(this.roomId);
      this.#logger.info("room disposed");
    }

    /** Its presence makes Colyseus catch what handlers throw, which would otherwise end the process. */
    override onUncaughtException(error: Error, method: string): void {
      const cause = error.cause ?? error;
      if (cause instanceof ServerError)
        this.#logger.info({ code: cause.code, reason: cause.message }, "client turned away");
      else this.#logger.error({ err: cause, method }, "a room's handler threw");
    }

    #tick(): void {
      const world = this.world;
      const timer = this.#timer;
      timer.begin();
      world.step(timer);
      this.state.tick = world.tick;
      this.#roster.update();
      if (world.tick % LEADERBOARD_INTERVAL_TICKS === 0) this.#roster.updateLeaderboard(world);
      this.#sync.send();
      timer.end();
    }

    #aim(client: Client): void {
      const seat = seatOf(client);
      if (!seat) return;
      const { player, area } = seat;
      const { centerX, centerY, width, height } = this.world.viewOf(player);
      area.centerX = centerX;
      area.centerY = centerY;
      area.width = width;
      area.height = height;
    }

    #viewerOf(session: string): Viewer | undefined {
      const client = this.clients.getById(session);
      return client && this.#sync.viewerOf(client);
    }

    #closeSlow(client: Client, reason: TooSlow): void {
      this.#logger.info(
        { session: client.sessionId, reason, buffered: bufferedBytes(client) },
        "client closed: it reads too slowly",
      );
      client.leave(CloseCode.slowReader, "too slow");
    }

    #onInput(client: Client, message: unknown): void {
      const seat = seatOf(client);
      const parsed = inputSchema.safeParse(message);
      if (!parsed.success) this.#refuseInvalid(client, MessageName.input, parsed.error);
      else if (seat) this.world.setInput(seat.player.number, parsed.data);
    }

    #onRespawn(client: Client, message: unknown): void {
      const seat = seatOf(client);
      const parsed = respawnSchema.safeParse(message ?? {});
      if (!parsed.success) this.#refuseInvalid(client, MessageName.respawn, parsed.error);
      else if (seat) this.world.requestRespawn(seat.player.number, parsed.data.name);
    }

    #refuseInvalid(client: Client, message: string, error: z.ZodError): void {
      this.#refuse(client, message, error.issues[0].path.join("."), error.issues[0].message);
    }

    #refuse(client: Client, message: string, field: string, reason: string): void {
      metrics.messageRefused();
      this.#logger.debug({ session: client.sessionId, message, field, reason }, "message refused");
      if (client.state === ClientState.JOINED) {
        client.send(MessageName.refused, { message, field, reason } satisfies Refusal);
      }
    }
  };
}

function seatOf(client: Client): Seat | undefined {
  return client.userData as Seat | undefined;
}

/** The first thing that is wrong, with the field's name. */
function describe(error: z.ZodError): string {
  const [{ path, message }] = error.issues;
  return `${path.join(".") || "options"}: ${message}`;
}

/** WebSocket close reasons hold 123 bytes at most. */
const REASON_MAX_BYTES = 123;

/** Closes a client that may not join, with a code that it understands. */
function turnAway(client: Client, code: number, reason: string): never {
  client.leave(
    code,
    Buffer.from(reason)
      .subarray(0, REASON_MAX_BYTES)
      .toString()
      .replace(/\uFFFD+$/, ""),
  );
  throw new ServerError(code, reason);
}
