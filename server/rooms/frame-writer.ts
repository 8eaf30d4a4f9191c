/**
 * How frames get into clients' sockets.
 *
 * What a room of many small patches costs is not so much their bytes as their writes: each goes through node's streams and
 * into the kernel, some 20 µs. The stock sender hands over header and payload as two chunks; here a frame is one. And a
 * room gathers what it sends in a tick, patches and messages, so that each client's frames go out in one write.
 *
 * Gathered frames stand in pieces of memory that are used again for the next tick, but for those of which a socket could not
 * take all of its own at once and still reads them. Else a room of two hundred would allocate 60 MB a second, for which the
 * garbage collector goes through the whole heap several times a second. Pieces are small, so that a reader that stalls holds
 * little besides its own.
 */
import type { Writable } from "node:stream";
import type { Client } from "@colyseus/core";
import { WebSocket } from "ws";

/** A binary frame, whole (RFC 6455, section 5.2): FIN and opcode 2. */
const BINARY_FRAME = 0x82;
const SHORT_PAYLOAD = 125;
const PAYLOAD_OF_16_BITS = 126;
const PAYLOAD_OF_64_BITS = 127;
const LONGEST_OF_16_BITS = 0xffff;
const MOST_HEADER_BYTES = 10;

const PIECE_BYTES = 128 * 1024;

/** Memory for the frames of a tick. */
interface Piece {
  readonly bytes: Buffer;
  /** Where the next frame goes. */
  end: number;
  /** Whether a socket still reads what it was given of it. */
  isRead: boolean;
}

/** Writes what has been gathered for one socket. */
type Flush = () => void;

/** Of the sockets that have been sent something while frames are gathered; undefined while they are not. */
let waiting: Flush[] | undefined;
let pieces: Piece[] = [];
/** The place of the piece that is being filled. */
let current = 0;
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
  const flushes: Flush[] = [];
  waiting = flushes;
  try {
    run();
  } finally {
    waiting = undefined;
    flushAll(flushes);
  }
}

/** Each of them, also when one throws: what is left over would be sent later, from memory that holds others' frames by then. */
function flushAll(flushes: readonly Flush[]): void {
  const faults: unknown[] = [];
  for (const flush of flushes) {
    try {
      flush();
    } catch (fault) {
      faults.push(fault);
    }
  }
  pieces = pieces.filter(({ bytes, isRead }) => !isRead && bytes.length === PIECE_BYTES);
  for (const piece of pieces) piece.end = 0;
  current = 0;
  if (faults.length > 0) throw faults[0];
}

/** Makes a socket write its binary frames as above. Nothing can overtake them in the stock sender, since compression is off. */
export function writeFramesWhole(socket: WebSocket): void {
  const stream = (socket as unknown as { _socket?: Writable })._socket;
  if (stream === undefined || socket.extensions !== "") return;
  copying.add(socket);
  const send = socket.send as (...parameters: unknown[]) => void;
  const { close } = socket;
  let frames: Buffer[] = [];

  function flush(): void {
    if (frames.length === 0) return;
    const gathered = frames;
    frames = [];
    if (socket.readyState === WebSocket.OPEN) write(stream as Writable, gathered);
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
      const piece = pieceFor(MOST_HEADER_BYTES + data.length);
      const begin = piece.end;
      piece.end = putFrame(piece.bytes, begin, data);
      frames.push(piece.bytes.subarray(begin, piece.end));
      return;
    }
    flush();
    const frame = Buffer.allocUnsafe(MOST_HEADER_BYTES + data.length);
    stream.write(frame.subarray(0, putFrame(frame, 0, data)), callback);
  };
  socket.close = (code, reason) => {
    flush();
    close.call(socket, code, reason);
  };
}

/** @param frames of one socket, in gathered memory */
function write(stream: Writable, frames: readonly Buffer[]): void {
  // What has to wait behind other bytes gets memory of its own.
  if (stream.writableLength > 0) {
    stream.write(Buffer.concat(frames));
    return;
  }
  const bytes = frames.length === 1 ? frames[0] : joined(frames);
  stream.write(bytes);
  // The kernel has taken all, or the stream reads on.
  if (stream.writableLength === 0) return;
  const piece = pieces.find((each) => each.bytes.buffer === bytes.buffer);
  if (piece) piece.isRead = true;
}

function joined(frames: readonly Buffer[]): Buffer {
  const length = frames.reduce((sum, frame) => sum + frame.length, 0);
  const piece = pieceFor(length);
  const begin = piece.end;
  for (const frame of frames) piece.end += frame.copy(piece.bytes, piece.end);
  return piece.bytes.subarray(begin, piece.end);
}

/** A piece with room for so many bytes more. */
function pieceFor(bytes: number): Piece {
  while (current < pieces.length && pieces[current].end + bytes > pieces[current].bytes.length) current++;
  if (current === pieces.length) {
    pieces.push({ bytes: Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, bytes)), end: 0, isRead: false });
  }
  return pieces[current];
}

/** Writes a frame at `at`; @returns where it ends. */
function putFrame(into: Buffer, at: number, payload: Uint8Array): number {
  const { length } = payload;
  into[at] = BINARY_FRAME;
  let begin = at + 2;
  if (length <= SHORT_PAYLOAD) into[at + 1] = length;
  else if (length <= LONGEST_OF_16_BITS) {
    into[at + 1] = PAYLOAD_OF_16_BITS;
    begin = into.writeUInt16BE(length, begin);
  } else {
    into[at + 1] = PAYLOAD_OF_64_BITS;
    begin = into.writeUInt32BE(0, begin);
    begin = into.writeUInt32BE(length, begin);
  }
  into.set(payload, begin);
  return begin + length;
}

/** `send` takes (data, callback) and (data, options, callback). */
function callbackOf(rest: readonly unknown[]): ((error?: Error | null) => void) | undefined {
  const last = rest.at(-1);
  return typeof last === "function" ? (last as (error?: Error | null) => void) : undefined;
}
