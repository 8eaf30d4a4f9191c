/** Clients that are no players: they join as players do, or to watch, and then disturb, or do not. Their own figures count nowhere. */
import { setTimeout as sleep } from "node:timers/promises";
import { MessageName } from "../../shared/message-names.ts";
import type { Input, Spectate } from "../../shared/messages.ts";
import type { Random } from "../../shared/random.ts";
import { createFrames, drawTemper } from "./frames.ts";
import { type ArenaRoom, joinArena, leaveArena } from "./join.ts";
import type { Measurements } from "./measurements.ts";
import { socketOf } from "./node-socket.ts";

export interface DisturberOptions {
  readonly url: string;
  readonly name: string;
  readonly random: Random;
  readonly measurements: Measurements;
  /** Ends it: it leaves. */
  readonly stop: AbortSignal;
}

/** Milliseconds for which a slow reader reads nothing, and then for which it reads. */
const PAUSE = { least: 1000, most: 15_000 };
const READ_MILLISECONDS = 500;
/** Milliseconds for which a spectator watches the same. */
const WATCH_MILLISECONDS = 1000;
/** A hostile client's frames come in volleys: so many, every so many milliseconds (200 a second, below the server's limit). */
const VOLLEY = 10;
const VOLLEY_MILLISECONDS = 50;
/** The socket takes frames. */
const OPEN = 1;

/** Joins, and stops reading for a while, again and again. Resolves with how it ended: the close code, or that it left. */
export async function readSlowly(options: DisturberOptions): Promise<string> {
  const { random, stop } = options;
  return await disturb(options, async (room, over) => {
    const socket = socketOf(room);
    while (!over.aborted) {
      socket.pause();
      await pauseOf(random.between(PAUSE.least, PAUSE.most), stop);
      socket.resume();
      await pauseOf(READ_MILLISECONDS, over);
    }
  });
}

/** Joins, and sends what no player sends, until it is closed. Resolves with how it ended: the close code, or that it left. */
export async function sendRubbish(options: DisturberOptions): Promise<string> {
  const { random, measurements } = options;
  const nextFrame = createFrames(random, drawTemper(random));
  return await disturb(options, async (room, over) => {
    const socket = socketOf(room);
    while (!over.aborted) {
      for (let i = 0; i < VOLLEY && socket.readyState === OPEN; i++) {
        const frame = nextFrame();
        measurements.counts.hostileFrames++;
        if (frame.kind === "raw") socket.send(frame.data);
        else room.send(frame.name, frame.payload);
      }
      await pauseOf(VOLLEY_MILLISECONDS, over);
    }
  });
}

/** Watches in all three ways in turn. Resolves with how it ended: the close code, or that it left. */
export async function watch(options: DisturberOptions): Promise<string> {
  const { random } = options;
  const act = async (room: ArenaRoom, over: AbortSignal) => {
    while (!over.aborted) {
      const { players, worldSize } = room.state;
      const numbers = [...players.values()].map(({ number }) => number);
      const someone = numbers[random.integer(Math.max(1, numbers.length))];
      const ways: Spectate["follow"][] = ["leader", "free", ...(someone === undefined ? [] : [someone])];
      const wish: Spectate = { follow: ways[random.integer(ways.length)] };
      room.send(MessageName.spectate, wish);
      const input: Input = {
        x: random.between(0, worldSize),
        y: random.between(0, worldSize),
        split: false,
        eject: false,
      };
      room.send(MessageName.input, input);
      await pauseOf(WATCH_MILLISECONDS, over);
    }
  };
  return await disturb(options, act, true);
}

async function disturb(
  { url, name, stop }: DisturberOptions,
  act: (room: ArenaRoom, over: AbortSignal) => Promise<void>,
  spectate = false,
): Promise<string> {
  const room = await joinArena(url, name, spectate);
  const closed = new AbortController();
  let fate = "left";
  room.reconnection.enabled = false;
  room.onMessage("*", () => undefined);
  room.onError(() => undefined);
  room.onLeave((code) => {
    if (!stop.aborted) fate = `close code ${code}`;
    closed.abort();
  });
  await act(room, AbortSignal.any([closed.signal, stop]));
  await leaveArena(room);
  return fate;
}

/** Sleeps, and wakes up when `over`. */
async function pauseOf(milliseconds: number, over: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: over }).catch(() => undefined);
}
