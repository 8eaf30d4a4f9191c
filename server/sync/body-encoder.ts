/**
 * Requirement: each body's bytes are made once per tick, however many viewers see it, and a viewer's frame costs little more
 * than copying them.
 *
 * Idea: a body's fields stand in columns by slot. Once per tick every column is compared with what was sent last; the fields
 * that differ become the body's *delta block* (delta-blocks.ts). A viewer's patch is then a copy of the blocks of the bodies
 * that it sees. A body that enters a view needs all its fields, and an entry in the map (entry-blocks.ts); one whose changes do
 * not go to a viewer at every tick needs what changed since they last did (late-blocks.ts); both are made on demand. No body is
 * a Schema instance on the server; the stock `Decoder` builds ordinary instances from the bytes.
 *
 * Cost: O(slots × bytes per body) per tick, and O(seen bodies × block) per viewer. A body that did not change costs no bytes.
 */
import { Audience, NO_AUDIENCE, type ViewerAudience } from "./audience.ts";
import { bodyFields, type Column, type SchemaClass } from "./body-layout.ts";
import { type BodyLives, createBodyLives, refIdCount } from "./body-lives.ts";
import { createDeltaBlocks, switchBytes } from "./delta-blocks.ts";
import { createEntryBlocks, mapEntryBytes, mapExitBytes } from "./entry-blocks.ts";
import { SyncError } from "./errors.ts";
import { createLateBlocks } from "./late-blocks.ts";
import { createPrivateFields } from "./private-fields.ts";
import { createSlotList, type DueList, type SlotList } from "./slot-lists.ts";
import { compareField, createSyncedField, fieldBytes, quantizeColumn, type SyncedField } from "./synced-field.ts";
import type { WireBuffer } from "./wire-buffer.ts";

export interface BodyEncoderOptions {
  /** The field that says who owns a body; needed by fields for `Audience.owner`. */
  readonly ownerField?: string;
  /** By slot: a body's team; needed by fields for `Audience.team`. A field's column will do, and so will one that is not sent. */
  readonly teamOf?: ArrayLike<number> | string;
}

/** What it costs to send bodies, in bytes: upper bounds, for budgets. */
export interface BodyBytes {
  /** By slot: what changed at this tick. */
  readonly changed: Uint16Array;
  /** All fields of a body that has been told of. */
  readonly whole: number;
  /** A body that enters a view, with all its fields. */
  readonly entry: number;
  /** A body that leaves a view. */
  readonly exit: number;
}

export interface BodyEncoder {
  /** The columns to fill before each `beginTick`, one per field of the body class. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly bytes: BodyBytes;
  readonly lives: BodyLives;
  /** How many bodies there can be at once. */
  readonly capacity: number;
  /** How many refIds bodies take, from the one that is given to `useRefIds`. */
  readonly refIds: number;
  /** How often `beginTick` was called. */
  readonly tick: number;
  useRefIds(mapRefId: number, firstRefId: number): void;
  /**
   * Compares the columns with what was sent last and makes the delta blocks.
   *
   * @param ids by slot; 0 where there is no body, and nothing but 0 from `slotLimit` on. A slot with another id has another body.
   */
  beginTick(ids: Int32Array, slotLimit: number): void;
  /** Writes that these bodies have left the view. */
  writeLeft(into: WireBuffer, left: Readonly<SlotList>): void;
  /**
   * Writes that these bodies have entered the view: map entries, then all fields that the viewer may see.
   *
   * @param isResync the client may hold some of them already, with fields that it may not see any more. Default false.
   */
  writeEntered(into: WireBuffer, entered: Readonly<SlotList>, viewer?: ViewerAudience, isResync?: boolean): void;
  /** Writes what has changed in these bodies. */
  writeChanged(into: WireBuffer, due: Readonly<DueList>, viewer?: ViewerAudience): void;
  /** Writes, for a viewer that had another audience before, what it may see now of bodies that it goes on seeing, and what not. */
  writeAudienceChange(into: WireBuffer, stayed: Readonly<SlotList>, viewer: ViewerAudience): void;
}

/** Reference ids and slots are written as unsigned 32-bit numbers; ids of bodies have 20 bits for the slot. */
const MOST_BODIES = 2 ** 20;

/**
 * @param bodyClass made by `schema({...})`: the layout is its own.
 * @param capacity how many slots there are.
 * @throws SyncError when a field cannot be a column (see `bodyFields`), or has an audience that no option names.
 */
export function createBodyEncoder(
  bodyClass: SchemaClass,
  capacity: number,
  options: BodyEncoderOptions = {},
): BodyEncoder {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > MOST_BODIES) {
    throw new SyncError("BAD_CAPACITY", `capacity is ${capacity}; give an integer from 1 to ${MOST_BODIES}`);
  }
  const fields = bodyFields(bodyClass).map((field) => createSyncedField(field, capacity));
  const publicFields = fields.filter(({ audience }) => audience === 0);
  const hiddenFields = fields.filter(({ audience }) => audience !== 0);
  const columns = Object.fromEntries(fields.map((field) => [field.name, field.column]));

  const lives = createBodyLives(capacity);
  const publicBytes = fieldBytes(publicFields);
  const deltas = createDeltaBlocks(publicFields, publicBytes, lives, capacity);
  const late = createLateBlocks(publicFields, lives, capacity);
  const entries = createEntryBlocks(publicFields, lives, capacity);
  const hidden =
    hiddenFields.length === 0
      ? undefined
      : createPrivateFields(
          hiddenFields,
          lives,
          capacity,
          ...audienceColumns(bodyClass, hiddenFields, columns, options),
        );

  const hiddenBytes = fieldBytes(hiddenFields);
  const costs = { changed: hidden ? new Uint16Array(capacity) : deltas.lengths, whole: 0, entry: 0, exit: 0 };
  /** Scratch. */
  const fresh = createSlotList();
  let tick = 0;
  let mostHeadBytes = 0;

  /** All fields of the bodies that are new at this tick count as changed: their slots' earlier values mean nothing. */
  function markBorn(): void {
    const { slots, count } = lives.born;
    for (let f = 0; f < publicFields.length; f++) {
      const { changedAt } = publicFields[f];
      for (let i = 0; i < count; i++) changedAt[slots[i]] = tick;
    }
  }

  function compareHidden(ids: Int32Array, slotLimit: number): void {
    if (!hidden) return;
    hidden.beginTick(ids, slotLimit, tick, mostHeadBytes + hiddenBytes);
    for (let slot = 0; slot < slotLimit; slot++) costs.changed[slot] = deltas.lengths[slot] + hidden.lengths[slot];
  }

  function useRefIds(mapRefId: number, firstRefId: number): void {
    entries.useMap(mapRefId);
    lives.useRefIds(firstRefId);
    deltas.useRefIds();
    const lastRefId = firstRefId + refIdCount(capacity) - 1;
    mostHeadBytes = switchBytes(lastRefId);
    const hiddenBlockBytes = hidden ? mostHeadBytes + hiddenBytes : 0;
    costs.whole = mostHeadBytes + publicBytes + hiddenBlockBytes;
    costs.entry = mapEntryBytes(capacity - 1, lastRefId) + costs.whole;
    costs.exit = mapExitBytes(capacity - 1);
  }
  useRefIds(0, 0);

  return {
    columns,
    bytes: costs,
    lives,
    capacity,
    refIds: refIdCount(capacity),
    get tick() {
      return tick;
    },
    useRefIds,
    beginTick(ids, slotLimit) {
      tick++;
      lives.update(ids, slotLimit, tick);
      for (let f = 0; f < fields.length; f++) quantizeColumn(fields[f], ids, slotLimit);
      for (let f = 0; f < publicFields.length; f++) compareField(publicFields[f], ids, slotLimit, tick);
      markBorn();
      deltas.build(slotLimit);
      late.beginTick(tick, costs.whole);
      entries.beginTick(tick, costs.entry);
      compareHidden(ids, slotLimit);
    },
    writeLeft: entries.writeLeft,
    writeEntered(into, entered, viewer = NO_AUDIENCE, isResync = false) {
      entries.writeEntered(into, entered);
      hidden?.writeEntered(into, entered, viewer, isResync);
    },
    writeChanged(into, due, viewer = NO_AUDIENCE) {
      if (due.isFresh) deltas.write(into, due);
      else {
        late.write(into, due, fresh);
        deltas.write(into, fresh);
      }
      hidden?.writeChanged(into, due, viewer);
    },
    writeAudienceChange(into, stayed, viewer) {
      hidden?.writeAudienceChange(into, stayed, viewer);
    },
  };
}

/** The columns of owners and teams that the audiences of `fields` need; for one that none needs, all 0. */
function audienceColumns(
  bodyClass: SchemaClass,
  fields: readonly SyncedField[],
  columns: Readonly<Record<string, Column>>,
  { ownerField, teamOf }: BodyEncoderOptions,
): [ownerOf: ArrayLike<number>, teamOf: ArrayLike<number>] {
  const owners = ownerField === undefined ? undefined : columns[ownerField];
  const teams = typeof teamOf === "string" ? columns[teamOf] : teamOf;
  for (const { name, audience } of fields) {
    const isOwnerMissing = (audience & Audience.owner) !== 0 && owners === undefined;
    const isTeamMissing = (audience & Audience.team) !== 0 && teams === undefined;
    if (!isOwnerMissing && !isTeamMissing) continue;
    const option = isOwnerMissing ? "ownerField" : "teamOf";
    throw new SyncError(
      "NO_AUDIENCE_COLUMN",
      `${bodyClass.name}.${name} is for a body's ${isOwnerMissing ? "owner" : "team"}, which the option ${option} has to tell; ` +
        `it is ${JSON.stringify(isOwnerMissing ? ownerField : teamOf)}. Name a field of ${bodyClass.name}`,
    );
  }
  const none = new Uint8Array(fields[0].column.length);
  return [owners ?? none, teams ?? none];
}
