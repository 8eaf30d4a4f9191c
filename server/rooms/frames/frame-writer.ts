/**
 * How frames get into clients' sockets.
 *
 * What a room of many small patches costs is not so much their bytes as their writes: each goes through node's streams and
 * into the kernel, some 20 µs. The stock sender hands over header and payload as two chunks; here a frame is one. A room
 * gathers what it sends in a tick, patches and messages, so that each client's frames go out in one write. And these writes
 * are made by a thread of their own (write-thread.ts), from memory that is used again and again (frame-memory.ts).
 */
import type { Duplex } from "node:stream";
import type { Client } from "@colyseus/core";
import { WebSocket } from "ws";
import { PIECE_BYTES, type Piece, releasePiece, takeBytes } from "./frame-memory.ts";
import { finishWriting, startWriting, writePiece, writtenByThread } from "./write-thread.ts";

/** A binary frame, whole (RFC 6455, section 5.2): FIN and opcode 2. */
const BINARY_FRAME = 0x82;
const SHORT_PAYLOAD = 125;
const PAYLOAD_OF_16_BITS = 126;
const PAYLOAD_OF_64_BITS = 127;
const LONGEST_OF_16_BITS = 0xffff;

/** Gathered frames of a socket. */
interface Frames {
  readonly bytes: Buffer;
  /** The memory in which they stand; undefined for what is too long for a piece. */
  readonly piece: Piece | undefined;
  readonly begin: number;
}

/** Writes what has been gathered for one socket. */
type Flush = () => void;

/** Of the sockets that have been sent something while frames are gathered; undefined while they are not. */
let waiting: Flush[] | undefined;
/** Sockets that copy what they are sent. */
const copying = new WeakSet<object>();

/** Whether a client's socket may still read the bytes of a frame when it has been sent: they must then stay as they are. */
export function keepsFrames({ ref }: Client): boolean {
  return !copying.has(ref);
}

/** Runs `run`; the frames that it sends go out when it has ended, also by an exception, those of a socket in one write. */
export function gatherFrames(run: () => void): void {
  if (waiting) {
    run();
    return;
  }
  finishWriting();
  const flushes: Flush[] = [];
  waiting = flushes;
  try {
    run();
  } finally {
    waiting = undefined;
    flushAll(flushes);
  }
}

/** Each of them, also when one throws. */
function flushAll(flushes: readonly Flush[]): void {
  const faults: unknown[] = [];
  for (const flush of flushes) {
    try {
      flush();
    } catch (fault) {
      faults.push(fault);
    }
  }
  startWriting();
  if (faults.length > 0) throw faults[0];
}

/** Makes a socket write its binary frames as above. Nothing can overtake them in the stock sender, since compression is off. */
export function writeFramesWhole(socket: WebSocket): void {
  const stream = (socket as unknown as { _socket?: Duplex })._socket;
  if (stream === undefined || socket.extensions !== "") return;
  copying.add(socket);
  const send = socket.send as (...parameters: unknown[]) => void;
  const { close } = socket;
  const written = writtenByThread(stream);
  let frames: Frames[] = [];

  function flush(): void {
    if (frames.length === 0) return;
    const gathered = frames;
    frames = [];
    if (socket.readyState !== WebSocket.OPEN) {
      release(gathered);
      return;
    }
    const all = gathered.length === 1 ? gathered[0] : join(gathered);
    if (all.piece) writePiece(written, all.piece, all.begin, all.bytes.length);
    else written.stream.write(all.bytes);
  }

  socket.send = (data: unknown, ...rest: unknown[]): void => {
    if (!(data instanceof Uint8Array) || socket.readyState !== WebSocket.OPEN) {
      flush();
      send.call(socket, data, ...rest);
      return;
    }
    const callback = callbackOf(rest);
    if (waiting && !callback) {
      if (frames.length === 0) waiting.push(flush);
      frames.push(gather(data));
      return;
    }
    flush();
    const frame = Buffer.allocUnsafe(frameLength(data));
    putFrame(frame, data);
    stream.write(frame, callback);
  };
  socket.close = (code, reason) => {
    flush();
    close.call(socket, code, reason);
  };
}

function gather(payload: Uint8Array): Frames {
  const frames = takeMemory(frameLength(payload));
  putFrame(frames.bytes, payload);
  return frames;
}

/** One behind the other. */
function join(parts: readonly Frames[]): Frames {
  try {
    const frames = takeMemory(parts.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let end = 0;
    for (const { bytes } of parts) end += bytes.copy(frames.bytes, end);
    return frames;
  } finally {
    release(parts);
  }
}

function takeMemory(length: number): Frames {
  if (length > PIECE_BYTES) return { bytes: Buffer.allocUnsafeSlow(length), piece: undefined, begin: 0 };
  const piece = takeBytes(length);
  const begin = piece.end - length;
  return { bytes: piece.bytes.subarray(begin, piece.end), piece, begin };
}

function release(parts: readonly Frames[]): void {
  for (const { piece } of parts) if (piece) releasePiece(piece);
}

/** Bytes of a frame, its header included. */
function frameLength({ length }: Uint8Array): number {
  if (length <= SHORT_PAYLOAD) return 2 + length;
  return (length <= LONGEST_OF_16_BITS ? 4 : 10) + length;
}

/** @param frame has as many bytes as `frameLength` says */
function putFrame(frame: Buffer, payload: Uint8Array): void {
  const { length } = payload;
  frame[0] = BINARY_FRAME;
  if (length <= SHORT_PAYLOAD) frame[1] = length;
  else if (length <= LONGEST_OF_16_BITS) {
    frame[1] = PAYLOAD_OF_16_BITS;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = PAYLOAD_OF_64_BITS;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.set(payload, frame.length - length);
}

/** `send` takes (data, callback) and (data, options, callback). */
function callbackOf(rest: readonly unknown[]): ((error?: Error | null) => void) | undefined {
  const last = rest.at(-1);
  return typeof last === "function" ? (last as (error?: Error | null) => void) : undefined;
}
