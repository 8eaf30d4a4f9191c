import { Audience } from "./audience.ts";
import { SyncError } from "./errors.ts";
import type { Quantization } from "./quantization.ts";

/** A column of numbers by slot: one field of every body. */
export type Column =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Makes the column for each schema type that is written with a fixed number of bytes, little-endian. */
const COLUMN_OF_TYPE: Record<string, (capacity: number) => Column> = {
  boolean: (capacity) => new Uint8Array(capacity),
  uint8: (capacity) => new Uint8Array(capacity),
  int8: (capacity) => new Int8Array(capacity),
  uint16: (capacity) => new Uint16Array(capacity),
  int16: (capacity) => new Int16Array(capacity),
  uint32: (capacity) => new Uint32Array(capacity),
  int32: (capacity) => new Int32Array(capacity),
  float32: (capacity) => new Float32Array(capacity),
  float64: (capacity) => new Float64Array(capacity),
};

/** Why a type cannot be a column, where there is more to say than that it has no fixed width. */
const REFUSED: Record<string, string> = {
  int64: "its values are numbers on a client, so float64 holds the same in as many bytes",
  uint64: "its values are numbers on a client, so float64 holds the same in as many bytes",
  bigint64: "reading a BigInt from an array allocates; use two uint32 fields",
  biguint64: "reading a BigInt from an array allocates; use two uint32 fields",
  number: "its width depends on the value; use an integer type, float32 or float64",
  string: "it has no fixed width; send a number that stands for it, and the texts once as ordinary state",
};

/** One field of a body, as the Schema class declares it. */
export interface BodyField {
  readonly name: string;
  /** The field's index on the wire. */
  readonly index: number;
  /** The type of its numbers on the wire. */
  readonly type: string;
  /** Set for `t.quantized`. */
  readonly quantization: Quantization | undefined;
  /** Who may see it, as bits of `Audience`; 0 for all. */
  readonly audience: number;
}

/** A class made by `schema({...})`, whose metadata says how its instances are written. */
export interface SchemaClass {
  readonly name: string;
}

interface FieldMetadata {
  readonly name: string;
  readonly index: number;
  readonly type: unknown;
  readonly tag?: number;
}

/**
 * The fields of `bodyClass`, in wire order, read from the class's own metadata: a field added to the class needs no change
 * here.
 *
 * @throws SyncError UNSUPPORTED_FIELD for a type that has no fixed width, such as a string or a reference; UNKNOWN_AUDIENCE
 * for a `.view(tag)` that is none of `Audience`.
 */
export function bodyFields(bodyClass: SchemaClass): BodyField[] {
  const metadata = (bodyClass as { [Symbol.metadata]?: Record<number, FieldMetadata> })[Symbol.metadata] ?? {};
  return Object.keys(metadata)
    .filter((key) => /^\d+$/.test(key))
    .map((key) => bodyField(bodyClass, metadata[Number(key)]));
}

function bodyField(bodyClass: SchemaClass, { name, index, type: declared, tag }: FieldMetadata): BodyField {
  const quantization = (declared as { quantized?: Quantization }).quantized;
  const type = quantization?.wire ?? declared;
  if (typeof type !== "string" || COLUMN_OF_TYPE[type] === undefined) {
    const reason = typeof type === "string" ? REFUSED[type] : "it refers to other structures";
    throw new SyncError(
      "UNSUPPORTED_FIELD",
      `${bodyClass.name}.${name} has the type ${describe(type)}, which cannot be a column` +
        `${reason ? `: ${reason}` : ""}. Types that can: ${Object.keys(COLUMN_OF_TYPE).join(", ")}, quantized`,
    );
  }
  const audience = tag ?? 0;
  const known = Audience.owner | Audience.team;
  if (audience < 0 || (audience & ~known) !== 0) {
    throw new SyncError(
      "UNKNOWN_AUDIENCE",
      `${bodyClass.name}.${name} is for the view tag ${audience}; use Audience.owner (${Audience.owner}), ` +
        `Audience.team (${Audience.team}) or no tag`,
    );
  }
  return { name, index, type, quantization, audience };
}

function describe(type: unknown): string {
  if (typeof type === "string") return JSON.stringify(type);
  return typeof type === "function" ? type.name : JSON.stringify(Object.keys(type as object));
}

/** An empty column of `type`, with room for `capacity` bodies. */
export function createColumn(type: string, capacity: number): Column {
  return COLUMN_OF_TYPE[type](capacity);
}
