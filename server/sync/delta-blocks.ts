/**
 * What changed in each body at this tick, as bytes that serve all viewers who were up to date at the last one.
 *
 * The blocks stand in the order of slots, so that block s ends where block s + 1 begins. They are written field by field, each
 * in one pass over the slots: a loop over one column is what a processor does best.
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

export function createDeltaBlocks(fields: readonly SyncedField[], lives: BodyLives, capacity: number): DeltaBlocks {
  const blocks = createWireBuffer(4096);
  const starts = new Int32Array(capacity + 1);
  const cursors = new Int32Array(capacity);
  const lengths = new Uint16Array(capacity);
  let mostBytesOfBlock = 0;

  function writeHeads(slotLimit: number, fieldBytes: Uint16Array): void {
    const { refIds } = lives;
    const { view } = blocks;
    let at = 0;
    for (let slot = 0; slot < slotLimit; slot++) {
      starts[slot] = at;
      const bytes = fieldBytes[slot];
      if (bytes === 0) {
        lengths[slot] = 0;
        continue;
      }
      const fieldsStart = putSwitch(view, at, refIds[slot]);
      cursors[slot] = fieldsStart;
      lengths[slot] = fieldsStart + bytes - at;
      at = fieldsStart + bytes;
    }
    starts[slotLimit] = at;
    blocks.length = at;
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

  return {
    lengths,
    build(slotLimit, tick, fieldBytes, mostBytes) {
      mostBytesOfBlock = mostBytes;
      blocks.length = 0;
      reserve(blocks, slotLimit * mostBytes);
      writeHeads(slotLimit, fieldBytes);
      for (let f = 0; f < fields.length; f++) {
        if (fields[f].changes > 0) writeColumn(fields[f], slotLimit, tick);
      }
    },
    write(into, { slots, count }) {
      reserve(into, count * mostBytesOfBlock);
      const target = into.view;
      const source = blocks.view;
      let at = into.length;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        const start = starts[slot];
        const bytes = starts[slot + 1] - start;
        // Most blocks are no longer than three words: to copy those without asking is the fastest. What is too much is
        // overwritten by what follows.
        target.setUint32(at, source.getUint32(start, true), true);
        target.setUint32(at + 4, source.getUint32(start + 4, true), true);
        target.setUint32(at + 8, source.getUint32(start + 8, true), true);
        for (let past = 12; past < bytes; past += 4) {
          target.setUint32(at + past, source.getUint32(start + past, true), true);
        }
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
