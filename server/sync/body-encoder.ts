/**
 * Requirement: each body's patch bytes are made once per tick, however many viewers see it.
 *
 * Idea: a body's fields stand in columns by slot. Once per tick every column is compared with what was sent last; the fields
 * that differ become the body's *delta block*. A viewer's patch is then a copy of the blocks of the bodies that it sees. A
 * body that enters a view needs all its fields, and an entry in the map: those are made on demand, once per tick. No body is
 * a Schema instance on the server; the stock `Decoder` builds ordinary instances from the bytes.
 *
 * A body in slot s has the map index s, the key s in digits, and the refId `firstRefId + s`. They belong together, so that a
 * slot used again means the same entry to every client, whatever it has missed: all its fields are written anew.
 *
 * Cost: O(bodies × bytes per body) per tick, and O(visible bodies × block) per viewer.
 */
import { type BodyField, bodyFields, type Column, createColumn, type SchemaClass } from "./body-layout.ts";
import {
  ADD,
  createWireBuffer,
  DELETE,
  REPLACE,
  SWITCH_TO_STRUCTURE,
  type WireBuffer,
  writeByte,
  writeBytes,
  writeDigits,
  writeNumber,
} from "./wire-buffer.ts";

export interface BodyEncoder {
  /** The columns to fill before each `beginTick`, one per field of the body class. */
  readonly columns: Readonly<Record<string, Column>>;
  /** The refIds that bodies take: as many as there are slots, from the one given to `useRefIds`. */
  readonly capacity: number;
  useRefIds(mapRefId: number, firstRefId: number): void;
  /**
   * Compares the columns with what was sent last and makes the delta blocks.
   *
   * @param ids by slot; 0 where there is no body, and nothing but 0 from `slotLimit` on.
   */
  beginTick(ids: Int32Array, slotLimit: number): void;
  /** Writes that the bodies in these slots have left the view. */
  writeLeft(into: WireBuffer, slots: Int32Array, count: number): void;
  /** Writes that the bodies in these slots have entered the view: map entries, then all fields. */
  writeEntered(into: WireBuffer, slots: Int32Array, count: number): void;
  /** Writes what has changed in the bodies in these slots. */
  writeChanged(into: WireBuffer, slots: Int32Array, count: number): void;
}

/** A column with what was sent of it, both also as bytes: the wire wants little-endian bytes, as the machine has them. */
interface SyncedField extends BodyField {
  readonly width: number;
  readonly column: Column;
  readonly bytes: Uint8Array;
  readonly sentBytes: Uint8Array;
}

/** @param capacity how many slots there are. */
export function createBodyEncoder(bodyClass: SchemaClass, capacity: number): BodyEncoder {
  const fields: SyncedField[] = bodyFields(bodyClass).map((field) => {
    const column = createColumn(field, capacity);
    const sentBytes = new Uint8Array(column.byteLength);
    return { ...field, column, width: column.BYTES_PER_ELEMENT, bytes: new Uint8Array(column.buffer), sentBytes };
  });
  const columns = Object.fromEntries(fields.map((field) => [field.name, field.column]));

  const blocks = createWireBuffer(1024);
  const blockStart = new Int32Array(capacity);
  const blockEnd = new Int32Array(capacity);
  const additions = createWireBuffer(1024);
  const additionStart = new Int32Array(capacity);
  const additionFields = new Int32Array(capacity);
  const additionEnd = new Int32Array(capacity);
  const additionTick = new Int32Array(capacity);
  let tick = 1;
  let mapRefId = 0;
  let firstRefId = 0;

  function fieldDiffers(field: SyncedField, slot: number): boolean {
    const { width, bytes, sentBytes } = field;
    for (let i = slot * width, end = i + width; i < end; i++) if (bytes[i] !== sentBytes[i]) return true;
    return false;
  }

  function writeBlock(slot: number): void {
    let begun = false;
    for (let f = 0; f < fields.length; f++) {
      const field = fields[f];
      if (!fieldDiffers(field, slot)) continue;
      if (!begun) {
        writeByte(blocks, SWITCH_TO_STRUCTURE);
        writeNumber(blocks, firstRefId + slot);
        begun = true;
      }
      const { width, bytes, sentBytes } = field;
      const start = slot * width;
      writeByte(blocks, REPLACE | field.index);
      writeBytes(blocks, bytes, start, start + width);
      for (let i = start; i < start + width; i++) sentBytes[i] = bytes[i];
    }
  }

  function beginTick(ids: Int32Array, slotLimit: number): void {
    tick++;
    blocks.length = 0;
    additions.length = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      blockStart[slot] = blocks.length;
      if (ids[slot] !== 0) writeBlock(slot);
      blockEnd[slot] = blocks.length;
    }
  }

  /** Makes the bytes that add the body in `slot` to a view, unless this tick has made them already. */
  function prepareAddition(slot: number): void {
    if (additionTick[slot] === tick) return;
    additionTick[slot] = tick;
    const refId = firstRefId + slot;
    additionStart[slot] = additions.length;
    writeByte(additions, ADD);
    writeNumber(additions, slot);
    writeDigits(additions, slot);
    writeNumber(additions, refId);
    additionFields[slot] = additions.length;
    writeByte(additions, SWITCH_TO_STRUCTURE);
    writeNumber(additions, refId);
    for (let f = 0; f < fields.length; f++) {
      const { index, width, bytes } = fields[f];
      writeByte(additions, ADD | index);
      writeBytes(additions, bytes, slot * width, slot * width + width);
    }
    additionEnd[slot] = additions.length;
  }

  function writeLeft(into: WireBuffer, slots: Int32Array, count: number): void {
    if (count === 0) return;
    writeByte(into, SWITCH_TO_STRUCTURE);
    writeNumber(into, mapRefId);
    for (let i = 0; i < count; i++) {
      writeByte(into, DELETE);
      writeNumber(into, slots[i]);
    }
  }

  function writeEntered(into: WireBuffer, slots: Int32Array, count: number): void {
    if (count === 0) return;
    writeByte(into, SWITCH_TO_STRUCTURE);
    writeNumber(into, mapRefId);
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      prepareAddition(slot);
      writeBytes(into, additions.bytes, additionStart[slot], additionFields[slot]);
    }
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      writeBytes(into, additions.bytes, additionFields[slot], additionEnd[slot]);
    }
  }

  function writeChanged(into: WireBuffer, slots: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      writeBytes(into, blocks.bytes, blockStart[slot], blockEnd[slot]);
    }
  }

  return {
    columns,
    capacity,
    useRefIds(map, first) {
      mapRefId = map;
      firstRefId = first;
    },
    beginTick,
    writeLeft,
    writeEntered,
    writeChanged,
  };
}
