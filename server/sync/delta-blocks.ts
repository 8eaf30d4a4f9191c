/**
 * What changed in each body at this tick, as bytes that serve all viewers who were up to date at the last one.
 *
 * Each slot has a place of its own, with room for a whole block, so that to find one takes no look at where it is. A block is the
 * switch to its body's object, which stands there for as long as the slot keeps its refId, and behind it the fields that changed.
 * They are written field by field, each in one pass over the bodies in which it changed: a loop over one column is what a
 * processor does best. What viewers copy is the beginnings of the blocks, put close together: most blocks are no longer, and
 * the closer they are, the more of them the cache holds.
 */
import type { BodyLives } from "./body-lives.ts";
import type { SlotList } from "./slot-lists.ts";
import { type SyncedField, writeField } from "./synced-field.ts";
import { numberBytes, putSwitch, REPLACE, reserve, type WireBuffer } from "./wire-buffer.ts";

export interface DeltaBlocks {
  /** By slot: bytes of the block; 0 for a body that did not change. */
  readonly lengths: Uint16Array;
  /** Writes the switches anew: to be called when all slots have other refIds. */
  useRefIds(): void;
  /** Makes the blocks of what is listed as changed in the fields, and whole ones of the bodies that are new. */
  build(slotLimit: number): void;
  /** Writes the blocks of these slots. */
  write(into: WireBuffer, slots: Readonly<SlotList>): void;
}

/** Most bytes of a switch: refIds are numbers of 32 bits. */
const MOST_SWITCH_BYTES = 6;
/** Bytes beyond its end that writing a field may alter (`writeField`). */
const OVERRUN_BYTES = 3;
/** Words of a beginning: two fields of 16 bits, as positions are, and the switch. */
const BEGINNING_WORDS = 3;

/** @param fieldBytes of all fields of a body */
export function createDeltaBlocks(
  fields: readonly SyncedField[],
  fieldBytes: number,
  lives: BodyLives,
  capacity: number,
): DeltaBlocks {
  const placeWords = Math.max(BEGINNING_WORDS, Math.ceil((MOST_SWITCH_BYTES + fieldBytes + OVERRUN_BYTES) / 4));
  const placeBytes = 4 * placeWords;
  const places = new Int32Array(capacity * placeWords);
  const view = new DataView(places.buffer);
  const beginnings = new Int32Array(capacity * BEGINNING_WORDS);
  /** By slot: where the switch ends, and where the next field goes. */
  const heads = new Int32Array(capacity);
  const ends = new Int32Array(capacity);
  const lengths = new Uint16Array(capacity);

  function writeHead(slot: number): void {
    heads[slot] = putSwitch(view, slot * placeBytes, lives.refIds[slot]);
  }

  function appendColumn({ index, width, bytes, halves, words, changed }: SyncedField): void {
    const { slots, count } = changed;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      const at = ends[slot];
      // Index and value at once, where both fit a word; what is too much is overwritten by what follows.
      if (width === 2) view.setUint32(at, index | (halves[slot] << 8), true);
      else if (width === 1) view.setUint16(at, index | (bytes[slot] << 8), true);
      else if (width === 4) {
        view.setUint8(at, index);
        view.setUint32(at + 1, words[slot], true);
      } else {
        view.setUint8(at, index);
        view.setUint32(at + 1, words[2 * slot], true);
        view.setUint32(at + 5, words[2 * slot + 1], true);
      }
      ends[slot] = at + 1 + width;
    }
  }

  /** The earlier values of a new body's slot mean nothing, so that all its fields count as changed. */
  function writeBorn(): void {
    const { slots, count } = lives.born;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      writeHead(slot);
      let at = heads[slot];
      for (let f = 0; f < fields.length; f++) at = writeField(view, at, fields[f], REPLACE, slot);
      ends[slot] = at;
    }
  }

  return {
    lengths,
    useRefIds() {
      for (let slot = 0; slot < capacity; slot++) writeHead(slot);
    },
    build(slotLimit) {
      ends.set(heads);
      for (let f = 0; f < fields.length; f++) appendColumn(fields[f]);
      writeBorn();
      for (let slot = 0; slot < slotLimit; slot++) {
        lengths[slot] = ends[slot] === heads[slot] ? 0 : ends[slot] - slot * placeBytes;
        const place = slot * placeWords;
        const beginning = slot * BEGINNING_WORDS;
        beginnings[beginning] = places[place];
        beginnings[beginning + 1] = places[place + 1];
        beginnings[beginning + 2] = places[place + 2];
      }
    },
    write(into, { slots, count }) {
      reserve(into, count * placeBytes);
      const target = into.view;
      let at = into.length;
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        const bytes = lengths[slot];
        // Without asking how many words there are: what is too much is overwritten by what follows.
        const beginning = slot * BEGINNING_WORDS;
        target.setInt32(at, beginnings[beginning], true);
        target.setInt32(at + 4, beginnings[beginning + 1], true);
        target.setInt32(at + 8, beginnings[beginning + 2], true);
        const place = slot * placeWords;
        for (let word = BEGINNING_WORDS; 4 * word < bytes; word++) {
          target.setInt32(at + 4 * word, places[place + word], true);
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
