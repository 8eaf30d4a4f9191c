import { NO_AUDIENCE, type ViewerAudience } from "./audience.ts";
import { SyncError } from "./errors.ts";
import { createSlotList, type SlotList } from "./slot-lists.ts";

/** What is known of who reads a viewer's frames: how far it has been told, and whether it keeps up. */
export interface Reader {
  /** The encoder's tick as of the last frame; NEVER before the first full state. */
  lastTick: number;
  /** Bodies that are in the view and that the last full state had to leave out (see body-lives.ts). */
  readonly postponed: SlotList;
  /** As of the last frame. */
  owner: number;
  team: number;
  /** The tick from which on its frames have been skipped; NEVER while it keeps up. */
  behindSince: number;
  /** Its room has been told that it is too slow. */
  isGivenUp: boolean;
}

export const NEVER = -1;

export function createReader(): Reader {
  return {
    lastTick: NEVER,
    postponed: createSlotList(),
    owner: NO_AUDIENCE.owner,
    team: NO_AUDIENCE.team,
    behindSince: NEVER,
    isGivenUp: false,
  };
}

/** Whether the viewer's audience is another than at its last frame. */
export function hasOtherAudience(reader: Reader, { owner, team }: ViewerAudience): boolean {
  return reader.owner !== owner || reader.team !== team;
}

/** When a reader counts as slow. A slow one gets no patches, and one full state once it has read what it was sent. */
export interface SlowReaderLimits {
  /** Bytes that wait in its socket from which on patches are skipped, until less than half of it waits. Default 128 KB. */
  readonly softLimit?: number;
  /** Bytes that wait in its socket from which on it is given up. Default 1 MB. */
  readonly hardLimit?: number;
  /** Ticks without a break for which it may be skipped before it is given up. Default 125: Colyseus takes a socket that answers no ping for dead after 150 to 225. */
  readonly patience?: number;
}

const DEFAULT_LIMITS: Required<SlowReaderLimits> = {
  softLimit: 128 * 1024,
  hardLimit: 1024 * 1024,
  patience: 125,
};

/** The limits with defaults for those that are not given. @throws SyncError BAD_LIMIT. */
export function slowReaderLimits(given: SlowReaderLimits): Required<SlowReaderLimits> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (!(value > 0)) throw new SyncError("BAD_LIMIT", `${name} is ${value}; give a positive number`);
  }
  if (limits.hardLimit < limits.softLimit) {
    throw new SyncError(
      "BAD_LIMIT",
      `hardLimit is ${limits.hardLimit}, below softLimit ${limits.softLimit}; give at least as much`,
    );
  }
  return limits;
}

/** Why a reader is given up: too much waits in its socket, or it has been behind for too long. */
export type TooSlow = "buffer" | "patience";

/** What a reader gets at this tick: its patch, a fresh full state, nothing, or the end. */
export type Turn = "patch" | "full" | "skip" | TooSlow;

/** @param buffered bytes that wait in its socket. */
export function turnOf(reader: Reader, buffered: number, tick: number, limits: Required<SlowReaderLimits>): Turn {
  if (reader.isGivenUp) return "skip";
  const isBehind = reader.behindSince !== NEVER;
  if (buffered >= limits.hardLimit) return "buffer";
  if (isBehind && buffered < limits.softLimit / 2) {
    reader.behindSince = NEVER;
    return "full";
  }
  if (!isBehind && buffered < limits.softLimit) return "patch";
  if (!isBehind) reader.behindSince = tick;
  return tick - reader.behindSince >= limits.patience ? "patience" : "skip";
}
