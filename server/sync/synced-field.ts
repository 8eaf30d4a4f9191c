/**
 * One field of all bodies: the column that the game fills, and what was sent of it.
 *
 * The wire wants little-endian bytes, as the machine has them, whatever the type. So columns are compared and copied as whole
 * 32-bit words, by code that is the same for all types.
 */
import { type BodyField, type Column, createColumn } from "./body-layout.ts";
import { quantize } from "./quantization.ts";
import type { SlotList } from "./slot-lists.ts";

export interface SyncedField extends BodyField {
  /** Bytes of a value. */
  readonly width: number;
  /** What the game fills. */
  readonly column: Column;
  /** The column as it goes to the wire: the same memory, or its quantized values. Three views of it. */
  readonly wire: Column;
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly words: Uint32Array;
  readonly sentWords: Uint32Array;
  /** By slot: the tick at which the value was last seen to differ from the tick before. */
  readonly changedAt: Int32Array;
  /** The bodies whose values differed at the last comparison. */
  readonly changed: SlotList;
}

/** Slots of every type then fill whole words. */
const SLOTS_MULTIPLE = 8;

export function createSyncedField(field: BodyField, capacity: number): SyncedField {
  const slots = Math.ceil(capacity / SLOTS_MULTIPLE) * SLOTS_MULTIPLE;
  const wire = createColumn(field.type, slots);
  const buffer = wire.buffer;
  return {
    ...field,
    width: wire.BYTES_PER_ELEMENT,
    column: field.quantization ? new Float64Array(slots) : wire,
    wire,
    bytes: new Uint8Array(buffer),
    halves: new Uint16Array(buffer),
    words: new Uint32Array(buffer),
    sentWords: new Uint32Array(buffer.byteLength / 4),
    changedAt: new Int32Array(slots),
    changed: { slots: new Int32Array(slots), count: 0 },
  };
}

/** Bytes of all these fields of a body. */
export function fieldBytes(fields: readonly SyncedField[]): number {
  return fields.reduce((sum, { width }) => sum + 1 + width, 0);
}

/** Puts a quantized field's column into the form of the wire, for every slot that has an id. */
export function quantizeColumn(field: SyncedField, ids: Int32Array, slotLimit: number): void {
  const { column, wire, quantization } = field;
  if (!quantization) return;
  for (let slot = 0; slot < slotLimit; slot++) if (ids[slot] !== 0) wire[slot] = quantize(quantization, column[slot]);
}

/** Compares the field with what was sent, takes it as sent, and lists in `changed` the bodies whose values differ. */
export function compareField(field: SyncedField, ids: Int32Array, slotLimit: number, tick: number): void {
  const { width } = field;
  if (width === 2) compareHalves(field, ids, slotLimit, tick);
  else if (width === 8) compareDoubles(field, ids, slotLimit, tick);
  else compareWords(field, ids, slotLimit, tick);
}

/** Two slots a word; most fields that change in every tick, as positions do, are of this width. */
function compareHalves(
  { words, sentWords, changedAt, changed }: SyncedField,
  ids: Int32Array,
  slotLimit: number,
  tick: number,
) {
  const { slots } = changed;
  let count = 0;
  for (let word = 0, slot = 0; slot < slotLimit; word++, slot += 2) {
    const value = words[word];
    const difference = value ^ sentWords[word];
    if (difference === 0) continue;
    sentWords[word] = value;
    if ((difference & 0xffff) !== 0 && ids[slot] !== 0) {
      changedAt[slot] = tick;
      slots[count++] = slot;
    }
    if (difference >>> 16 !== 0 && ids[slot + 1] !== 0) {
      changedAt[slot + 1] = tick;
      slots[count++] = slot + 1;
    }
  }
  changed.count = count;
}

/** Four slots a word, or one. */
function compareWords(
  { width, words, sentWords, changedAt, changed }: SyncedField,
  ids: Int32Array,
  slotLimit: number,
  tick: number,
): void {
  const { slots } = changed;
  const slotsPerWord = 4 / width;
  const bits = 8 * width;
  const mask = width === 4 ? -1 : (1 << bits) - 1;
  let count = 0;
  for (let word = 0, first = 0; first < slotLimit; word++, first += slotsPerWord) {
    const value = words[word];
    let difference = value ^ sentWords[word];
    if (difference === 0) continue;
    sentWords[word] = value;
    for (let slot = first; difference !== 0; slot++) {
      if ((difference & mask) !== 0 && ids[slot] !== 0) {
        changedAt[slot] = tick;
        slots[count++] = slot;
      }
      difference = bits === 32 ? 0 : difference >>> bits;
    }
  }
  changed.count = count;
}

function compareDoubles(
  { words, sentWords, changedAt, changed }: SyncedField,
  ids: Int32Array,
  slotLimit: number,
  tick: number,
): void {
  const { slots } = changed;
  let count = 0;
  for (let slot = 0; slot < slotLimit; slot++) {
    const low = words[2 * slot];
    const high = words[2 * slot + 1];
    if (low === sentWords[2 * slot] && high === sentWords[2 * slot + 1]) continue;
    sentWords[2 * slot] = low;
    sentWords[2 * slot + 1] = high;
    if (ids[slot] === 0) continue;
    changedAt[slot] = tick;
    slots[count++] = slot;
  }
  changed.count = count;
}

/** Writes the operation and the value of `slot` at `at`; @returns where it ends. May write 3 bytes more, which mean nothing. */
export function writeField(view: DataView, at: number, field: SyncedField, operation: number, slot: number): number {
  const { width, words } = field;
  view.setUint8(at, operation | field.index);
  if (width === 8) {
    view.setUint32(at + 1, words[2 * slot], true);
    view.setUint32(at + 5, words[2 * slot + 1], true);
  } else {
    const byte = slot * width;
    view.setUint32(at + 1, words[byte >> 2] >>> ((byte & 3) * 8), true);
  }
  return at + 1 + width;
}
