/**
 * Requirement: a room's thread spends its time on the room. A write into a socket is a call into the kernel, 10 to 20 µs, a
 * third of what a tick with many small patches costs.
 *
 * The idea: another thread makes these calls. It gets jobs through shared memory (write-jobs.ts): a socket's file descriptor, and
 * where the bytes stand (frame-memory.ts). What the kernel does not take at once the room's thread writes as ever, through
 * the socket's stream, which then waits until there is room. A socket has one job at a time. Before anything else is written to
 * it, and before its descriptor is closed, its job ends: the room's thread does it when the other has not begun, and waits
 * when it has. So nothing overtakes, no descriptor is written to that may be somebody else's by then, and what a thread that
 * ends has not begun is done by this one.
 *
 * It costs one wake-up for all jobs of a gathering, and a look at each of them when it is done.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { type Piece, releasePiece } from "./frame-memory.ts";
import {
  addJob,
  announceJobs,
  createJobTable,
  type JobTable,
  nextPlace,
  resultOf,
  runJob,
  waitForJob,
} from "./write-jobs.ts";
import type { SharedPiece, WorkerStart } from "./write-worker.ts";

const WORKER_SCRIPT = new URL("./write-worker.ts", import.meta.url);

/**
 * A write into a socket that does not block is given up as that of a dead thread after this time (ms), for whoever waits for it
 * cannot see a thread end.
 */
const MOST_WAIT = 2000;

/** A socket's stream, and its job, if it has one. */
export interface WrittenStream {
  readonly stream: Duplex;
  /** What its job writes; undefined while it has none. */
  piece: Piece | undefined;
  begin: number;
  length: number;
  /** Where its job stands in the table. */
  place: number;
}

interface WriteThread {
  readonly worker: Worker;
  readonly table: JobTable;
  readonly port: MessagePort;
  /** Those that the thread has. */
  readonly pieces: Set<Piece>;
  /** By the place of its job. */
  readonly owners: (WrittenStream | undefined)[];
}

type TellEnded = (cause: unknown) => void;

/** One for all rooms of the process; undefined while there is none. */
let thread: WriteThread | undefined;
/** Those who have it started, and have not stopped it. */
const users = new Set<TellEnded>();
/** Streams that have a job. */
const writing = new Set<WrittenStream>();

/**
 * Starts the thread, unless it runs. Until then, and after its end, sockets are written to by the thread that calls.
 *
 * @param tellEnded is told when it ends by itself, or cannot be started, and why; a function of this caller's own
 * @param script what it runs: tests give another
 * @returns ends it, when what it has been given is written, and nobody else still has it started
 */
export function startWriteThread(tellEnded: TellEnded, script = WORKER_SCRIPT): () => Promise<void> {
  users.add(tellEnded);
  try {
    thread ??= start(script);
  } catch (error) {
    tellEnded(error);
  }
  return async () => {
    users.delete(tellEnded);
    if (users.size > 0 || !thread) return;
    const { worker } = thread;
    endJobs();
    thread = undefined;
    await worker.terminate();
  };
}

function start(script: URL): WriteThread {
  const { port1: port, port2 } = new MessageChannel();
  const table = createJobTable();
  const workerData: WorkerStart = { table, port: port2 };
  // Not the flags of this process: they may name modules to load first, or a test runner's.
  const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [], name: "socket writes" });
  const started: WriteThread = { worker, table, port, pieces: new Set(), owners: [] };
  let cause: unknown = "it ended";
  worker.once("error", (error) => {
    cause = error;
  });
  worker.once("exit", () => {
    port.close();
    if (thread === started) lose(cause);
  });
  worker.unref();
  port.on("message", (place: number) => {
    const written = started.owners[place];
    if (written) finishJob(written);
  });
  port.unref();
  return started;
}

/** Goes on without the thread, which has ended: does what it has left, and ends the streams of which nobody knows what it has written. */
function lose(cause: unknown): void {
  if (!thread) return;
  const { table, worker } = thread;
  for (const written of writing) {
    const { piece, place, stream } = written;
    if (piece) runJob(table, place, () => piece.bytes);
    finishJob(written);
    if (written.piece === undefined) continue;
    // Its memory is not given back: should the thread live after all, it may read it.
    written.piece = undefined;
    stream.destroy(new Error("a write was not finished"));
  }
  writing.clear();
  thread = undefined;
  void worker.terminate();
  for (const tellEnded of users) tellEnded(cause);
}

/** Lets a stream be written to by the thread. Whatever else writes to it, ends or destroys it comes after its job. */
export function writtenByThread(stream: Duplex): WrittenStream {
  const written: WrittenStream = { stream, piece: undefined, begin: 0, length: 0, place: 0 };
  // In place of the stream's own, which then see to the rest.
  for (const name of ["write", "end", "_destroy"] as const) {
    const method = stream[name] as (...parameters: unknown[]) => unknown;
    Object.assign(stream, {
      [name](...parameters: unknown[]): unknown {
        endJob(written);
        return method.apply(stream, parameters);
      },
    });
  }
  return written;
}

/**
 * Writes bytes that stand in a piece of memory, which is released once they are written. The thread begins when it is told to, by
 * `startWriting`.
 */
export function writePiece(written: WrittenStream, piece: Piece, begin: number, length: number): void {
  endJob(written);
  const { stream } = written;
  const descriptor = stream.writableLength === 0 ? descriptorOf(stream) : undefined;
  if (descriptor === undefined || thread === undefined || thread.owners[nextPlace(thread.table)] !== undefined) {
    const bytes = Buffer.from(piece.bytes.subarray(begin, begin + length));
    releasePiece(piece);
    stream.write(bytes);
    return;
  }
  share(thread, piece);
  written.piece = piece;
  written.begin = begin;
  written.length = length;
  written.place = addJob(thread.table, descriptor, piece.number, begin, length);
  thread.owners[written.place] = written;
  writing.add(written);
}

/** Lets the thread begin with what it has been given. */
export function startWriting(): void {
  if (thread) announceJobs(thread.table);
}

/** Sees to jobs that are done: what they have left is written, and their memory is free again. */
export function finishWriting(): void {
  for (const written of writing) finishJob(written);
}

/** Its descriptor in this process; undefined for a stream that is no open TCP connection, or on a system without them. */
function descriptorOf(stream: Duplex): number | undefined {
  if (!(stream instanceof Socket) || stream instanceof TLSSocket || stream.destroyed) return undefined;
  // Node tells it, but has no name for that.
  const descriptor = (stream as unknown as { _handle?: { fd?: number } | null })._handle?.fd;
  return descriptor !== undefined && descriptor >= 0 ? descriptor : undefined;
}

function share({ pieces, port }: WriteThread, piece: Piece): void {
  if (pieces.has(piece)) return;
  pieces.add(piece);
  port.postMessage({ number: piece.number, bytes: piece.bytes } satisfies SharedPiece);
}

function endJobs(): void {
  for (const written of writing) endJob(written);
}

/** Ends a stream's job if it has one: does it, or waits for the thread that does. */
function endJob(written: WrittenStream): void {
  const { piece, place } = written;
  if (piece === undefined || thread === undefined) return;
  runJob(thread.table, place, () => piece.bytes);
  if (waitForJob(thread.table, place, MOST_WAIT)) finishJob(written);
  else lose(`it has not written for ${MOST_WAIT / 1000} s`);
}

/** Sees to a stream's job if it is done. */
function finishJob(written: WrittenStream): void {
  const { stream, piece, begin, length, place } = written;
  if (piece === undefined || thread === undefined) return;
  const result = resultOf(thread.table, place);
  if (result === undefined) return;
  written.piece = undefined;
  thread.owners[place] = undefined;
  writing.delete(written);
  try {
    if (result < length) stream.write(Buffer.from(piece.bytes.subarray(begin + result, begin + length)));
  } catch (error) {
    // What comes after a gap could not be read.
    stream.destroy(error as Error);
  } finally {
    releasePiece(piece);
  }
}
