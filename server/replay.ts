import { TICK_RATE } from "../shared/formulas.ts";
import { isModeName } from "../shared/modes.ts";
import { createMode } from "./arena/modes/catalog.ts";
import { RecordingError } from "./arena/recording/format.ts";
import { createReplay, type Replay } from "./arena/recording/replayer.ts";
import { RUNNING_ON, readRecording } from "./recording-file.ts";

/**
 * The command `npm run replay -- file`: runs a recording again, as fast as it goes, and says whether the game takes the same course.
 * Exit codes: 0 the same to its end, 1 another course, 2 the file cannot be replayed to its end.
 */
const SAME = 0;
const DIFFERENT = 1;
const UNUSABLE = 2;

async function run(path: string): Promise<number> {
  const replay = createReplay((name) => (isModeName(name) ? createMode(name) : undefined));
  try {
    for await (const line of readRecording(path)) {
      replay.addLine(line);
      if (replay.isOver) break;
    }
    replay.finish();
  } catch (error) {
    if (!(error instanceof RecordingError) && !isFileError(error)) throw error;
    say(`${path}: ${error.message}`);
    if (replay.difference !== undefined) say(describeDifference(replay));
    else if (replay.tick > 0) say(`Up to tick ${replay.tick} (${seconds(replay.tick)}) it plays the same here.`);
    return UNUSABLE;
  }
  if (replay.difference !== undefined) {
    say(`${path}: ${describeDifference(replay)}`);
    return DIFFERENT;
  }
  say(`${path}: the same to its end, tick ${replay.tick} (${seconds(replay.tick)}).`);
  return SAME;
}

function describeDifference({ difference, recordedOn }: Replay): string {
  return (
    `It first differs at tick ${difference?.tick}: ${difference?.what}. ` +
    `It was recorded with ${recordedOn}, and replayed with ${RUNNING_ON}.`
  );
}

function seconds(ticks: number): string {
  return `${(ticks / TICK_RATE).toFixed(1)} s`;
}

/** No such file, no permission and the like. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const paths = process.argv.slice(2);
if (paths.length !== 1) {
  say("Give one recording: npm run replay -- file");
  process.exitCode = UNUSABLE;
} else {
  process.exitCode = await run(paths[0]);
}
