/**
 * What a viewer needs of a body that enters its view: the entry in the map, and all fields that everyone may see. Made on
 * demand, once per tick, and copied for each viewer.
 *
 * The body in slot s has the map index s and the key s in digits.
 */
import type { BodyLives } from "./body-lives.ts";
import type { SlotList } from "./slot-lists.ts";
import { type SyncedField, writeField } from "./synced-field.ts";
import {
  ADD,
  createWireBuffer,
  DELETE,
  digitsBytes,
  MAX_NUMBER_BYTES,
  numberBytes,
  reserve,
  type WireBuffer,
  writeByte,
  writeBytes,
  writeDigits,
  writeNumber,
  writeSwitch,
} from "./wire-buffer.ts";

export interface EntryBlocks {
  useMap(refId: number): void;
  /** Forgets the blocks of the tick before. @param mostBytes of a block. */
  beginTick(tick: number, mostBytes: number): void;
  writeEntered(into: WireBuffer, entered: Readonly<SlotList>): void;
  writeLeft(into: WireBuffer, left: Readonly<SlotList>): void;
}

/** The most bytes of an entry in the map and of its removal, for slots up to `lastSlot` and refIds up to `lastRefId`. */
export function mapEntryBytes(lastSlot: number, lastRefId: number): number {
  return mapExitBytes(lastSlot) + digitsBytes(lastSlot) + numberBytes(lastRefId);
}

export function mapExitBytes(lastSlot: number): number {
  return 1 + numberBytes(lastSlot);
}

export function createEntryBlocks(fields: readonly SyncedField[], lives: BodyLives, capacity: number): EntryBlocks {
  const blocks = createWireBuffer(4096);
  const madeAt = new Int32Array(capacity);
  const starts = new Int32Array(capacity);
  /** Where the entry in the map ends and the fields begin. */
  const middles = new Int32Array(capacity);
  const ends = new Int32Array(capacity);
  let tick = 0;
  let mostBytesOfBlock = 0;
  let mapRefId = 0;

  function make(slot: number): void {
    reserve(blocks, mostBytesOfBlock);
    const refId = lives.refIds[slot];
    madeAt[slot] = tick;
    starts[slot] = blocks.length;
    writeByte(blocks, ADD);
    writeNumber(blocks, slot);
    writeDigits(blocks, slot);
    writeNumber(blocks, refId);
    middles[slot] = blocks.length;
    writeSwitch(blocks, refId);
    for (let f = 0; f < fields.length; f++) {
      blocks.length = writeField(blocks.view, blocks.length, fields[f], ADD, slot);
    }
    ends[slot] = blocks.length;
  }

  return {
    useMap(refId) {
      mapRefId = refId;
    },
    beginTick(now, mostBytes) {
      tick = now;
      mostBytesOfBlock = mostBytes;
      blocks.length = 0;
    },
    writeEntered(into, { slots, count }) {
      if (count === 0) return;
      reserve(into, 1 + MAX_NUMBER_BYTES + count * mostBytesOfBlock);
      writeSwitch(into, mapRefId);
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        if (madeAt[slot] !== tick) make(slot);
        writeBytes(into, blocks, starts[slot], middles[slot]);
      }
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        writeBytes(into, blocks, middles[slot], ends[slot]);
      }
    },
    writeLeft(into, { slots, count }) {
      if (count === 0) return;
      reserve(into, 1 + MAX_NUMBER_BYTES + count * (1 + MAX_NUMBER_BYTES));
      writeSwitch(into, mapRefId);
      for (let i = 0; i < count; i++) {
        writeByte(into, DELETE);
        writeNumber(into, slots[i]);
      }
    },
  };
}
