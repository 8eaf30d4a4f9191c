import { SyncError } from "./errors.ts";

/** A column of numbers by slot: one field of every body. */
export type Column = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array;

/** Makes the column for each schema type that is written with a fixed number of bytes, little-endian. */
const COLUMN_OF_TYPE: Record<string, (capacity: number) => Column> = {
  uint8: (capacity) => new Uint8Array(capacity),
  int8: (capacity) => new Int8Array(capacity),
  uint16: (capacity) => new Uint16Array(capacity),
  int16: (capacity) => new Int16Array(capacity),
  uint32: (capacity) => new Uint32Array(capacity),
  int32: (capacity) => new Int32Array(capacity),
  float32: (capacity) => new Float32Array(capacity),
};

/** One field of a body, as the Schema class declares it. */
export interface BodyField {
  readonly name: string;
  /** The field's index on the wire. */
  readonly index: number;
  readonly type: string;
}

/** A class made by `schema({...})`, whose metadata says how its instances are written. */
export interface SchemaClass {
  readonly name: string;
}

/**
 * The fields of `bodyClass`, in wire order, read from the class's own metadata: a field added to the class needs no change
 * here.
 *
 * @throws SyncError UNSUPPORTED_FIELD for a type that has no fixed width, such as a string or a reference.
 */
export function bodyFields(bodyClass: SchemaClass): BodyField[] {
  const metadata = (bodyClass as { [Symbol.metadata]?: Record<number, BodyField> })[Symbol.metadata] ?? {};
  const fields = Object.keys(metadata)
    .filter((key) => /^\d+$/.test(key))
    .map((key) => metadata[Number(key)]);
  for (const { name, type } of fields) {
    if (typeof type !== "string" || COLUMN_OF_TYPE[type] === undefined) {
      throw new SyncError(
        "UNSUPPORTED_FIELD",
        `${bodyClass.name}.${name} has the type ${JSON.stringify(type)}, which cannot be a column; ` +
          `use one of ${Object.keys(COLUMN_OF_TYPE).join(", ")}`,
      );
    }
  }
  return fields.map(({ name, index, type }) => ({ name, index, type }));
}

/** An empty column for `field`, with room for `capacity` bodies. */
export function createColumn(field: BodyField, capacity: number): Column {
  return COLUMN_OF_TYPE[field.type](capacity);
}
