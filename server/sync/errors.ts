/** What can be wrong in how a room sets up its sync, or uses it. */
export type SyncErrorCode =
  | "UNSUPPORTED_FIELD"
  | "UNKNOWN_AUDIENCE"
  | "NO_AUDIENCE_COLUMN"
  | "BAD_CAPACITY"
  | "BAD_LIMIT"
  | "UNKNOWN_MAP"
  | "MAP_NOT_EMPTY"
  | "TICK_NOT_SENT"
  | "NO_ARRAY"
  | "NO_OBJECT";

export class SyncError extends Error {
  readonly code: SyncErrorCode;

  /** @param message what is wrong, with its name and value, and what to do. */
  constructor(code: SyncErrorCode, message: string) {
    super(message);
    this.name = "SyncError";
    this.code = code;
  }
}
