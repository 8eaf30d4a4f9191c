import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";
import { type Client, Protocol } from "@colyseus/core";
import { type TransportOptions, WebSocketTransport } from "@colyseus/ws-transport";
import type { Logger } from "pino";
import { WebSocket } from "ws";
import { CloseCode } from "../../shared/close-codes.ts";
import { keyOfRequest } from "../limits/address.ts";
import { createFrameAllowance, type FrameLimits } from "../limits/frame-allowance.ts";
import type { Refused } from "../limits/limit-names.ts";

/**
 * First bytes of the frames that a client may send. Input frames are not among them: rooms here take input as messages, and
 * the framework's reader of input frames believes a count that the client claims, which can hold the event loop for many
 * seconds.
 */
const ACCEPTED_FRAMES: ReadonlySet<number> = new Set([
  Protocol.JOIN_ROOM,
  Protocol.LEAVE_ROOM,
  Protocol.ROOM_DATA,
  Protocol.ROOM_DATA_BYTES,
  Protocol.PING,
  Protocol.ROOM_REQUEST,
]);

export interface TransportLimits extends FrameLimits {
  readonly trustProxy: boolean;
  readonly refused: Refused;
}

/** By whom limits count each socket's client. */
const addresses = new WeakMap<object, string>();

/** The key by which limits count a client's address; undefined on another transport. */
export function addressOf(client: Client): string | undefined {
  return addresses.get(client.ref);
}

/**
 * The WebSocket transport with a guard in front of the framework: a frame of a kind that no client has to send is dropped,
 * and one at which the framework throws closes that client's socket and nothing else. Unguarded, the exception would leave
 * the socket's event handler and end the process. One who sends more than it may is closed, and no longer read.
 */
export class GuardedTransport extends WebSocketTransport {
  constructor(options: TransportOptions, limits: TransportLimits, logger: Logger) {
    super(options);
    this.wss.on("connection", (socket: WebSocket, request: IncomingMessage) => {
      const address = keyOfRequest(request, limits.trustProxy);
      addresses.set(socket, address);
      guardFrames(socket, address, limits, logger);
      sendInOneWrite(socket);
    });
  }

  /** Waits until every connection has ended; those still there after `milliseconds` are cut off. */
  async drain(milliseconds: number): Promise<void> {
    const sockets = [...this.wss.clients];
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, milliseconds);
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    clearTimeout(cut);
  }
}

/** One that has sent too much and does not close when it is told to is cut off after this time (ms). */
const CLOSING_PATIENCE = 1500;

function guardFrames(socket: WebSocket, address: string, limits: TransportLimits, logger: Logger): void {
  const emit = socket.emit;
  const allowance = createFrameAllowance(limits);
  let isOver = false;
  socket.emit = (event: string | symbol, ...parameters: unknown[]): boolean => {
    if (event !== "message") return emit.call(socket, event, ...parameters);
    if (isOver) return true;
    const [frame, isBinary] = parameters as [Uint8Array, boolean];
    const excess = allowance(frame.length, performance.now());
    if (excess) {
      isOver = true;
      limits.refused(excess.limit, { address });
      socket.close(CloseCode.overLimit, excess.reason);
      const cut = setTimeout(() => socket.terminate(), CLOSING_PATIENCE);
      socket.once("close", () => clearTimeout(cut));
      return true;
    }
    if (!isBinary || !ACCEPTED_FRAMES.has(frame[0])) return true;
    try {
      return emit.call(socket, event, ...parameters);
    } catch (error) {
      logger.warn({ err: error, bytes: frame.length }, "client closed: its frame could not be read");
      socket.close(CloseCode.badFrame, "a frame could not be read");
      return true;
    }
  };
}

/** Bytes that wait in a client's socket, because it reads more slowly than it is written to; 0 on a transport that does not tell. */
export function bufferedBytes(client: Client): number {
  return (client.ref as Partial<WebSocket>).bufferedAmount ?? 0;
}

/** A binary frame, whole (RFC 6455, section 5.2): FIN and opcode 2. */
const BINARY_FRAME = 0x82;
const SHORT_PAYLOAD = 125;
const PAYLOAD_OF_16_BITS = 126;
const LONGEST_MERGED = 0xffff;

/**
 * The stock sender hands header and payload to the socket as two chunks, which take a fifth more time than one. That is most
 * of what a room of many small patches costs: so binary frames, but for very long ones, are put into one buffer here. Nothing
 * can overtake them in the stock sender, since compression is off.
 */
function sendInOneWrite(socket: WebSocket): void {
  const stream = (socket as unknown as { _socket?: Writable })._socket;
  if (stream === undefined || socket.extensions !== "") return;
  const send = socket.send as (...parameters: unknown[]) => void;
  socket.send = (data: unknown, ...rest: unknown[]): void => {
    if (!(data instanceof Uint8Array) || data.length > LONGEST_MERGED || socket.readyState !== WebSocket.OPEN) {
      send.call(socket, data, ...rest);
      return;
    }
    stream.write(framed(data), callbackOf(rest));
  };
}

function framed(payload: Uint8Array): Buffer {
  const { length } = payload;
  const headerLength = length > SHORT_PAYLOAD ? 4 : 2;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = BINARY_FRAME;
  if (headerLength === 2) frame[1] = length;
  else {
    frame[1] = PAYLOAD_OF_16_BITS;
    frame.writeUInt16BE(length, 2);
  }
  frame.set(payload, headerLength);
  return frame;
}

/** `send` takes (data, callback) and (data, options, callback). */
function callbackOf(rest: readonly unknown[]): ((error?: Error | null) => void) | undefined {
  const last = rest.at(-1);
  return typeof last === "function" ? (last as (error?: Error | null) => void) : undefined;
}
