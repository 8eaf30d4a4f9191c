import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type Client, Protocol } from "@colyseus/core";
import { type TransportOptions, WebSocketTransport } from "@colyseus/ws-transport";
import type { Logger } from "pino";
import { WebSocket } from "ws";
import { CloseCode } from "../../shared/close-codes.ts";
import { keyOfRequest } from "../limits/address.ts";
import { createFrameAllowance, type FrameLimits } from "../limits/frame-allowance.ts";
import type { Refused } from "../limits/limit-names.ts";
import { onceASecond } from "../limits/once-a-second.ts";
import { withLibrariesMuted } from "../logger.ts";
import { writeFramesWhole } from "./frames/frame-writer.ts";
import { startWriteThread } from "./frames/write-thread.ts";
import { giveUpReader } from "./slow-readers.ts";

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

/** Frames whose contents are a client's own; the framework prints an error, and quotes them, when it cannot read one. */
const MESSAGES: ReadonlySet<number> = new Set([Protocol.ROOM_DATA, Protocol.ROOM_DATA_BYTES, Protocol.ROOM_REQUEST]);

/** A socket that no room has taken in by then (ms) is closed: Colyseus forgets some, among them those with a strange URL. */
const ADMIT_WITHIN = 10_000;
/** A socket that does not answer the closing handshake is cut off after this time (ms): long enough to read what waits before it. */
const CLOSE_WITHIN = 10_000;

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
 * The WebSocket transport with a guard in front of the framework: a frame of a kind that no client has to send, or one at
 * which the framework throws, closes that client's socket and nothing else. Unguarded, the exception would leave the
 * socket's event handler and end the process. One who sends more than it may is closed, and no longer read. Of sockets that
 * are closed while they are in no room, a line tells at most once a second. What rooms send is written by a thread of its own.
 */
export class GuardedTransport extends WebSocketTransport {
  readonly #refused: Refused;
  readonly #stopWriting: () => Promise<void>;

  constructor(options: TransportOptions, limits: TransportLimits, logger: Logger) {
    super({ closeTimeout: CLOSE_WITHIN, ...options } as TransportOptions);
    this.#refused = limits.refused;
    this.#stopWriting = startWriteThread((err) =>
      logger.warn({ err }, "the thread that writes to sockets has ended; rooms do it themselves"),
    );
    const tellSeatless = onceASecond<"seatless">((_kind, details, times) => {
      logger.info({ ...details, times }, "connection closed: it is in no room");
    });
    this.wss.on("connection", (socket: WebSocket, request: IncomingMessage) => {
      const address = keyOfRequest(request, limits.trustProxy);
      addresses.set(socket, address);
      guardFrames(socket, address, limits, logger);
      expectAdmission(socket, (details) => tellSeatless("seatless", details));
      writeFramesWhole(socket);
    });
  }

  /** Waits until every connection has ended, and ends the thread that writes to them; those still there after `milliseconds` are cut off. */
  async drain(milliseconds: number): Promise<void> {
    const sockets = [...this.wss.clients];
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, milliseconds);
    await Promise.all(sockets.map((socket) => once(socket, "close")));
    clearTimeout(cut);
    await this.#stopWriting();
  }

  /**
   * Pings all clients, and gives up those that have not answered the last `most` pings. One for which bytes wait is not gone
   * but slow: it gets the code for that, should it read on. One that is being closed is left to `closeTimeout`.
   */
  protected override autoTerminateUnresponsiveClients(interval: number, most: number): void {
    this.pingInterval = setInterval(() => {
      for (const socket of this.wss.clients as Set<WebSocket & { pingCount: number }>) {
        if (socket.readyState !== WebSocket.OPEN) continue;
        if (socket.pingCount < most) {
          socket.pingCount++;
          socket.ping();
        } else if (socket.bufferedAmount > 0) {
          const whom = {
            address: addresses.get(socket) ?? "unknown",
            reason: "ping",
            buffered: socket.bufferedAmount,
          };
          giveUpReader(socket, (code, reason) => socket.close(code, reason), this.#refused, whom);
        } else socket.terminate();
      }
    }, interval);
  }
}

/** One that has sent too much and does not close when it is told to is cut off after this time (ms). */
const CLOSING_PATIENCE = 1500;

function guardFrames(socket: WebSocket, address: string, limits: TransportLimits, logger: Logger): void {
  const emit = socket.emit;
  const allowance = createFrameAllowance(limits);
  const refuse = (details: object, reason: string) => {
    logger.warn(details, `client closed: ${reason}`);
    socket.close(CloseCode.badFrame, reason);
    return true;
  };
  socket.emit = (event: string | symbol, ...parameters: unknown[]): boolean => {
    if (event === "error") {
      const { code, message } = parameters[0] as NodeJS.ErrnoException;
      logger.info({ error: code, reason: message }, "client closed: its connection failed, or broke the protocol");
      return true;
    }
    if (event !== "message") return emit.call(socket, event, ...parameters);
    // What comes after it has been closed would be counted, refused and logged again.
    if (socket.readyState !== WebSocket.OPEN) return true;
    const [frame, isBinary] = parameters as [Uint8Array, boolean];
    const bytes = frame.length;
    const excess = allowance(bytes, performance.now());
    if (excess) {
      limits.refused(excess.limit, { address });
      socket.close(CloseCode.overLimit, excess.reason);
      const cut = setTimeout(() => socket.terminate(), CLOSING_PATIENCE);
      socket.once("close", () => clearTimeout(cut));
      return true;
    }
    if (!isBinary) return refuse({ bytes }, "it sent a text frame");
    if (!ACCEPTED_FRAMES.has(frame[0])) return refuse({ bytes, kind: frame[0] }, "it sent a frame of an unknown kind");
    let isRead = true;
    const read = () => {
      isRead = emit.call(socket, event, ...parameters);
    };
    try {
      if (!MESSAGES.has(frame[0])) read();
      else if (withLibrariesMuted(read)) return refuse({ bytes, kind: frame[0] }, "its message could not be read");
      return isRead;
    } catch (error) {
      return refuse({ err: error, bytes }, "its frame could not be read");
    }
  };
}

/** Rooms listen to the sockets of their clients; one to which nobody listens is not theirs, or not any more. */
function expectAdmission(socket: WebSocket, tell: (details: Readonly<Record<string, unknown>>) => void): void {
  const { close } = socket;
  const receiving = socket as WebSocket & { _closeFrameReceived?: boolean };
  const late = setTimeout(() => {
    if (socket.listenerCount("message") === 0) socket.close(CloseCode.neverJoined, "no room has taken it in");
  }, ADMIT_WITHIN);
  let wasAdmitted = false;
  socket.on("newListener", (event) => {
    if (event === "message") wasAdmitted = true;
  });
  socket.close = (code, reason) => {
    if (!wasAdmitted && socket.readyState === WebSocket.OPEN) {
      // The close frame of the client is answered by its own code and text, of which the log is to hold nothing.
      tell(receiving._closeFrameReceived === true ? { by: "client" } : { by: "server", code, reason });
    }
    close.call(socket, code, reason);
  };
  socket.once("close", () => clearTimeout(late));
}
