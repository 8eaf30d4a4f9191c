import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { LONGEST_LINE, RecordingError } from "./arena/recording/format.ts";

/** A file that a recording is written to, line by line, while the room plays on. */
export interface RecordingFile {
  /** Takes a line; never waits and never throws. */
  write(line: string): void;
  /** Resolves once all lines are written, or the recording has failed. */
  close(): Promise<void>;
}

export interface RecordingFileOptions {
  /** Told once, when the recording can go no further: the file then ends with the last line that was written. */
  readonly onFailure: (reason: Error) => void;
  /** Most bytes that wait to be written, when the disk cannot keep up. */
  readonly mostWaiting?: number;
}

/** What the process runs on, for the header of a recording. */
export const RUNNING_ON = `Node ${process.version} on ${process.platform} ${process.arch}`;

const MOST_WAITING = 16 * 2 ** 20;

/** The ending of the names of files that are compressed, to about a quarter; one that breaks off loses more of its end. */
const COMPRESSED = ".gz";

/**
 * A new file at `path`, which must not exist yet; compressed, if its name ends in .gz. Lines are put together and written at the end of each turn of the event loop.
 * More than `mostWaiting` bytes are never kept: then the recording ends.
 */
export function createRecordingFile(
  path: string,
  { onFailure, mostWaiting = MOST_WAITING }: RecordingFileOptions,
): RecordingFile {
  const disk = createWriteStream(path, { flags: "wx" });
  const stream = path.endsWith(COMPRESSED) ? createGzip() : disk;
  if (stream !== disk) stream.pipe(disk);
  let waiting = "";
  let hasFailed = false;

  function fail(reason: Error): void {
    if (hasFailed) return;
    hasFailed = true;
    waiting = "";
    stream.destroy();
    disk.destroy();
    onFailure(reason);
  }

  function flush(): void {
    if (hasFailed || waiting === "") return;
    stream.write(waiting);
    waiting = "";
    const length = stream === disk ? disk.writableLength : stream.writableLength + disk.writableLength;
    if (length > mostWaiting) {
      fail(new Error(`${length} bytes wait to be written to ${path}, and ${mostWaiting} may: use a faster disk.`));
    }
  }

  disk.on("error", fail);
  return {
    write(line) {
      if (hasFailed) return;
      if (waiting === "") setImmediate(flush);
      waiting += `${line}\n`;
    },
    close() {
      flush();
      if (hasFailed) return Promise.resolve();
      return new Promise((resolve) => {
        disk.once("close", resolve);
        stream.end();
      });
    },
  };
}

/**
 * The lines of a recording, read bit by bit.
 *
 * @throws RecordingError `damaged` for what is no text, and for a line longer than any; `truncated` for a last line without an end
 */
export async function* readRecording(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let count = 0;
  for await (const chunk of chunksOf(path, () => count + 1)) {
    rest += decode(decoder, chunk, count + 1);
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      count++;
      if (line.length > LONGEST_LINE) throw tooLong(count);
      yield line;
    }
    if (rest.length > LONGEST_LINE) throw tooLong(count + 1);
  }
  if (rest === "") return;
  throw new RecordingError(
    "truncated",
    count + 1,
    `The recording breaks off within line ${count + 1}: its end is missing.`,
  );
}

/** The bytes of the recording at `path`, which is compressed if its name says so. */
async function* chunksOf(path: string, line: () => number): AsyncGenerator<Uint8Array> {
  const disk = createReadStream(path);
  if (!path.endsWith(COMPRESSED)) {
    yield* disk as Readable & AsyncIterable<Uint8Array>;
    return;
  }
  const chunks = createGunzip();
  disk.once("error", (error) => chunks.destroy(error));
  try {
    yield* disk.pipe(chunks) as Readable & AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "Z_BUF_ERROR") {
      throw new RecordingError("truncated", line(), `The recording breaks off at line ${line()}: its end is missing.`);
    }
    if (code === "Z_DATA_ERROR") {
      throw new RecordingError(
        "damaged",
        line(),
        `The recording is damaged at line ${line()} or soon after it: it cannot be unpacked.`,
      );
    }
    throw error;
  } finally {
    disk.destroy();
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array, line: number): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new RecordingError(
      "damaged",
      line,
      `The recording is damaged at line ${line} or soon after it: that is no UTF-8 text.`,
    );
  }
}

function tooLong(line: number): RecordingError {
  const message = `Line ${line} of the recording is damaged: it has more than ${LONGEST_LINE} characters.`;
  return new RecordingError("damaged", line, message);
}
