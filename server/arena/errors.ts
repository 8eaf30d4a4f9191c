/** What went wrong, for code that must tell the cases apart. */
export type ArenaErrorCode = "unknown-player" | "arena-full";

/** A call on the arena that cannot be carried out; the message names the value, what is allowed, and the remedy. */
export class ArenaError extends Error {
  readonly code: ArenaErrorCode;

  constructor(code: ArenaErrorCode, message: string) {
    super(message);
    this.name = "ArenaError";
    this.code = code;
  }
}
