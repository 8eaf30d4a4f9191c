/**
 * Bytes in the schema wire format, written one after the other.
 *
 * The format (@colyseus/schema 5): `SWITCH, refId` turns to a structure; a field is `operation | index` and its value; a map
 * entry is an operation, its index, its key when added, and the refId of its value. Numbers of no fixed width take 1, 2, 3
 * or 5 bytes.
 *
 * Nothing but `reserve` looks whether there is room: who writes reserves first, once for much.
 */
export interface WireBuffer {
  bytes: Buffer;
  /** Over `bytes`. */
  view: DataView;
  /** Where that which is being written began: bytes before it are not ours any more (see `takeFrame`). */
  start: number;
  /** Where the next byte goes. */
  length: number;
  /** The least size of `bytes`. */
  readonly chunkBytes: number;
}

/** Turns to the structure whose refId follows. */
const SWITCH_TO_STRUCTURE = 255;
/** Operations, alone for a map entry, or'ed with the index for a field. */
export const ADD = 128;
export const REPLACE = 0;
export const DELETE = 64;

/** The most bytes that one `writeNumber` takes. */
export const MAX_NUMBER_BYTES = 5;
const FIXED_STRING = 0xa0;
const UINT8 = 0xcc;
const UINT16 = 0xcd;
const UINT32 = 0xce;

/** Bytes beyond what was reserved that may be written as well, and mean nothing: whole words are faster than bytes. */
const OVERRUN_BYTES = 16;

export function createWireBuffer(chunkBytes: number): WireBuffer {
  const bytes = Buffer.allocUnsafeSlow(chunkBytes);
  return { bytes, view: viewOf(bytes), start: 0, length: 0, chunkBytes };
}

/** Makes sure that `extra` more bytes fit. What was taken from the buffer stays as it is. */
export function reserve(buffer: WireBuffer, extra: number): void {
  if (buffer.length + extra + OVERRUN_BYTES <= buffer.bytes.length) return;
  const kept = buffer.length - buffer.start;
  const bytes = Buffer.allocUnsafeSlow(Math.max(buffer.chunkBytes, 2 * kept + extra + OVERRUN_BYTES));
  buffer.bytes.copy(bytes, 0, buffer.start, buffer.length);
  buffer.bytes = bytes;
  buffer.view = viewOf(bytes);
  buffer.start = 0;
  buffer.length = kept;
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** What has been written since the last one was taken. Its bytes are not written again before a `rewind`. */
export function takeFrame(buffer: WireBuffer): Buffer {
  const frame = buffer.bytes.subarray(buffer.start, buffer.length);
  buffer.start = buffer.length;
  return frame;
}

/** Begins anew, over all frames that were taken, with room for `bytes`: none of them may be read any more. */
export function rewind(buffer: WireBuffer, bytes: number): void {
  buffer.start = 0;
  buffer.length = 0;
  if (bytes <= buffer.bytes.length) return;
  buffer.bytes = Buffer.allocUnsafeSlow(2 * bytes);
  buffer.view = viewOf(buffer.bytes);
}

export function writeByte(buffer: WireBuffer, value: number): void {
  buffer.bytes[buffer.length++] = value;
}

/** How many bytes `writeNumber` takes for `value`. */
export function numberBytes(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x100) return 2;
  return value < 0x10000 ? 3 : MAX_NUMBER_BYTES;
}

/** Writes an unsigned integer below 2^32 at `at`, in as few bytes as the format allows; @returns where it ends. */
function putNumber(view: DataView, at: number, value: number): number {
  if (value < 0x80) {
    view.setUint8(at, value);
    return at + 1;
  }
  if (value < 0x100) {
    view.setUint8(at, UINT8);
    view.setUint8(at + 1, value);
    return at + 2;
  }
  if (value < 0x10000) {
    view.setUint8(at, UINT16);
    view.setUint16(at + 1, value, true);
    return at + 3;
  }
  view.setUint8(at, UINT32);
  view.setUint32(at + 1, value, true);
  return at + 5;
}

/** Writes at `at` that the fields which follow are those of the structure with this refId; @returns where they begin. */
export function putSwitch(view: DataView, at: number, refId: number): number {
  view.setUint8(at, SWITCH_TO_STRUCTURE);
  return putNumber(view, at + 1, refId);
}

export function writeNumber(buffer: WireBuffer, value: number): void {
  buffer.length = putNumber(buffer.view, buffer.length, value);
}

export function writeSwitch(buffer: WireBuffer, refId: number): void {
  buffer.length = putSwitch(buffer.view, buffer.length, refId);
}

/** How many bytes `writeDigits` takes for `value`. */
export function digitsBytes(value: number): number {
  let digits = 1;
  for (let rest = Math.floor(value / 10); rest > 0; rest = Math.floor(rest / 10)) digits++;
  return 1 + digits;
}

/** Writes `value` (an integer below 2^32) in decimal digits, as a string. */
export function writeDigits(buffer: WireBuffer, value: number): void {
  const digits = digitsBytes(value) - 1;
  writeByte(buffer, FIXED_STRING | digits);
  const end = buffer.length + digits;
  for (let at = end - 1, rest = value; at >= buffer.length; at--, rest = Math.floor(rest / 10)) {
    buffer.bytes[at] = 0x30 + (rest % 10);
  }
  buffer.length = end;
}

/** Copies bytes `from` to `to` of `source`, whose buffer has to go on for 3 bytes more. */
export function writeBytes(buffer: WireBuffer, source: WireBuffer, from: number, to: number): void {
  // A typed array's set() and copy() cost more than copying some ten bytes.
  const into = buffer.view;
  const out = source.view;
  let at = buffer.length;
  for (let read = from; read < to; read += 4, at += 4) into.setUint32(at, out.getUint32(read, true), true);
  buffer.length += to - from;
}
