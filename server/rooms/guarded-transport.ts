import { once } from "node:events";
import { Protocol } from "@colyseus/core";
import { type TransportOptions, WebSocketTransport } from "@colyseus/ws-transport";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import { CloseCode } from "../../shared/close-codes.ts";

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

/**
 * The WebSocket transport with a guard in front of the framework: a frame of a kind that no client has to send is dropped,
 * and one at which the framework throws closes that client's socket and nothing else. Unguarded, the exception would leave
 * the socket's event handler and end the process.
 */
export class GuardedTransport extends WebSocketTransport {
  constructor(options: TransportOptions, logger: Logger) {
    super(options);
    this.wss.on("connection", (socket: WebSocket) => guardFrames(socket, logger));
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

function guardFrames(socket: WebSocket, logger: Logger): void {
  const emit = socket.emit;
  socket.emit = (event: string | symbol, ...parameters: unknown[]): boolean => {
    if (event !== "message") return emit.call(socket, event, ...parameters);
    const [frame, isBinary] = parameters as [Uint8Array, boolean];
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
