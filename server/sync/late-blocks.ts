/**
 * What changed in a body since an earlier tick, for viewers to whom its changes do not go every tick. Made on demand; a block
 * of a usual age serves all viewers for whom it is due at this tick.
 */
import type { BodyLives } from "./body-lives.ts";
import type { DueList, SlotList } from "./slot-lists.ts";
import { type SyncedField, writeField } from "./synced-field.ts";
import { createWireBuffer, REPLACE, reserve, type WireBuffer, writeBytes, writeSwitch } from "./wire-buffer.ts";

export interface LateBlocks {
  /** Forgets the blocks of the tick before. @param mostBytes of a block. */
  beginTick(tick: number, mostBytes: number): void;
  /**
   * Writes what changed in these bodies since as many ticks as they are late, but for those that were up to date at the last
   * tick: it lists them in `fresh`, whose blocks are made anyway.
   */
  write(into: WireBuffer, due: Readonly<DueList>, fresh: SlotList): void;
}

/** Blocks up to this age (ticks) are kept for the next viewer. */
const KEPT_AGES = 8;

/** Where the blocks of one age stand, by slot; of this tick where `madeAt` says so. */
interface KeptBlocks {
  readonly madeAt: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export function createLateBlocks(fields: readonly SyncedField[], lives: BodyLives, capacity: number): LateBlocks {
  const blocks = createWireBuffer(4096);
  const keptByAge: (KeptBlocks | undefined)[] = [];
  let tick = 0;
  let mostBytesOfBlock = 0;

  function writeBlock(into: WireBuffer, slot: number, since: number): void {
    let begun = false;
    for (let f = 0; f < fields.length; f++) {
      const field = fields[f];
      if (field.changedAt[slot] <= since) continue;
      if (!begun) writeSwitch(into, lives.refIds[slot]);
      begun = true;
      into.length = writeField(into.view, into.length, field, REPLACE, slot);
    }
  }

  function keptBlocks(age: number): KeptBlocks {
    keptByAge[age] ??= {
      madeAt: new Int32Array(capacity),
      starts: new Int32Array(capacity),
      ends: new Int32Array(capacity),
    };
    return keptByAge[age];
  }

  function writeKept(into: WireBuffer, slot: number, age: number): void {
    const { madeAt, starts, ends } = keptBlocks(age);
    if (madeAt[slot] !== tick) {
      reserve(blocks, mostBytesOfBlock);
      madeAt[slot] = tick;
      starts[slot] = blocks.length;
      writeBlock(blocks, slot, tick - age);
      ends[slot] = blocks.length;
    }
    writeBytes(into, blocks, starts[slot], ends[slot]);
  }

  return {
    beginTick(now, mostBytes) {
      tick = now;
      mostBytesOfBlock = mostBytes;
      blocks.length = 0;
    },
    write(into, { slots, ages, count }, fresh) {
      reserve(into, count * mostBytesOfBlock);
      if (fresh.slots.length < count) fresh.slots = new Int32Array(2 * count);
      const { slots: freshSlots } = fresh;
      let freshCount = 0;
      for (let i = 0; i < count; i++) {
        const age = ages[i];
        if (age === 1) freshSlots[freshCount++] = slots[i];
        else if (age <= KEPT_AGES) writeKept(into, slots[i], age);
        else writeBlock(into, slots[i], tick - age);
      }
      fresh.count = freshCount;
    },
  };
}
