/**
 * A client as players have it: the Colyseus SDK, the whole state decoded, an input 25 times a second.
 *
 * Input-to-patch latency. The protocol acknowledges no input, and to look for an input's effect in the cells' motion is
 * fragile (cells are pushed, merge, die). But one connection keeps its order, both ways. So, once a second, a bot sends a PING
 * right behind an input. The server takes the input, then answers the PING at once; its ticks run between two frames, never
 * amid one. So the first patch that arrives behind the echo is of the first tick that could read the input, and shows its
 * effect. What is recorded is the time from the sending of the input to that patch's having been decoded: network both ways,
 * the wait for the tick (0 to 40 ms of it even on an idle server: bots do not know the tick), the tick, the encoding, and this
 * process' own delay. It holds as long as the server ticks and syncs in one go and takes messages as they come, as Krill's
 * rooms do.
 *
 * A bot has one probe under way at most. Where a probe takes longer than a second, those that it kept from being sent are
 * recorded as if they had been (a second less each), or a stall would count as one slow input instead of many.
 *
 * Jitter. Each patch carries its tick, so what it should have taken since the last one is known, even when ticks were left
 * out: jitter is the difference, of whichever sign.
 */
import { TICK_MILLISECONDS } from "../../shared/formulas.ts";
import { MessageName } from "../../shared/message-names.ts";
import type { Refusal } from "../../shared/messages.ts";
import type { Random } from "../../shared/random.ts";
import { type ArenaRoom, joinArena, leaveArena } from "./join.ts";
import { createLook } from "./look.ts";
import type { Measurements } from "./measurements.ts";
import type { Beating } from "./metronome.ts";
import { socketOf } from "./node-socket.ts";
import { createPresence, type Presence } from "./presence.ts";
import { BEAT_RATE, type Steering } from "./steering.ts";

export interface Bot extends Beating {
  readonly room: ArenaRoom;
  readonly presence: Presence;
  /** Whether its line is up. */
  readonly connected: boolean;
  /** Resolves once its connection has closed for good, whoever closed it. */
  readonly ended: Promise<void>;
  /** Called after each patch, full states too. */
  onPatch: () => void;
  /** Resolves once all that the server had sent before the call has been decoded; at once while the line is down. */
  caughtUp(): Promise<void>;
  /** Cuts its line, as a bad network would; it comes back as the SDK does, if it was told to. */
  cut(): void;
  /** Records a probe that has been waiting for more than a second, by its age so far: the least that it can come to. */
  recordOverdueProbe(): void;
  leave(): Promise<void>;
}

export interface BotOptions {
  readonly url: string;
  readonly name: string;
  readonly random: Random;
  readonly steering: Steering;
  /** Whether it comes back by itself when its connection is lost; else that is a drop. */
  readonly reconnects: boolean;
  readonly measurements: Measurements;
}

/** Beats between two latency probes. */
const PROBE_BEATS = BEAT_RATE;
const PROBE_INTERVAL_MILLISECONDS = (1000 * PROBE_BEATS) / BEAT_RATE;
/** Beats between two looks through all the bodies in view: in between, the positions of what was found are enough. */
const LOOK_BEATS = 6;
/** Beats between two wishes to respawn. */
const RESPAWN_BEATS = BEAT_RATE;

/** Joins the arena. @throws Error with the server's reason. */
export async function joinBot(options: BotOptions): Promise<Bot> {
  return createBot(await joinArena(options.url, options.name), options);
}

function createBot(room: ArenaRoom, { random, steering, reconnects, measurements }: BotOptions): Bot {
  const { counts, durations } = measurements;
  const look = createLook();
  const presence = createPresence();
  const ended = Promise.withResolvers<void>();
  let connected = true;
  let gone = false;
  let leaving = false;
  let lastTick = 0;
  let lastPatchAt = 0;
  let lostAt = 0;
  let beats = random.integer(PROBE_BEATS);
  let probing = false;
  /** When the input was sent whose patch is awaited (performance.now(), ms); 0 for none. */
  let probeSentAt = 0;
  let probeEchoed = false;
  /** The SDK knows one PING at a time. */
  let pinging = false;
  /** Who waits until it has caught up: for a PING still to be sent, and for the one under way. */
  let waiting: (() => void)[] = [];
  let awaitingEcho: (() => void)[] = [];

  room.reconnection.enabled = reconnects;
  room.reconnection.minUptime = 0;
  const { events } = room.connection;
  const deliver = events.onmessage;
  events.onmessage = (event: MessageEvent<ArrayBuffer>) => {
    counts.bytes += event.data.byteLength;
    presence.bytes += event.data.byteLength;
    try {
      deliver?.(event);
    } catch (error) {
      measurements.happened("undecoded", error instanceof Error ? error.message : String(error));
    }
  };
  room.onStateChange((state) => {
    const now = performance.now();
    counts.patches++;
    presence.patches++;
    if (lastPatchAt > 0) {
      durations.jitter.record(Math.abs(now - lastPatchAt - TICK_MILLISECONDS * (state.tick - lastTick)));
      counts.gaps += Math.max(0, state.tick - lastTick - 1);
    }
    lastPatchAt = now;
    lastTick = state.tick;
    if (lostAt > 0) {
      durations.back.record(now - lostAt);
      lostAt = 0;
      connected = true;
      presence.resume(now);
    }
    if (probeEchoed) {
      recordProbe(now - probeSentAt);
      probeSentAt = 0;
      probeEchoed = false;
    }
    bot.onPatch();
    if (waiting.length > 0) sendBarrier();
  });
  room.onMessage<Refusal>(MessageName.refused, ({ message, field, reason }) => {
    measurements.happened("refused", `${message}.${field}: ${reason}`);
  });
  room.onError(() => undefined);
  room.onDrop(() => {
    if (!connected) return;
    connected = false;
    presence.pause();
    lostAt = performance.now();
    lastPatchAt = 0;
    probeSentAt = 0;
    probeEchoed = false;
    pinging = false;
    release();
  });
  room.onLeave((code) => {
    if (!leaving) measurements.happened("dropped", `close code ${code}`);
    connected = false;
    gone = true;
    presence.pause();
    release();
    ended.resolve();
  });

  function echo(then: () => void): void {
    pinging = true;
    room.ping(() => {
      pinging = false;
      then();
    });
  }

  function sendBarrier(): void {
    if (pinging) return;
    awaitingEcho = waiting;
    waiting = [];
    echo(() => {
      for (const resolve of awaitingEcho) resolve();
      awaitingEcho = [];
    });
  }

  function release(): void {
    for (const resolve of [...awaitingEcho, ...waiting]) resolve();
    awaitingEcho = [];
    waiting = [];
  }

  function startProbe(sentAt: number): void {
    probeSentAt = sentAt;
    echo(() => {
      probeEchoed = true;
    });
  }

  function recordProbe(latency: number): void {
    for (let left = latency; left > 0; left -= PROBE_INTERVAL_MILLISECONDS) durations.inputToPatch.record(left);
  }

  const bot: Bot = {
    room,
    presence,
    ended: ended.promise,
    get connected() {
      return connected;
    },
    get gone() {
      return gone;
    },
    get probing() {
      return probing;
    },
    onPatch: () => undefined,
    beat() {
      const player = room.state.players.get(room.sessionId);
      probing = false;
      if (!connected || leaving || player === undefined) return;
      beats++;
      if (!player.alive && beats % RESPAWN_BEATS === 0) room.send(MessageName.respawn, {});
      if (beats % LOOK_BEATS === 0) look.renew(room.state, player.number);

      const sentAt = performance.now();
      room.send(MessageName.input, steering.steer(look.sight(room.state)));
      probing = beats % PROBE_BEATS === 0 && probeSentAt === 0 && !pinging;
      if (probing) startProbe(sentAt);
    },
    caughtUp() {
      if (!connected) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      sendBarrier();
      return promise;
    },
    cut() {
      if (connected) socketOf(room).terminate();
    },
    recordOverdueProbe() {
      const age = performance.now() - probeSentAt;
      if (probeSentAt !== 0 && age > PROBE_INTERVAL_MILLISECONDS) recordProbe(age);
    },
    async leave() {
      leaving = true;
      if (!gone) await leaveArena(room);
      gone = true;
      presence.pause();
    },
  };
  return bot;
}
