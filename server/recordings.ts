import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { StartupError } from "./errors.ts";
import { createRecordingFile, RUNNING_ON } from "./recording-file.ts";
import type { RecordingSink } from "./rooms/arena/dependencies.ts";

/**
 * What opens a recording for each room, in a folder, which is made if need be.
 *
 * @throws StartupError BAD_CONFIGURATION for a folder that cannot be made.
 */
export function createRecordings(folder: string, logger: Logger): (roomId: string) => RecordingSink {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StartupError(
      "BAD_CONFIGURATION",
      `KRILL_RECORDINGS_FOLDER=${folder} cannot be used: ${(error as Error).message}`,
    );
  }
  return (roomId) => {
    const time = new Date().toISOString().replace(/[:.]/g, "-");
    const path = join(folder, `${time}-${roomId}.krill.gz`);
    const { write, close } = createRecordingFile(path, {
      onFailure: (error) =>
        logger.error({ room: roomId, path, err: error }, "a recording has ended: it could not be written"),
    });
    logger.info({ room: roomId, path }, "the room is recorded");
    return { recordedOn: RUNNING_ON, write, close };
  };
}
