/** What went wrong, for code that has to tell the cases apart. */
export type InterestErrorCode =
  | "not-finite"
  | "negative"
  | "not-an-integer"
  | "bad-area"
  | "bad-walls"
  | "bad-budget"
  | "needs-bytes"
  | "needs-walls"
  | "unknown-viewer"
  | "follow-cycle"
  | "in-callback";

/** A call that interest refuses; nothing has changed. The message names the field, its value and the remedy. */
export class InterestError extends Error {
  readonly code: InterestErrorCode;
  readonly field: string;
  readonly value: unknown;
  readonly remedy: string;

  constructor(code: InterestErrorCode, field: string, value: unknown, remedy: string) {
    super(`${field} is ${String(value)}: ${remedy}`);
    this.name = "InterestError";
    this.code = code;
    this.field = field;
    this.value = value;
    this.remedy = remedy;
  }
}

/** Largest coordinate and size in u, as in the space. */
export const MAX_MAGNITUDE = 1e12;

export function requireFinite(field: string, value: number): void {
  if (typeof value === "number" && value >= -MAX_MAGNITUDE && value <= MAX_MAGNITUDE) return;
  throw new InterestError("not-finite", field, value, `give a number from -${MAX_MAGNITUDE} to ${MAX_MAGNITUDE}.`);
}

export function requireNotNegative(field: string, value: number): void {
  requireFinite(field, value);
  if (value < 0) throw new InterestError("negative", field, value, `give a number from 0 to ${MAX_MAGNITUDE}.`);
}

export function requireInteger(field: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new InterestError("not-an-integer", field, value, `give an integer from ${least}.`);
}
