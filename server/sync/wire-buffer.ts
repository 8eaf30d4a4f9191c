/**
 * Bytes in the schema wire format, written one after the other into a buffer that grows and is used again.
 *
 * The format (@colyseus/schema 5): `SWITCH, refId` turns to a structure; a field is `operation | index` and its value; a map
 * entry is an operation, its index, its key when added, and the refId of its value. Numbers of no fixed width take 1, 2, 3
 * or 5 bytes.
 */
export interface WireBuffer {
  bytes: Uint8Array;
  length: number;
}

/** Turns to the structure whose refId follows. */
export const SWITCH_TO_STRUCTURE = 255;
/** Operations, alone for a map entry, or'ed with the index for a field. */
export const ADD = 128;
export const REPLACE = 0;
export const DELETE = 64;

/** The most bytes that one `writeNumber` takes. */
const MAX_NUMBER_BYTES = 5;
const FIXED_STRING = 0xa0;
const UINT8 = 0xcc;
const UINT16 = 0xcd;
const UINT32 = 0xce;

export function createWireBuffer(capacity: number): WireBuffer {
  return { bytes: new Uint8Array(capacity), length: 0 };
}

/** Makes sure that `extra` more bytes fit. */
export function reserve(buffer: WireBuffer, extra: number): void {
  const needed = buffer.length + extra;
  if (needed <= buffer.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, buffer.bytes.length * 2));
  grown.set(buffer.bytes.subarray(0, buffer.length));
  buffer.bytes = grown;
}

export function writeByte(buffer: WireBuffer, value: number): void {
  reserve(buffer, 1);
  buffer.bytes[buffer.length++] = value;
}

/** Writes an unsigned integer below 2^32 in as few bytes as the format allows. */
export function writeNumber(buffer: WireBuffer, value: number): void {
  reserve(buffer, MAX_NUMBER_BYTES);
  const bytes = buffer.bytes;
  if (value < 0x80) {
    bytes[buffer.length++] = value;
  } else if (value < 0x100) {
    bytes[buffer.length++] = UINT8;
    bytes[buffer.length++] = value;
  } else if (value < 0x10000) {
    bytes[buffer.length++] = UINT16;
    bytes[buffer.length++] = value & 0xff;
    bytes[buffer.length++] = value >> 8;
  } else {
    bytes[buffer.length++] = UINT32;
    bytes[buffer.length++] = value & 0xff;
    bytes[buffer.length++] = (value >> 8) & 0xff;
    bytes[buffer.length++] = (value >> 16) & 0xff;
    bytes[buffer.length++] = value >>> 24;
  }
}

/** Writes `value` (an integer below 2^32) in decimal digits, as a string. */
export function writeDigits(buffer: WireBuffer, value: number): void {
  let digits = 1;
  for (let rest = Math.floor(value / 10); rest > 0; rest = Math.floor(rest / 10)) digits++;
  reserve(buffer, 1 + digits);
  buffer.bytes[buffer.length++] = FIXED_STRING | digits;
  const end = buffer.length + digits;
  for (let at = end - 1, rest = value; at >= buffer.length; at--, rest = Math.floor(rest / 10)) {
    buffer.bytes[at] = 0x30 + (rest % 10);
  }
  buffer.length = end;
}

/** Copies bytes `from` to `to` of `source` to the end. */
export function writeBytes(buffer: WireBuffer, source: Uint8Array, from: number, to: number): void {
  reserve(buffer, to - from);
  // A loop, because a body's block is some ten bytes: a typed array's set() and subarray() cost more than copying them.
  const bytes = buffer.bytes;
  let at = buffer.length;
  for (let i = from; i < to; i++) bytes[at++] = source[i];
  buffer.length = at;
}
