/**
 * A crowd of raw WebSocket clients in a process of its own: they join, acknowledge, send inputs and count what comes. They
 * decode nothing, so that one core can hold a thousand of them beside a server on another.
 *
 * Run with an IPC channel as `node crowd.ts URL CLIENTS INPUTS_PER_SECOND`; it sends `{ joined: n }` when all are there, answers
 * every message with its counts, and ends when the channel closes. A client of a swarm splits until it cannot any more.
 */
import process from "node:process";
import { WebSocket } from "ws";
import { ARENA_ROOM, MessageName } from "../../../shared/message-names.ts";
import { createRandom, type Random } from "../../../shared/random.ts";
import { PROTOCOL_VERSION } from "../../../shared/version.ts";

/** First bytes of frames (Colyseus' Protocol). */
const JOIN_ROOM = 10;
const ROOM_DATA = 13;
const ROOM_STATE_PATCH = 15;

/** msgpack, as far as the frame of an input needs it. */
const FIXED_STRING = 0xa0;
const MAP_OF_FOUR = 0x84;
const FLOAT64 = 0xcb;
const TRUE = 0xc3;
const FALSE = 0xc2;

/** Joins under way at once: more would only wait for each other. */
const JOINS_AT_ONCE = 8;
/** How often a client presses split, in inputs, where it does. */
const SPLIT_EVERY = 3;

export interface CrowdCounts {
  readonly patches: number;
  /** Bytes of all frames received, without the frames' own headers. */
  readonly bytes: number;
  readonly closed: number;
}

export interface CrowdOptions {
  readonly url: string;
  readonly clients: number;
  readonly inputsPerSecond: number;
  readonly splits: boolean;
  readonly worldSize: number;
}

if (process.send) await serve(JSON.parse(process.argv[2]) as CrowdOptions);

async function serve(options: CrowdOptions): Promise<void> {
  const counts = { patches: 0, bytes: 0, closed: 0 };
  process.on("disconnect", () => process.exit(0));
  process.on("message", () => process.send?.({ ...counts } satisfies CrowdCounts));
  const sockets: WebSocket[] = [];
  let next = 0;
  async function joinSome(): Promise<void> {
    while (next < options.clients) {
      const number = next++;
      sockets.push(await join(options.url, `crowd ${number + 1}`, counts));
    }
  }
  await Promise.all(Array.from({ length: JOINS_AT_ONCE }, joinSome));
  process.send?.({ joined: sockets.length });
  steer(sockets, options);
}

async function join(
  url: string,
  name: string,
  counts: { -readonly [K in keyof CrowdCounts]: number },
): Promise<WebSocket> {
  const response = await fetch(`${url}/matchmake/joinOrCreate/${ARENA_ROOM}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version: PROTOCOL_VERSION, name }),
  });
  const seat = await response.json();
  if (!response.ok) throw new Error(`no seat: ${JSON.stringify(seat)}`);
  const address = `${url.replace("http", "ws")}/${seat.processId}/${seat.roomId}?sessionId=${seat.sessionId}`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => counts.closed++);
    socket.on("message", (frame: Buffer) => {
      counts.bytes += frame.length;
      if (frame[0] === ROOM_STATE_PATCH) counts.patches++;
      if (frame[0] !== JOIN_ROOM) return;
      socket.send(Uint8Array.of(JOIN_ROOM));
      resolve();
    });
  });
  return socket;
}

/** Inputs of all clients, spread over the time between two of one client. */
function steer(sockets: readonly WebSocket[], { inputsPerSecond, splits, worldSize }: CrowdOptions): void {
  const random = createRandom(1);
  let turn = 0;
  let sent = 0;
  const startedAt = performance.now();
  const perMillisecond = (sockets.length * inputsPerSecond) / 1000;
  setInterval(() => {
    for (const due = (performance.now() - startedAt) * perMillisecond; sent < due; sent++) {
      const round = Math.floor(sent / sockets.length);
      const split = splits && round % SPLIT_EVERY === 0;
      sockets[turn].send(inputFrame(random, worldSize, split));
      turn = (turn + 1) % sockets.length;
    }
  }, 5);
}

function inputFrame(random: Random, worldSize: number, split: boolean): Uint8Array {
  const frame = Buffer.alloc(64);
  let at = 0;
  const byte = (value: number) => {
    frame[at++] = value;
  };
  const text = (value: string) => {
    byte(FIXED_STRING | value.length);
    at += frame.write(value, at, "latin1");
  };
  const coordinate = () => {
    byte(FLOAT64);
    at = frame.writeDoubleBE(random.between(0, worldSize), at);
  };
  byte(ROOM_DATA);
  text(MessageName.input);
  byte(MAP_OF_FOUR);
  text("x");
  coordinate();
  text("y");
  coordinate();
  text("split");
  byte(split ? TRUE : FALSE);
  text("eject");
  byte(FALSE);
  return frame.subarray(0, at);
}
