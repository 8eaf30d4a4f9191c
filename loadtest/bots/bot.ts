/**
 * A client as players have it: the Colyseus SDK, the whole state decoded, an input 25 times a second.
 *
 * Input-to-patch latency. The protocol acknowledges no input, and to look for an input's effect in the cells' motion is
 * fragile (cells are pushed, merge, die). But one connection keeps its order, both ways. So, once a second, a bot sends a PING
 * right behind an input. The server takes the input, then answers the PING at once; its ticks run between two frames, never
 * amid one. So the first patch that arrives behind the echo is of the first tick that could read the input. What is recorded
 * is the time from the sending of the input to that patch's having been decoded: network both ways, the wait for the tick
 * (0 to 40 ms of it even on an idle server: bots do not know the tick), the tick, the encoding, and this process' own delay.
 * It holds as long as the server ticks and syncs in one go and takes messages as they come, as Krill's rooms do.
 *
 * A bot has one probe under way at most. Where a probe takes longer than a second, those that it kept from being sent are
 * recorded as if they had been (a second less each), or a stall would count as one slow input instead of many.
 */
import { Client, type Room } from "@colyseus/sdk";
import { CloseCode } from "../../shared/close-codes.ts";
import { ARENA_ROOM, MessageName } from "../../shared/message-names.ts";
import type { JoinOptions, Refusal } from "../../shared/messages.ts";
import type { Random } from "../../shared/random.ts";
import { ArenaState, type Body, BodyKind } from "../../shared/state.ts";
import { PROTOCOL_VERSION } from "../../shared/version.ts";
import { BEAT_RATE, createSteering, type Sight } from "./steering.ts";

export interface Bot {
  /** Patches decoded since the join. */
  readonly patches: number;
  /** Bytes of the WebSocket frames received since the join, without the frames' own headers. */
  readonly bytes: number;
  /** Set once the connection has closed before `leave` was called; `at` by performance.now(), in ms. */
  readonly dropped: { code: number; at: number } | undefined;
  /** Why messages were refused, one line for each. */
  readonly refusals: readonly string[];
  /** Looks, sends one input, and now and then asks to respawn. To be called BEAT_RATE times a second. */
  beat(): void;
  /** True for the beat in which a latency probe went out. */
  readonly probing: boolean;
  /** Records a probe that has been waiting for more than a second, by its age so far: the least that it can come to. */
  recordOverdueProbe(): void;
  /** Leaves as a player does. Resolves when the connection is closed, or after 3 s. */
  leave(): Promise<void>;
}

export interface BotOptions {
  url: string;
  name: string;
  random: Random;
  /** Told each input-to-patch latency, in milliseconds. */
  recordLatency(milliseconds: number): void;
}

/** Beats between two latency probes. */
const PROBE_BEATS = BEAT_RATE;
const PROBE_INTERVAL_MILLISECONDS = (1000 * PROBE_BEATS) / BEAT_RATE;
/** Beats between two looks through all the bodies in view: in between, the own cell's and the pellet's positions are enough. */
const LOOK_BEATS = 6;
/** Beats between two wishes to respawn. */
const RESPAWN_BEATS = BEAT_RATE;
const JOIN_TIMEOUT_MILLISECONDS = 15_000;
const LEAVE_TIMEOUT_MILLISECONDS = 3000;

/**
 * Joins the arena.
 * @throws Error whose message is the server's reason with its code, or that no answer came.
 */
export async function joinBot(options: BotOptions): Promise<Bot> {
  const room = await joinRoom(options.url, { version: PROTOCOL_VERSION, name: options.name });
  return createBot(room, options);
}

async function joinRoom(url: string, options: JoinOptions): Promise<Room<unknown, ArenaState>> {
  const joining = new Client(url).joinOrCreate<ArenaState>(ARENA_ROOM, options, ArenaState);
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer to the join within ${JOIN_TIMEOUT_MILLISECONDS / 1000} s`)),
    JOIN_TIMEOUT_MILLISECONDS,
  );
  try {
    return await Promise.race([joining, timeout.promise]);
  } catch (error) {
    // An answer that comes after all must not leave a client behind that nobody drives.
    joining.then(
      (room) => room.leave(),
      () => undefined,
    );
    throw new Error(describeJoinError(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The SDK's errors carry a code (HTTP status, close code, ECONNREFUSED) beside the message, and either may be missing. */
function describeJoinError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && error.code !== undefined ? `${String(error.code)} ` : "";
  return `${code}${error.message || "the connection failed"}`;
}

function createBot(room: Room<unknown, ArenaState>, { random, recordLatency }: BotOptions): Bot {
  const steering = createSteering(random);
  const refusals: string[] = [];
  let patches = 0;
  let bytes = 0;
  let dropped: { code: number; at: number } | undefined;
  let leaving = false;

  // A drop is a drop: a client that comes back by itself would hide it.
  room.reconnection.enabled = false;
  const { events } = room.connection;
  const deliver = events.onmessage;
  events.onmessage = (event: MessageEvent<ArrayBuffer>) => {
    bytes += event.data.byteLength;
    deliver?.(event);
  };
  room.onStateChange(() => {
    patches++;
    if (probeEchoed) finishProbe();
  });
  room.onMessage<Refusal>(MessageName.refused, ({ message, field, reason }) => {
    refusals.push(`${message}.${field}: ${reason}`);
  });
  room.onLeave((code) => {
    if (!leaving) dropped = { code, at: performance.now() };
  });

  let beats = random.integer(PROBE_BEATS);
  let probing = false;
  /** When the input was sent whose patch is awaited (performance.now(), ms); 0 for none. */
  let probeSentAt = 0;
  let probeEchoed = false;

  function startProbe(sentAt: number): void {
    probeSentAt = sentAt;
    room.ping(() => {
      probeEchoed = true;
    });
  }

  function finishProbe(): void {
    recordProbe(performance.now() - probeSentAt);
    probeSentAt = 0;
    probeEchoed = false;
  }

  function recordProbe(latency: number): void {
    for (let left = latency; left > 0; left -= PROBE_INTERVAL_MILLISECONDS) recordLatency(left);
  }

  let cell: Body | undefined;
  let pellet: Body | undefined;

  /** Finds the largest own cell, and the pellet nearest to where it was. */
  function look(state: ArenaState, number: number): void {
    const from = cell;
    let nearest = Number.POSITIVE_INFINITY;
    cell = undefined;
    pellet = undefined;
    for (const body of state.bodies.values()) {
      if (body.kind === BodyKind.cell && body.owner === number) {
        if (cell === undefined || body.radius > cell.radius) cell = body;
      } else if (body.kind === BodyKind.pellet && from !== undefined) {
        const distance = (body.x - from.x) ** 2 + (body.y - from.y) ** 2;
        if (distance < nearest) {
          nearest = distance;
          pellet = body;
        }
      }
    }
  }

  function sightOf(state: ArenaState): Sight {
    const unit = state.positionUnit;
    const inUnits = (body: Body) => ({ x: body.x * unit, y: body.y * unit });
    const centre = state.worldSize / 2;
    return {
      ...(cell === undefined ? { x: centre, y: centre } : inUnits(cell)),
      worldSize: state.worldSize,
      pellet: pellet && inUnits(pellet),
    };
  }

  return {
    get patches() {
      return patches;
    },
    get bytes() {
      return bytes;
    },
    get dropped() {
      return dropped;
    },
    get probing() {
      return probing;
    },
    refusals,
    beat() {
      const player = room.state.players.get(room.sessionId);
      if (dropped !== undefined || leaving || player === undefined) return;
      beats++;
      if (!player.alive && beats % RESPAWN_BEATS === 0) room.send(MessageName.respawn, {});
      if (beats % LOOK_BEATS === 0) look(room.state, player.number);

      const sentAt = performance.now();
      room.send(MessageName.input, steering.steer(sightOf(room.state)));
      probing = beats % PROBE_BEATS === 0 && probeSentAt === 0;
      if (probing) startProbe(sentAt);
    },
    recordOverdueProbe() {
      const age = performance.now() - probeSentAt;
      if (probeSentAt !== 0 && age > PROBE_INTERVAL_MILLISECONDS) recordProbe(age);
    },
    async leave() {
      if (dropped !== undefined) return;
      leaving = true;
      const timeout = Promise.withResolvers<number>();
      const timer = setTimeout(() => timeout.resolve(CloseCode.left), LEAVE_TIMEOUT_MILLISECONDS);
      await Promise.race([room.leave(), timeout.promise]);
      clearTimeout(timer);
      if (room.connection.isOpen) room.connection.close();
    },
  };
}
