/** A sandbox: bouncing balls on the real space, interest and sync, whose broad phase is changed while one watches it work. */
import { type AuthContext, type Client, Room, ServerError } from "@colyseus/core";
import type { Logger } from "pino";
import { JoinStatus } from "../../shared/close-codes.ts";
import { TICK_RATE } from "../../shared/formulas.ts";
import {
  Ball,
  SANDBOX_CLIENTS,
  SANDBOX_SIZE,
  SANDBOX_VIEW,
  SandboxMessage,
  SandboxState,
} from "../../shared/sandbox.ts";
import { POSITION_STEPS, RADIUS_UNIT } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import type { RectangleArea } from "../interest/interest.ts";
import type { Refused } from "../limits/limit-names.ts";
import type { PlayerSeats } from "../limits/player-seats.ts";
import { tooManySandboxes } from "../limits/room-refusals.ts";
import type { TokenRegister } from "../limits/token-register.ts";
import type { Column } from "../sync/body-layout.ts";
import { createTickProbe } from "./inspection/tick-probe.ts";
import { inspectRoom, type RoomInspection } from "./inspection.ts";
import { SEAT_SECONDS, takeSeat } from "./limits.ts";
import { createMessageRefusals } from "./message-refusals.ts";
import { createRoomFailure } from "./room-failure.ts";
import { createBalls } from "./sandbox/balls.ts";
import { createPaces } from "./sandbox/pace.ts";
import { lookSchema, sandboxOptionsSchema, setSchema } from "./sandbox/requests.ts";
import { slowReaderOptions } from "./slow-readers.ts";
import { useSteadyClock } from "./steady-clock.ts";
import { syncBodies } from "./synced-bodies.ts";
import { admittanceOf, createTokenBearers } from "./token-bearers.ts";

export interface SandboxRoomDependencies {
  readonly logger: Logger;
  /** Why one who gives this token may not look into the room; undefined when it may. Default: all may. */
  readonly whyNot?: (token: string | undefined) => string | undefined;
  /** Told of each seat that is taken and left. */
  readonly seats?: PlayerSeats;
  /** Of the join tokens, by which clients are let in that have one. */
  readonly tokens?: TokenRegister;
  readonly refused?: Refused;
  /** Most bytes that may wait for a client that reads too slowly. */
  readonly bufferedBytes?: number;
  /** Told of each message that is refused. */
  readonly messageRefused?: () => void;
}

/** Most sandboxes in a process at a time, and the share of its time that they may take together. */
export const MOST_SANDBOXES = 16;
const TIME_SHARE = 0.4;
const SEED = 1;

const BOUNDS = { minX: 0, minY: 0, maxX: SANDBOX_SIZE, maxY: SANDBOX_SIZE };
const STEPS_PER_UNIT = POSITION_STEPS / SANDBOX_SIZE;

/** The class of sandbox rooms; the rooms of one class share the limits on their number and time. */
export function sandboxRoom(dependencies: SandboxRoomDependencies) {
  const { logger, whyNot = () => undefined, seats, messageRefused } = dependencies;
  const paces = createPaces(TIME_SHARE);

  return class SandboxRoom extends Room<{ state: SandboxState }> {
    readonly balls = createBalls(SEED);
    readonly probe = createTickProbe();
    readonly #sync = syncBodies(this, {
      space: this.balls.space,
      bodyClass: Ball,
      mapField: "balls",
      fill: (columns) => this.#fill(columns),
      interest: { kinds: [{ leaveMargin: SANDBOX_VIEW.leaveMargin, leastStay: SANDBOX_VIEW.leastStay }] },
      ...slowReaderOptions(dependencies.bufferedBytes, dependencies.refused),
      patchSent: this.probe.patchSent,
      timer: this.probe.timer,
    });
    #inspection: RoomInspection | undefined;
    readonly #pace = paces.create();
    #logger = logger;
    readonly #failure = createRoomFailure(this, () => this.#logger);
    readonly #bearers = createTokenBearers(dependencies.tokens, dependencies.refused);
    readonly #refuse = createMessageRefusals(() => this.#logger, messageRefused);

    override state = new SandboxState();
    override maxClients = SANDBOX_CLIENTS;
    override seatReservationTimeout = SEAT_SECONDS;

    constructor() {
      super();
      useSteadyClock(this);
    }

    override onCreate(): void {
      this.#logger = logger.child({ room: this.roomId });
      // Colyseus disposes a room whose creation throws: that gives its place back.
      if (paces.rooms > MOST_SANDBOXES) {
        throw new ServerError(JoinStatus.unavailable, tooManySandboxes(MOST_SANDBOXES));
      }
      this.#inspection = inspectRoom(this, {
        space: this.balls.space,
        sync: this.#sync,
        probe: this.probe,
        bounds: BOUNDS,
        shows: "all",
        leaveMargin: SANDBOX_VIEW.leaveMargin,
        algorithm: () => this.balls.settings.algorithm,
        whyNot,
        refuse: this.#refuse,
      });
      this.onMessage(SandboxMessage.set, (client, message: unknown) => this.#onSet(client, message));
      this.onMessage(SandboxMessage.look, (client, message: unknown) => this.#onLook(client, message));
      this.onMessage("*", (client, type: unknown) => {
        const known = Object.values(SandboxMessage).join(", ");
        const name = typeof type === "string" ? type.slice(0, 40) : "";
        this.#refuse(client, name, "", `there is no such message; the messages are ${known}`);
      });
      this.#showSettings();
      this.#tick();
      this.setFixedTimestep(
        this.#failure.guard(() => this.#tick()),
        TICK_RATE,
      );
      // Patches are sent by the tick itself; see arena-room.ts.
      this.patchRate = null;
      this.#logger.info("sandbox created");
    }

    static override async onAuth(_token: string, options: unknown, context: AuthContext): Promise<unknown> {
      const parsed = sandboxOptionsSchema.safeParse(options);
      if (!parsed.success) {
        const [{ path, message }] = parsed.error.issues;
        throw new ServerError(JoinStatus.badOptions, `${path.join(".") || "options"}: ${message}`);
      }
      const { version } = parsed.data;
      if (version !== PROTOCOL_VERSION) {
        const reason = `version: ${version} cannot join, ${PROTOCOL_VERSION} is needed: reload the page`;
        throw new ServerError(JoinStatus.badOptions, reason);
      }
      return admittanceOf(context);
    }

    override onJoin(client: Client): Promise<void> {
      return this.#failure.conceal("onJoin", () => this.#bearers.letIn(client, () => this.#letIn(client)));
    }

    #letIn(client: Client): void {
      this.#failure.refuse(client);
      takeSeat(seats, client);
      const { width, height } = SANDBOX_VIEW;
      const area = { centerX: SANDBOX_SIZE / 2, centerY: SANDBOX_SIZE / 2, width, height };
      this.#sync.addViewer(client, [area]);
      client.userData = area;
    }

    override onLeave(client: Client): void {
      seats?.leave(client.sessionId);
      this.#bearers.left(client, this.#failure.hasFailed);
      this.#sync.removeViewer(client);
      this.#inspection?.remove(client);
    }

    override onDispose(): void {
      this.#pace.end();
      this.#logger.info("sandbox disposed");
    }

    override onUncaughtException(error: Error, method: string): void {
      this.#failure.caught(error, method);
    }

    #tick(): void {
      const from = performance.now();
      if (!this.#pace.mayTick(from)) return;
      // Not by the clock: what other processes take is no reason to go slower still.
      const { user, system } = process.threadCpuUsage();
      const { timer } = this.probe;
      timer.begin();
      this.balls.step(timer);
      this.state.tick++;
      this.#sync.send();
      timer.end();
      this.#inspection?.update(this.state.tick);
      const used = process.threadCpuUsage();
      this.#pace.ticked(from, (used.user - user + used.system - system) / 1000);
    }

    #fill({
      x: xColumn,
      y: yColumn,
      radius: radiusColumn,
      still: stillColumn,
    }: Readonly<Record<string, Column>>): void {
      const { x, y, radius, still, ids, slotLimit } = this.balls.space.bodies;
      for (let slot = 0; slot < slotLimit; slot++) {
        if (ids[slot] === 0) continue;
        xColumn[slot] = Math.round(x[slot] * STEPS_PER_UNIT);
        yColumn[slot] = Math.round(y[slot] * STEPS_PER_UNIT);
        radiusColumn[slot] = Math.round(radius[slot] / RADIUS_UNIT);
        stillColumn[slot] = still[slot];
      }
    }

    #showSettings(): void {
      Object.assign(this.state, this.balls.settings);
    }

    #onSet(client: Client, message: unknown): void {
      const parsed = setSchema.safeParse(message);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const unknown = issue.code === "unrecognized_keys" ? issue.keys[0].slice(0, 40) : undefined;
        const reason = unknown === undefined ? issue.message : `there is no such setting`;
        this.#refuse(client, SandboxMessage.set, unknown ?? issue.path.join("."), reason);
        return;
      }
      const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
      this.balls.set(Object.fromEntries(given));
      this.#showSettings();
    }

    #onLook(client: Client, message: unknown): void {
      const parsed = lookSchema.safeParse(message);
      if (!parsed.success) {
        const [{ path, message: reason }] = parsed.error.issues;
        this.#refuse(client, SandboxMessage.look, path.join("."), reason);
        return;
      }
      const area = client.userData as { -readonly [K in keyof RectangleArea]: number };
      area.centerX = parsed.data.x;
      area.centerY = parsed.data.y;
    }
  };
}
