/**
 * What changed in each body at this tick, as bytes that serve all viewers who were up to date at the last one.
 *
 * A block of up to three words, as nearly all are, has a place of its own by slot, so that to copy it takes no look at where it
 * is; longer ones stand one behind the other after those places. They are written field by field, each in one pass over the
 * slots: a loop over one column is what a processor does best.
 */
import type { BodyLives } from "./body-lives.ts";
import type { SlotList } from "./slot-lists.ts";
import type { SyncedField } from "./synced-field.ts";
import { createWireBuffer, numberBytes, putSwitch, reserve, type WireBuffer } from "./wire-buffer.ts";

export interface DeltaBlocks {
  /** By slot: bytes of the block; 0 for a body that did not change. */
  readonly lengths: Uint16Array;
  /** Makes the blocks. @param fieldBytes by slot: the bytes of its changed fields; @param mostBytes of a block. */
  build(slotLimit: number, tick: number, fieldBytes: Uint16Array, mostBytes: number): void;
  /** Writes the blocks of these slots. */
  write(into: WireBuffer, slots: Readonly<SlotList>): void;
}

/** Bytes of a place, and the words of it. */
const PLACE_BYTES = 12;
const PLACE_WORDS = PLACE_BYTES / 4;

export function createDeltaBlocks(fields: readonly SyncedField[], lives: BodyLives, capacity: number): DeltaBlocks {
  const placesEnd = capacity * PLACE_BYTES;
  const blocks = createWireBuffer(placesEnd + 4096);
  let places = new Int32Array(blocks.bytes.buffer, 0, capacity * PLACE_WORDS);
  /** By slot: where a block that is too long for its place begins. */
  const starts = new Int32Array(capacity);
  const cursors = new Int32Array(capacity);
  const lengths = new Uint16Array(capacity);
  let mostBytesOfBlock = 0;

  function writeHeads(slotLimit: number, fieldBytes: Uint16Array, mostBytes: number): void {
    const { refIds } = lives;
    blocks.length = placesEnd;
    for (let slot = 0; slot < slotLimit; slot++) {
      const bytes = fieldBytes[slot];
      if (bytes === 0) {
        lengths[slot] = 0;
        continue;
      }
      const length = switchBytes(refIds[slot]) + bytes;
      lengths[slot] = length;
      let start = slot * PLACE_BYTES;
      if (length > PLACE_BYTES) {
        reserve(blocks, mostBytes);
        start = blocks.length;
        starts[slot] = start;
        blocks.length += length;
      }
      cursors[slot] = putSwitch(blocks.view, start, refIds[slot]);
    }
    const { buffer } = blocks.bytes;
    if (places.buffer !== buffer) places = new Int32Array(buffer, 0, capacity * PLACE_WORDS);
  }

  function writeColumn(
    { index, width, bytes, halves, words, changedAt }: SyncedField,
    slotLimit: number,
    tick: number,
  ) {
    const { view } = blocks;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (changedAt[slot] !== tick) continue;
      const at = cursors[slot];
      view.setUint8(at, index);
      if (width === 2) view.setUint16(at + 1, halves[slot], true);
      else if (width === 1) view.setUint8(at + 1, bytes[slot]);
      else if (width === 4) view.setUint32(at + 1, words[slot], true);
      else {
        view.setUint32(at + 1, words[2 * slot], true);
        view.setUint32(at + 5, words[2 * slot + 1], true);
      }
      cursors[slot] = at + 1 + width;
    }
  }

  function writeLong(target: DataView, at: number, slot: number): void {
    const source = blocks.view;
    const start = starts[slot];
    for (let past = 0; past < lengths[slot]; past += 4) {
      target.setUint32(at + past, source.getUint32(start + past, true), true);
    }
  }

  return {
    lengths,
    build(slotLimit, tick, fieldBytes, mostBytes) {
      mostBytesOfBlock = mostBytes;
      writeHeads(slotLimit, fieldBytes, mostBytes);
      for (let f = 0; f < fields.length; f++) {
        if (fields[f].changes > 0) writeColumn(fields[f], slotLimit, tick);
      }
    },
    write(into, { slots, count }) {
      reserve(into, count * mostBytesOfBlock);
      const target = into.view;
      let at = into.length;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        const bytes = lengths[slot];
        // Three words without asking how many: what is too much is overwritten by what follows.
        const place = slot * PLACE_WORDS;
        target.setInt32(at, places[place], true);
        target.setInt32(at + 4, places[place + 1], true);
        target.setInt32(at + 8, places[place + 2], true);
        if (bytes > PLACE_BYTES) writeLong(target, at, slot);
        at += bytes;
      }
      into.length = at;
    },
  };
}

/** Bytes of a switch to the object with this refId. */
export function switchBytes(refId: number): number {
  return 1 + numberBytes(refId);
}
