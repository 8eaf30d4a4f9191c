/**
 * A crowd of raw WebSocket clients in a process of its own: they join, acknowledge, send inputs and count what comes. They
 * decode nothing, so that one core can hold a thousand of them beside a server on another.
 *
 * Run with an IPC channel as `node crowd.ts OPTIONS` (a CrowdOptions as JSON): it sends `{ joined }` when all are there, answers
 * every message with its CrowdCounts, and ends when the channel closes.
 */
import process from "node:process";
import { getMessageBytes, Protocol } from "@colyseus/core";
import { WebSocket } from "ws";
import { openSeat, reserveSeat } from "../../../server/testing/raw-client.ts";
import { ARENA_ROOM, MessageName } from "../../../shared/message-names.ts";
import { PROTOCOL_VERSION } from "../../../shared/version.ts";
import { createTurns, type Steering } from "./inputs.ts";

/** Joins under way at once: more would only wait for each other. */
const JOINS_AT_ONCE = 8;
/** How often inputs that are due are sent, in milliseconds. */
const BEAT_MILLISECONDS = 5;

export interface CrowdOptions extends Steering {
  readonly url: string;
  /** Whether the server is the bare one, which has no seats to join. */
  readonly isBare?: boolean;
}

export interface CrowdCounts {
  /** Bytes of all frames received, without the frames' own headers. */
  bytes: number;
  /** Clients whose connection has ended. */
  closed: number;
}

if (import.meta.main) await serve(JSON.parse(process.argv[2]) as CrowdOptions);

async function serve(options: CrowdOptions): Promise<void> {
  const counts: CrowdCounts = { bytes: 0, closed: 0 };
  process.on("disconnect", () => process.exit(0));
  process.on("message", () => process.send?.(counts));
  const { url, isBare = false } = options;
  const connect = (name: string) => (isBare ? open(url, counts) : join(url, name, counts));
  const sockets: WebSocket[] = [];
  let next = 0;
  async function joinSome(): Promise<void> {
    while (next < options.clients) sockets.push(await connect(`crowd ${++next}`));
  }
  await Promise.all(Array.from({ length: JOINS_AT_ONCE }, joinSome));
  process.send?.({ joined: sockets.length });
  steer(sockets, options);
}

async function join(url: string, name: string, counts: CrowdCounts): Promise<WebSocket> {
  const socket = openSeat(url, await reserveSeat(url, ARENA_ROOM, { version: PROTOCOL_VERSION, name }));
  await count(socket, counts, (frame) => frame[0] === Protocol.JOIN_ROOM);
  socket.send(Uint8Array.of(Protocol.JOIN_ROOM));
  return socket;
}

async function open(url: string, counts: CrowdCounts): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await count(socket, counts, () => true);
  return socket;
}

/** Counts what comes and whether the socket is closed, from now on. Resolves with the first frame that is `awaited`. */
function count(socket: WebSocket, counts: CrowdCounts, awaited: (frame: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => counts.closed++);
    socket.on("message", (frame: Buffer) => {
      counts.bytes += frame.length;
      if (awaited(frame)) resolve();
    });
  });
}

function steer(sockets: readonly WebSocket[], steering: Steering): void {
  const turnsBy = createTurns(steering);
  const startedAt = performance.now();
  setInterval(() => {
    for (const { client, input } of turnsBy(performance.now() - startedAt)) {
      // A copy: the socket may hold it until after the next is packed.
      sockets[client].send(Buffer.from(getMessageBytes.raw(Protocol.ROOM_DATA, MessageName.input, input)));
    }
  }, BEAT_MILLISECONDS);
}
