/**
 * How frames get into clients' sockets.
 *
 * What a room of many small patches costs is not so much their bytes as their writes: each goes through node's streams and
 * into the kernel, some 20 µs. The stock sender hands over header and payload as two chunks; here a frame is one. And a
 * room gathers what it sends in a tick, patches and messages, so that each client's frames go out in one write.
 *
 * Gathered frames stand in one piece of memory that is used again for the next tick, unless a socket could not take all of
 * its own at once and still reads them. Else a room of two hundred would allocate 60 MB a second, for which the garbage
 * collector goes through the whole heap several times a second.
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

const FIRST_MEMORY_BYTES = 256 * 1024;

/** Writes what has been gathered for one socket. */
type Flush = () => void;

/** Of the sockets that have been sent something while frames are gathered; undefined while they are not. */
let waiting: Flush[] | undefined;
let memory = Buffer.allocUnsafeSlow(FIRST_MEMORY_BYTES);
/** Where the next frame goes. */
let memoryEnd = 0;
/** Whether a socket still reads what it was given of this memory. */
let isMemoryRead = false;
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
    for (const flush of flushes) flush();
    if (isMemoryRead) memory = Buffer.allocUnsafeSlow(memory.length);
    memoryEnd = 0;
    isMemoryRead = false;
  }
}

/** Makes a socket write its binary frames as above. Nothing can overtake them in the stock sender, since compression is off. */
export function writeFramesWhole(socket: WebSocket): void {
  const stream = (socket as unknown as { _socket?: Writable })._socket;
  if (stream === undefined || socket.extensions !== "") return;
  copying.add(socket);
  const send = socket.send as (...parameters: unknown[]) => void;
  const { close } = socket;
  /** Where the gathered frames begin and end, in turn. */
  const places: number[] = [];

  function flush(): void {
    if (places.length === 0) return;
    if (socket.readyState === WebSocket.OPEN) write(stream as Writable, places);
    places.length = 0;
  }

  socket.send = (data: unknown, ...rest: unknown[]): void => {
    if (!(data instanceof Uint8Array) || socket.readyState !== WebSocket.OPEN) {
      flush();
      send.call(socket, data, ...rest);
      return;
    }
    const callback = callbackOf(rest);
    if (waiting && !callback) {
      if (places.length === 0) waiting.push(flush);
      reserve(MOST_HEADER_BYTES + data.length);
      places.push(memoryEnd);
      memoryEnd = putFrame(memory, memoryEnd, data);
      places.push(memoryEnd);
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

function write(stream: Writable, places: readonly number[]): void {
  const isFirst = stream.writableLength === 0;
  const bytes = joined(places);
  // What has to wait behind other bytes gets memory of its own: a reader that pauses would hold everyone's for long.
  stream.write(isFirst ? bytes : Buffer.from(bytes));
  // The kernel has taken all, or the stream reads on.
  if (isFirst && stream.writableLength > 0) isMemoryRead = true;
}

/** The gathered frames of one socket, one behind the other. */
function joined(places: readonly number[]): Buffer {
  if (places.length > 2) {
    let length = 0;
    for (let i = 0; i < places.length; i += 2) length += places[i + 1] - places[i];
    reserve(length);
    const begin = memoryEnd;
    for (let i = 0; i < places.length; i += 2) {
      memoryEnd += memory.copy(memory, memoryEnd, places[i], places[i + 1]);
    }
    return memory.subarray(begin, memoryEnd);
  }
  return memory.subarray(places[0], places[1]);
}

/** Makes room for so many bytes more. Who reads the memory as it was keeps it. */
function reserve(bytes: number): void {
  if (memoryEnd + bytes <= memory.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (memoryEnd + bytes));
  memory.copy(larger, 0, 0, memoryEnd);
  memory = larger;
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
