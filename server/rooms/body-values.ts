import type { BodyId, BodyStore } from "../space/space.ts";
import type { Column } from "../sync/body-layout.ts";
import { SyncError } from "../sync/errors.ts";

/** The columns that sync reads: by the name of a field of the body class, its value for each slot. */
type Columns = Readonly<Record<string, Column>>;

/** Where a room's bodies have the values of their fields: in one of three places. Numbers are in the units of the fields. */
export type BodyValues = BodyArrays | BodyObjects | BodyFill;

/**
 * An object that has, for each field, a typed array of its name, by slot: the room's own, or `space.bodies`. Copied as they
 * are: an integer field takes integers.
 */
export interface BodyArrays {
  readonly arrays: object;
}

/**
 * Objects of the room's own with a property for each field, such as instances of the body class, for every body of the space.
 * They are read once a tick, each field of each body: easy, and much slower than arrays.
 */
export interface BodyObjects {
  readonly objects: ReadonlyMap<BodyId, object>;
}

/** A function that fills the columns, by slot, for those who convert as they copy. Slots without a body need no values. */
export interface BodyFill {
  fill(columns: Columns): void;
}

/**
 * What brings the columns up to date with the bodies.
 *
 * @throws SyncError NO_ARRAY when a field has none; the function that is returned throws NO_OBJECT when a body has none.
 */
export function createFill(values: BodyValues, bodies: BodyStore, columns: Columns): () => void {
  if ("arrays" in values) return arraysFill(values.arrays, bodies, columns);
  if ("objects" in values) return objectsFill(values.objects, bodies, columns);
  return () => values.fill(columns);
}

function arraysFill(arrays: object, bodies: BodyStore, columns: Columns): () => void {
  const copies = Object.entries(columns).map(([name, to]) => {
    const from = arrayOf(arrays, name, bodies.capacity);
    return { from, to, used: from };
  });
  let usedLength = -1;
  return () => {
    const { slotLimit } = bodies;
    for (const copy of copies) {
      if (usedLength !== slotLimit) copy.used = copy.from.subarray(0, slotLimit);
      copy.to.set(copy.used);
    }
    usedLength = slotLimit;
  };
}

function arrayOf(arrays: object, name: string, capacity: number): Column {
  const array: unknown = (arrays as Record<string, unknown>)[name];
  const isTyped = ArrayBuffer.isView(array) && !(array instanceof DataView);
  if (isTyped && (array as Column).length >= capacity) return array as Column;
  const given = isTyped ? `has length ${(array as Column).length}` : "is no typed array";
  throw new SyncError("NO_ARRAY", `arrays.${name} ${given}; give one with a place for each of ${capacity} slots`);
}

function objectsFill(objects: ReadonlyMap<BodyId, object>, bodies: BodyStore, columns: Columns): () => void {
  const fields = Object.entries(columns).map(([name, column]) => ({ name, column }));
  return () => {
    const { ids, slotLimit } = bodies;
    for (let slot = 0; slot < slotLimit; slot++) {
      if (ids[slot] === 0) continue;
      const object = objects.get(ids[slot]) as Readonly<Record<string, number>> | undefined;
      if (object === undefined) {
        throw new SyncError("NO_OBJECT", `objects has none for body ${ids[slot]}; set one for each body of the space`);
      }
      // A field of a Schema instance that has no value yet is undefined.
      for (const { name, column } of fields) column[slot] = object[name] ?? 0;
    }
  };
}
