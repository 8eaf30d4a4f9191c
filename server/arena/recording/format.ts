import { PROTOCOL_VERSION } from "../../../shared/version.ts";

/**
 * A recording is text, one JSON value a line: a header, then what was asked of the arena in the order in which it was, then an
 * end. Its lines:
 *
 * | line | meaning |
 * | --- | --- |
 * | `{"format":…,"version":…,"settings":…,…}` | the header (`RecordingHeader`) |
 * | `["join", number, name, bot, color]` | a player joined and was given this number; `bot` is 0 or 1, `color` may be NO_COLOR |
 * | `["minion", number, master]` | a minion of the player `master` joined |
 * | `["leave", number]` | a player left |
 * | `["respawn", number, name, color]` | a player asked to play again |
 * | `["connect", number, connected]` | a connection was lost (0) or is back (1) |
 * | `["input", number, x, y, buttons]` | an input; `buttons` adds up split 1, eject 2, lock 4 |
 * | `["shed", level]` | how much load is shed from now on |
 * | `["tick", tick, mark]` | a step was done; `mark` is the fingerprint of the bodies after it (fingerprint.ts) |
 * | `["hash", tick, state, text]` | the hash of the whole state after a step, and that of the file's text up to this line |
 * | `["end", tick, state, text]` | the same, as the last line |
 */
export const RECORDING_FORMAT = "krill-recording";

/**
 * The version of the recordings' format and of the course that a game takes under the same settings and inputs. Raise it with
 * every change to either; recording.test.ts holds it to the hash of a seeded match.
 */
export const RECORDING_VERSION = 2;

/** What a recording is called that this server can replay. */
export const VERSION_NAME = `${RECORDING_VERSION}.${PROTOCOL_VERSION}`;

/** Stands for a colour that nobody asked for. */
export const NO_COLOR = -1;

/** The longest line that is written or read, in characters. */
export const LONGEST_LINE = 65_536;

/** What a recording begins with. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  /** VERSION_NAME of the server that recorded. */
  readonly version: string;
  /** What it ran on, for people who look into a difference: numbers may differ by machine. */
  readonly recordedOn: string;
  /** The name of the broad phase. */
  readonly broadPhase: string;
  /** The name of the mode. */
  readonly mode: string;
  readonly settings: unknown;
}

export type RecordingErrorCode = "other-version" | "damaged" | "truncated";

/** A recording that cannot be replayed, or not to its end; the message names the line, counted from 1, and the remedy. */
export class RecordingError extends Error {
  readonly code: RecordingErrorCode;
  readonly line: number;

  constructor(code: RecordingErrorCode, line: number, message: string) {
    super(message);
    this.name = "RecordingError";
    this.code = code;
    this.line = line;
  }
}

const BUTTONS = { split: 1, eject: 2, lock: 4 } as const;

/** The buttons of an input as one number. */
export function packButtons(split: boolean, eject: boolean, lock: boolean): number {
  return (split ? BUTTONS.split : 0) + (eject ? BUTTONS.eject : 0) + (lock ? BUTTONS.lock : 0);
}

export function hasButton(buttons: number, button: keyof typeof BUTTONS): boolean {
  return (buttons & BUTTONS[button]) !== 0;
}

/** A line of numbers and texts. Unlike JSON.stringify it keeps the sign of -0, which a hash of the state sees. */
export function writeLine(...values: readonly (string | number)[]): string {
  const parts = values.map((value) => (Object.is(value, -0) ? "-0" : JSON.stringify(value)));
  return `[${parts.join(",")}]`;
}
