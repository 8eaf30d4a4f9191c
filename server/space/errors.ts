/** What went wrong, for code that has to tell the cases apart. */
export type SpaceErrorCode =
  | "stale-id"
  | "not-finite"
  | "negative"
  | "too-large"
  | "full"
  | "bad-bounds"
  | "bad-capacity"
  | "bad-rectangle"
  | "bad-polygon"
  | "bad-option"
  | "wrong-shape"
  | "unknown-broad-phase"
  | "thread-failed"
  | "disposed";

/** A call that the space refuses; nothing has changed. The message names the field, its value and the remedy. */
export class SpaceError extends Error {
  readonly code: SpaceErrorCode;
  readonly field: string;
  readonly value: unknown;

  constructor(code: SpaceErrorCode, field: string, value: unknown, remedy: string) {
    super(`${field} is ${String(value)}: ${remedy}`);
    this.name = "SpaceError";
    this.code = code;
    this.field = field;
    this.value = value;
  }
}

/** Largest coordinate and size in u, either way. Within it squares, sums and products of lengths are finite and exact enough. */
export const MAX_MAGNITUDE = 1e12;

/** Throws a SpaceError unless `value` is a finite number of at most MAX_MAGNITUDE either way. */
export function requireCoordinate(field: string, value: number): void {
  // By its type too: text that looks like a number would be compared as one.
  if (typeof value === "number" && value >= -MAX_MAGNITUDE && value <= MAX_MAGNITUDE) return;
  if (!Number.isFinite(value)) throw new SpaceError("not-finite", field, value, "give a finite number.");
  throw new SpaceError("too-large", field, value, `give a number from -${MAX_MAGNITUDE} to ${MAX_MAGNITUDE}.`);
}

/** Throws a SpaceError unless `value` is a finite number from 0 to MAX_MAGNITUDE. */
export function requireSize(field: string, value: number): void {
  if (typeof value === "number" && value >= 0 && value <= MAX_MAGNITUDE) return;
  requireCoordinate(field, value);
  throw new SpaceError("negative", field, value, `give a number from 0 to ${MAX_MAGNITUDE}.`);
}
