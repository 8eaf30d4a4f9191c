/** What can be wrong in how a room sets up its sync. */
export type SyncErrorCode = "UNSUPPORTED_FIELD" | "UNKNOWN_MAP";

export class SyncError extends Error {
  readonly code: SyncErrorCode;

  constructor(code: SyncErrorCode, message: string) {
    super(message);
    this.name = "SyncError";
    this.code = code;
  }
}
