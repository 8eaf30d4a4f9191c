/** What went wrong, for code that has to tell the cases apart. */
export type SpaceErrorCode =
  | "stale-id"
  | "not-finite"
  | "negative"
  | "full"
  | "bad-bounds"
  | "bad-capacity"
  | "bad-rectangle"
  | "unknown-broad-phase";

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

/** Throws a SpaceError unless `value` is a finite number. */
export function requireFinite(field: string, value: number): void {
  if (!Number.isFinite(value)) throw new SpaceError("not-finite", field, value, "give a finite number.");
}

/** Throws a SpaceError unless `radius` is a finite number from 0 up. */
export function requireRadius(radius: number): void {
  requireFinite("radius", radius);
  if (radius < 0) throw new SpaceError("negative", "radius", radius, "give 0 or more.");
}
