import type { Logger } from "pino";
import type { WordFilter } from "../../../shared/blocked-words.ts";
import type { ModeName } from "../../../shared/modes.ts";
import type { SettingsInput } from "../../../shared/settings.ts";
import type { Refused } from "../../limits/limit-names.ts";
import type { PlayerSeats } from "../../limits/player-seats.ts";
import type { TokenRegister } from "../../limits/token-register.ts";
import type { Metrics } from "../../metrics.ts";
import type { RoomQueries } from "../room-queries.ts";

/** What an arena room needs from the process around it. */
export interface ArenaRoomDependencies {
  /** What a host has asked for, in all modes; a mode's own settings stand behind it. */
  readonly settings: SettingsInput;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Rooms add what tools may ask of them, by room id, while they live. */
  readonly queries: Map<string, RoomQueries>;
  /** The modes that clients may ask for; all, unless given. */
  readonly modes?: readonly ModeName[];
  /** Most rooms in this process. */
  readonly maxRooms?: number;
  /** The images that there are. */
  readonly skins?: ReadonlySet<string>;
  readonly filter?: WordFilter;
  /** Opens the overlay, which shows more than players may see. */
  readonly adminToken?: string | undefined;
  /** Told of each seat that is taken and left. */
  readonly seats?: PlayerSeats;
  /** Of the join tokens, by which clients are let in that have one. */
  readonly tokens?: TokenRegister;
  readonly refused?: Refused;
  /** Most bytes that may wait for a client that reads too slowly. */
  readonly bufferedBytes?: number;
  /** Where rooms write their recordings, if they are to. */
  readonly openRecording?: (roomId: string) => RecordingSink;
}

export interface RecordingSink {
  /** What the process runs on, for people. */
  readonly recordedOn: string;
  write(line: string): void;
  close(): Promise<void>;
}
