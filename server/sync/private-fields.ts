/**
 * The fields that only a body's owner or its team may see, written for each viewer by itself.
 *
 * When a body changes hands, or a viewer sides, whoever may see a field now is given it, and whoever may not is told to delete
 * it: it becomes undefined on the client, and the body stays the object that it was.
 */
import { audiencesOf, type ViewerAudience } from "./audience.ts";
import type { BodyLives } from "./body-lives.ts";
import type { DueList, SlotList } from "./slot-lists.ts";
import { compareField, fieldBytes, type SyncedField, writeField } from "./synced-field.ts";
import { ADD, DELETE, REPLACE, reserve, type WireBuffer, writeByte, writeSwitch } from "./wire-buffer.ts";

export interface PrivateFields {
  /** By slot: the most bytes that a viewer may get of what changed at this tick. */
  readonly lengths: Uint16Array;
  /** Compares fields and audiences with what they were. @param mostBytes of a body's private fields and the switch to it. */
  beginTick(ids: Int32Array, slotLimit: number, tick: number, mostBytes: number): void;
  /**
   * Writes, of bodies whose map entry and other fields are written already, what this viewer may see beyond; and that the rest
   * is gone, when the client may hold them (`isResync`).
   */
  writeEntered(into: WireBuffer, entered: Readonly<SlotList>, viewer: ViewerAudience, isResync: boolean): void;
  writeChanged(into: WireBuffer, due: Readonly<DueList>, viewer: ViewerAudience): void;
  /** Writes what a viewer that had another audience before may see of these bodies now, and what not. */
  writeAudienceChange(into: WireBuffer, stayed: Readonly<SlotList>, viewer: ViewerAudience): void;
}

/** @param ownerOf by slot, as `teamOf`: what `Audience` compares a viewer with. */
export function createPrivateFields(
  fields: readonly SyncedField[],
  lives: BodyLives,
  capacity: number,
  ownerOf: ArrayLike<number>,
  teamOf: ArrayLike<number>,
): PrivateFields {
  const lengths = new Uint16Array(capacity);
  const owners = new Float64Array(capacity);
  const teams = new Float64Array(capacity);
  /** By slot: the last tick at which the body's owner or team changed, and at which any private field did. */
  const audienceChangedAt = new Int32Array(capacity);
  const fieldChangedAt = new Int32Array(capacity);
  const bytesOfFields = fieldBytes(fields);
  let tick = 0;
  let mostBytesOfBody = 0;

  function compareAudiences(ids: Int32Array, slotLimit: number): void {
    for (let slot = 0; slot < slotLimit; slot++) {
      const owner = ownerOf[slot];
      const team = teamOf[slot];
      if (ids[slot] === 0 || (owner === owners[slot] && team === teams[slot])) continue;
      owners[slot] = owner;
      teams[slot] = team;
      audienceChangedAt[slot] = tick;
      lengths[slot] = mostBytesOfBody;
    }
  }

  function compare(field: SyncedField, ids: Int32Array, slotLimit: number): void {
    compareField(field, ids, slotLimit, tick);
    const { slots, count } = field.changed;
    for (let i = 0; i < count; i++) lengths[slots[i]] += 1 + field.width;
  }

  /** Writes the fields for `audiences` that changed after tick `since`. */
  function writeChangedFields(into: WireBuffer, slot: number, audiences: number, since: number): void {
    let begun = false;
    for (let f = 0; f < fields.length; f++) {
      const field = fields[f];
      if ((field.audience & audiences) === 0 || field.changedAt[slot] <= since) continue;
      if (!begun) writeSwitch(into, lives.refIds[slot]);
      begun = true;
      into.length = writeField(into.view, into.length, field, REPLACE, slot);
    }
  }

  /** Writes the fields for `audiences`, and that the others are gone when `deletes`. */
  function writeAnew(into: WireBuffer, slot: number, audiences: number, deletes: boolean): void {
    if (audiences === 0 && !deletes) return;
    writeSwitch(into, lives.refIds[slot]);
    for (let f = 0; f < fields.length; f++) {
      const field = fields[f];
      if ((field.audience & audiences) !== 0) {
        into.length = writeField(into.view, into.length, field, ADD, slot);
      } else if (deletes) {
        writeByte(into, DELETE | field.index);
      }
    }
  }

  return {
    lengths,
    beginTick(ids, slotLimit, now, mostBytes) {
      tick = now;
      mostBytesOfBody = mostBytes;
      lengths.fill(0, 0, slotLimit);
      for (const field of fields) compare(field, ids, slotLimit);
      for (let slot = 0; slot < slotLimit; slot++) {
        if (lengths[slot] === 0) continue;
        fieldChangedAt[slot] = tick;
        lengths[slot] += mostBytesOfBody - bytesOfFields;
      }
      compareAudiences(ids, slotLimit);
      const { slots, count } = lives.born;
      for (let i = 0; i < count; i++) {
        for (const field of fields) field.changedAt[slots[i]] = tick;
        fieldChangedAt[slots[i]] = tick;
      }
    },
    writeEntered(into, { slots, count }, viewer, isResync) {
      reserve(into, count * mostBytesOfBody);
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        writeAnew(into, slot, audiencesOf(owners[slot], teams[slot], viewer), isResync);
      }
    },
    writeChanged(into, { slots, ages, count, isFresh }, viewer) {
      if (viewer.owner === 0 && viewer.team === 0) return;
      reserve(into, count * mostBytesOfBody);
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        const since = tick - (isFresh ? 1 : ages[i]);
        if (audienceChangedAt[slot] > since) {
          writeAnew(into, slot, audiencesOf(owners[slot], teams[slot], viewer), true);
        } else if (fieldChangedAt[slot] > since) {
          writeChangedFields(into, slot, audiencesOf(owners[slot], teams[slot], viewer), since);
        }
      }
    },
    writeAudienceChange(into, { slots, count }, viewer) {
      // Of all bodies, whether the viewer gains or loses anything or not: a body that changed hands meanwhile may not have been
      // due, so what the viewer has of it is not known. Sides change rarely.
      reserve(into, count * mostBytesOfBody);
      for (let i = 0; i < count; i++) {
        const slot = slots[i];
        writeAnew(into, slot, audiencesOf(owners[slot], teams[slot], viewer), true);
      }
    },
  };
}
