import { type AuthContext, type Client, ClientState, Room, ServerError } from "@colyseus/core";
import { createWordFilter, DEFAULT_BLOCKED_WORDS } from "../../shared/blocked-words.ts";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { TICK_RATE } from "../../shared/formulas.ts";
import { joinOptionsSchema } from "../../shared/messages.ts";
import { DEFAULT_MODE, isModeName, MODE_NAMES, type ModeName, settingsOf } from "../../shared/modes.ts";
import { ArenaState, Body } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { createMode } from "../arena/modes/catalog.ts";
import { createRecordedWorld, type RecordedWorld } from "../arena/recording/recorder.ts";
import { createWorld, type World } from "../arena/world.ts";
import type { Viewer } from "../interest/interest.ts";
import { tooManyRooms } from "../limits/room-refusals.ts";
import type { RoomFigures } from "../metrics.ts";
import { DEFAULT_BROAD_PHASE } from "../space/broadphase/catalog.ts";
import { whyNotAdmin } from "./admin-token.ts";
import { createAdmission } from "./arena/admission.ts";
import type { ArenaRoomDependencies, RecordingSink } from "./arena/dependencies.ts";
import { createLoadShedder, SPARSE_PATCHES } from "./arena/load-shedder.ts";
import { createNewsDesk, type NewsDesk } from "./arena/news-desk.ts";
import { answerRequests } from "./arena/requests.ts";
import { createRoster, type Roster } from "./arena/roster.ts";
import { createRoundLock } from "./arena/round-lock.ts";
import {
  aimSeat,
  createSeat,
  forgetTold,
  type Looks,
  moveCamera,
  type Seat,
  seatOf,
  seatPlayer,
} from "./arena/seat.ts";
import { fillWireColumns, positionUnitOf } from "./arena/wire-columns.ts";
import { gatherFrames } from "./frames/frame-writer.ts";
import { createTickProbe } from "./inspection/tick-probe.ts";
import { inspectRoom, type RoomInspection } from "./inspection.ts";
import { SEAT_SECONDS, takeSeat } from "./limits.ts";
import { createMessageRefusals } from "./message-refusals.ts";
import { createReconnections, type Reconnections } from "./reconnections.ts";
import { createRoomFailure } from "./room-failure.ts";
import { createRoomQueries } from "./room-queries.ts";
import { bufferedBytes, slowReaderOptions } from "./slow-readers.ts";
import { useSteadyClock } from "./steady-clock.ts";
import { type SyncedBodies, syncBodies } from "./synced-bodies.ts";
import { admittanceOf, createTokenBearers } from "./token-bearers.ts";
import { turnAway } from "./turn-away.ts";

/** A client that has taken its seat must say that it is there within this time (ms); the SDK does so at once. */
const ACKNOWLEDGE_WITHIN = 10_000;
const LEADERBOARD_INTERVAL_TICKS = TICK_RATE;

/** The class of arena rooms with the given dependencies: Colyseus makes the instances itself, and passes on client options. */
export function arenaRoom(dependencies: ArenaRoomDependencies) {
  const { logger: processLogger, metrics, queries, openRecording, adminToken, seats, refused } = dependencies;
  const { modes = MODE_NAMES, maxRooms = Infinity, skins = new Set<string>() } = dependencies;
  const { filter = createWordFilter(DEFAULT_BLOCKED_WORDS) } = dependencies;
  const admission = createAdmission(modes, skins, filter);

  return class ArenaRoom extends Room<{ state: ArenaState }> {
    // Made by onCreate, which alone knows the mode.
    world!: World;
    #recorded: RecordedWorld | undefined;
    #recording: RecordingSink | undefined;
    #sync!: SyncedBodies;
    #reconnections!: Reconnections;
    #roster!: Roster;
    #news!: NewsDesk;
    declare state: ArenaState;
    readonly #probe = createTickProbe(metrics.createTickTimer());
    readonly #timer = this.#probe.timer;
    #inspection!: RoomInspection;
    readonly #shedder = createLoadShedder();
    /** All that are taken, those of lost connections included. */
    readonly #seats = new Set<Seat>();
    readonly #figures: RoomFigures = {
      clients: () => this.clients.length,
      players: () => this.world.players.size,
      bodies: () => this.world.space.count,
      seen: () => this.clients.reduce((sum, client) => sum + (this.#sync.viewerOf(client)?.seen.count ?? 0), 0),
      shedding: () => this.#shedder.level,
      buffered: () => this.clients.reduce((sum, client) => sum + bufferedBytes(client), 0),
    };
    #logger = processLogger;
    readonly #failure = createRoomFailure(this, () => this.#logger);
    readonly #bearers = createTokenBearers(dependencies.tokens, refused);
    readonly #refuse = createMessageRefusals(() => this.#logger, metrics.messageRefused);
    readonly #roundLock = createRoundLock(this);
    override seatReservationTimeout = SEAT_SECONDS;

    constructor() {
      super();
      useSteadyClock(this);
    }

    override onCreate(options?: { mode?: string }): void {
      if (queries.size >= maxRooms) {
        refused?.("rooms", { mode: String(options?.mode) });
        throw new ServerError(JoinStatus.full, tooManyRooms(maxRooms));
      }
      const mode = options?.mode ?? modes[0] ?? DEFAULT_MODE;
      if (!isModeName(mode)) throw new ServerError(JoinStatus.badOptions, `mode: there is no mode "${mode}"`);
      this.#logger = processLogger.child({ room: this.roomId });
      this.#createWorld(mode);
      const { settings } = this.world;
      this.#syncBodies();
      this.#reconnections = createReconnections(this, settings.reconnectionSeconds);
      this.state = new ArenaState();
      this.state.mode = mode;
      this.state.worldSize = settings.worldSize;
      this.state.positionUnit = positionUnitOf(settings.worldSize);
      this.state.farUpdateTicks = settings.farUpdateTicks;
      this.#roster = createRoster(this.state, this.world);
      this.#news = createNewsDesk(this, this.world, this.#roster);
      for (const player of this.world.players.values()) this.#roster.add(`bot-${player.number}`, player, "");
      metrics.rooms.add(this.#figures);
      queries.set(
        this.roomId,
        createRoomQueries(this.world, this.#sync.interest, (session) => this.#viewerOf(session)),
      );
      this.maxClients = settings.maxClients;
      this.setMetadata({ mode });
      this.#inspection = inspectRoom(this, {
        space: this.world.space,
        sync: this.#sync,
        probe: this.#probe,
        bounds: { minX: 0, minY: 0, maxX: settings.worldSize, maxY: settings.worldSize },
        shows: "surroundings",
        leaveMargin: 0,
        algorithm: () => DEFAULT_BROAD_PHASE,
        whyNot: (token) => whyNotAdmin(adminToken, token),
        refuse: this.#refuse,
      });
      answerRequests(this, {
        world: this.world,
        roster: this.#roster,
        admission,
        play: (...player) => this.#play(...player),
        refuse: this.#refuse,
      });
      this.#tick();
      this.setFixedTimestep(
        this.#failure.guard(() => this.#tick()),
        TICK_RATE,
      );
      // Patches are sent by the tick itself. Only now: without a timestep, Colyseus would tick its clock by a timer of its
      // own, which takes the time away from the fixed step, and the room would run at a fraction of its rate.
      this.patchRate = null;
      this.#logger.info({ mode, bots: settings.bots }, "room created");
    }

    #createWorld(name: ModeName): void {
      const settings = settingsOf(name, dependencies.settings);
      const mode = createMode(name);
      this.#recording = openRecording?.(this.roomId);
      if (this.#recording) {
        const { recordedOn, write } = this.#recording;
        this.#recorded = createRecordedWorld(settings, { recordedOn, mode, write });
      }
      this.world = this.#recorded ?? createWorld(settings, undefined, mode);
    }

    #syncBodies(): void {
      this.#sync = syncBodies(this, {
        space: this.world.space,
        bodyClass: Body,
        mapField: "bodies",
        fill: (columns) => fillWireColumns(this.world, columns),
        // What is far is what lies beyond a unit of the viewer's: half the height of the view, as it grows.
        interest: { kinds: [{ rates: [{ beyond: 1, every: this.world.settings.farUpdateTicks }] }] },
        aim: (client, viewer) => {
          const seat = seatOf(client);
          if (!seat) return;
          aimSeat(seat, this.world);
          viewer.rateUnit = seat.area.height / 2;
        },
        sightChanged: metrics.sightChanged,
        ...slowReaderOptions(dependencies.bufferedBytes, refused),
        patchSent: (bytes) => {
          metrics.patchSent(bytes);
          this.#probe.patchSent(bytes);
        },
        patchSkipped: metrics.patchSkipped,
        timer: this.#timer,
      });
    }

    /** Before a seat is reserved: whoever asks wrongly takes none. */
    static override async onAuth(_token: string, options: unknown, context: AuthContext): Promise<unknown> {
      const fault = admission.faultOf(options);
      if (fault) throw new ServerError(JoinStatus.badOptions, `${fault.field || "options"}: ${fault.reason}`);
      return admittanceOf(context);
    }

    override onJoin(client: Client, options: unknown): Promise<void> {
      return this.#failure.conceal("onJoin", () => this.#bearers.letIn(client, () => this.#letIn(client, options)));
    }

    #letIn(client: Client, options: unknown): void {
      this.#failure.refuse(client);
      const { version, name, color, skin = "", spectate } = joinOptionsSchema.parse(options);
      if (version !== PROTOCOL_VERSION) {
        turnAway(client, CloseCode.versionMismatch, `version ${version} cannot join: ${PROTOCOL_VERSION} is needed`);
      }
      takeSeat(seats, client);
      const seat = createSeat(this.world, filter, { name, color, skin });
      client.userData = seat;
      this.#seats.add(seat);
      this.#sync.addViewer(client, [seat.area]);
      this.#expectAcknowledgement(client);
      if (spectate) this.#logger.info({ session: client.sessionId }, "spectator joined");
      else this.#play(client, seat, seat.looks);
    }

    #play(client: Client, seat: Seat, { name, color, skin }: Looks): void {
      const player = this.world.addPlayer(name, false, color);
      seatPlayer(seat, player);
      const viewer = this.#sync.viewerOf(client);
      if (viewer) viewer.alwaysSeen = [player.cells];
      this.#roster.add(client.sessionId, player, skin);
      for (let i = 0; i < this.world.settings.minions; i++) {
        const minion = this.world.addMinion(player.number);
        this.#roster.add(`bot-${minion.number}`, minion, "");
      }
      this.#logger.info({ session: client.sessionId, player: player.number }, "player joined");
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
      if (seat.player) this.world.setConnected(seat.player.number, false);
      this.#logger.info({ session: client.sessionId, player: seat.player?.number, code }, "connection lost");
      this.#reconnections.keepSeat(client);
    }

    override onReconnect(client: Client): Promise<void> {
      return this.#failure.conceal("onReconnect", async () => this.#letInAgain(client));
    }

    #letInAgain(client: Client): void {
      const seat = seatOf(client);
      if (!seat) return;
      this.#reconnections.returned(client);
      if (seat.player) this.world.setConnected(seat.player.number, true);
      forgetTold(seat);
      this.#expectAcknowledgement(client);
      this.#logger.info({ session: client.sessionId, player: seat.player?.number }, "connection restored");
    }

    override onLeave(client: Client, code?: number): void {
      seats?.leave(client.sessionId);
      this.#bearers.left(client, this.#failure.hasFailed);
      const seat = seatOf(client);
      if (seat) this.#leave(client, seat, code);
    }

    #leave(client: Client, seat: Seat, code: number | undefined): void {
      this.#seats.delete(seat);
      this.#reconnections.forget(client);
      this.#inspection.remove(client);
      try {
        if (!this.#failure.hasFailed) this.#remove(client, seat);
      } catch (error) {
        // Thrown further, it would keep the client's place for ever.
        this.#failure.fail(error, "onLeave");
      }
      this.#logger.info({ session: client.sessionId, player: seat.player?.number, code }, "player left");
    }

    #remove(client: Client, { player }: Seat): void {
      this.#sync.removeViewer(client);
      if (player) this.world.removePlayer(player.number);
    }

    override async onDispose(): Promise<void> {
      metrics.rooms.delete(this.#figures);
      queries.delete(this.roomId);
      this.#recorded?.endRecording();
      await this.#recording?.close();
      this.#logger.info("room disposed");
    }

    override onUncaughtException(error: Error, method: string): void {
      this.#failure.caught(error, method);
    }

    #tick(): void {
      const world = this.world;
      const timer = this.#timer;
      timer.begin();
      world.step(timer);
      this.state.tick = world.tick;
      for (const seat of this.#seats) moveCamera(seat);
      this.#roster.update();
      if (world.tick % LEADERBOARD_INTERVAL_TICKS === 0) this.#roster.updateLeaderboard();
      this.#roundLock.update(world.status()?.isClosed === true);
      gatherFrames(this.#send);
      timer.mark("send");
      const milliseconds = timer.end();
      this.#inspection.update(world.tick);
      if (world.settings.shedLoad && this.#shedder.observe(milliseconds)) this.#shed();
    }

    readonly #send = (): void => {
      if (this.#shedder.level < SPARSE_PATCHES || this.world.tick % 2 === 0) this.#sync.send();
      this.#news.send(this.#seats, seatOf);
    };

    #shed(): void {
      const { level, meanMilliseconds } = this.#shedder;
      this.world.shedding = level;
      const tickMilliseconds = Math.round(meanMilliseconds * 10) / 10;
      this.#logger.warn({ level, tickMilliseconds }, level > 0 ? "load is shed" : "no load is shed any more");
    }

    #viewerOf(session: string): Viewer | undefined {
      const client = this.clients.getById(session);
      return client && this.#sync.viewerOf(client);
    }
  };
}
