/**
 * How frames get into clients' sockets.
 *
 * What a room of many small patches costs is not so much their bytes as their writes: each goes through node's streams and
 * into the kernel, some 20 µs. The stock sender hands over header and payload as two chunks; here a frame is one. And a
 * room gathers what it sends in a tick, patches and messages, so that each client's frames go out in one write.
 */
import type { Writable } from "node:stream";
import { WebSocket } from "ws";

/** A binary frame, whole (RFC 6455, section 5.2): FIN and opcode 2. */
const BINARY_FRAME = 0x82;
const SHORT_PAYLOAD = 125;
const PAYLOAD_OF_16_BITS = 126;
/** A longer payload is left to the stock sender, which does not copy it. */
const LONGEST_MERGED = 0xffff;

/** Writes what waits for one socket. */
type Flush = () => void;

/** Of the sockets that have been sent something while frames are gathered; undefined while they are not. */
let waiting: Flush[] | undefined;

/** Runs `run`; the frames that it sends go out when it has ended, also by an exception, those of a socket in one write. */
export function gatherFrames(run: () => void): void {
  const flushes: Flush[] = [];
  waiting = flushes;
  try {
    run();
  } finally {
    waiting = undefined;
    for (const flush of flushes) flush();
  }
}

/** Makes a socket write its binary frames as above. Nothing can overtake them in the stock sender, since compression is off. */
export function writeFramesWhole(socket: WebSocket): void {
  const stream = (socket as unknown as { _socket?: Writable })._socket;
  if (stream === undefined || socket.extensions !== "") return;
  const send = socket.send as (...parameters: unknown[]) => void;
  const { close } = socket;
  let frames: Buffer[] = [];

  function flush(): void {
    if (frames.length === 0) return;
    if (socket.readyState === WebSocket.OPEN) stream?.write(frames.length === 1 ? frames[0] : Buffer.concat(frames));
    frames = [];
  }

  socket.send = (data: unknown, ...rest: unknown[]): void => {
    if (!(data instanceof Uint8Array) || data.length > LONGEST_MERGED || socket.readyState !== WebSocket.OPEN) {
      flush();
      send.call(socket, data, ...rest);
      return;
    }
    const callback = callbackOf(rest);
    if (waiting && !callback) {
      if (frames.length === 0) waiting.push(flush);
      frames.push(framed(data));
      return;
    }
    flush();
    stream.write(framed(data), callback);
  };
  socket.close = (code, reason) => {
    flush();
    close.call(socket, code, reason);
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
