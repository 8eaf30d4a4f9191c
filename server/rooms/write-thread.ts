/**
 * Requirement: a room's thread spends its time on the room. A write into a socket is a call into the kernel, 10 to 20 µs, a
 * third of what a tick with many small patches costs.
 *
 * The idea: another thread makes these calls. It gets jobs through shared memory (write-jobs.ts): a socket's file descriptor, and
 * where the bytes stand (frame-memory.ts). What the kernel does not take at once the room's thread writes as ever, through
 * the socket's stream, which then waits until there is room. A socket has one job at a time. Before anything else is written to
 * it, and before its descriptor is closed, its job ends: the room's thread does it when the other has not begun, and waits
 * when it has. So nothing overtakes, no descriptor is written to that may be somebody else's by then, and a thread that is
 * late, or has ended, only leaves the work to this one.
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
  readonly table: JobTable;
  readonly port: MessagePort;
  /** By number, those that the thread has. */
  readonly pieces: (Piece | undefined)[];
  /** By the place of its job. */
  readonly owners: (WrittenStream | undefined)[];
  isRunning: boolean;
}

/** Started when first needed; one for all rooms of the process. */
let thread: WriteThread | undefined;
/** Streams that have been given a job. */
const writing: WrittenStream[] = [];

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
  thread ??= startThread();
  if (descriptor === undefined || !thread.isRunning || !isFree(thread, nextPlace(thread.table))) {
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
  writing.push(written);
}

/** Lets the thread begin with what it has been given. */
export function startWriting(): void {
  if (thread) announceJobs(thread.table);
}

/** Sees to jobs that are done: what they have left is written, and their memory is free again. */
export function finishWriting(): void {
  let left = 0;
  for (const written of writing) {
    finishJob(written);
    if (written.piece !== undefined) writing[left++] = written;
  }
  writing.length = left;
}

function startThread(): WriteThread {
  const { port1: port, port2 } = new MessageChannel();
  const table = createJobTable();
  const started: WriteThread = { table, port, pieces: [], owners: [], isRunning: true };
  const workerData: WorkerStart = { table, port: port2 };
  // Not the flags of this process: they may name modules to load first, or a test runner's.
  const worker = new Worker(WORKER_SCRIPT, { workerData, transferList: [port2], execArgv: [], name: "socket writes" });
  // What it leaves is done here, and all that comes after.
  const end = () => {
    started.isRunning = false;
    for (const written of writing) endJob(written);
  };
  worker.once("error", end);
  worker.once("exit", end);
  worker.unref();
  port.on("message", (place: number) => {
    const written = started.owners[place];
    if (written?.place === place) finishJob(written);
  });
  port.unref();
  return started;
}

/** Whether the job that was last in a place has been seen to. */
function isFree({ owners }: WriteThread, place: number): boolean {
  const owner = owners[place];
  return owner === undefined || owner.piece === undefined || owner.place !== place;
}

/** Its descriptor in this process; undefined for a stream that is no open TCP connection, or on a system without them. */
function descriptorOf(stream: Duplex): number | undefined {
  if (!(stream instanceof Socket) || stream instanceof TLSSocket || stream.destroyed) return undefined;
  // Node tells it, but has no name for that.
  const descriptor = (stream as unknown as { _handle?: { fd?: number } | null })._handle?.fd;
  return descriptor !== undefined && descriptor >= 0 ? descriptor : undefined;
}

function share({ pieces, port }: WriteThread, piece: Piece): void {
  if (pieces[piece.number] !== undefined) return;
  pieces[piece.number] = piece;
  port.postMessage({ number: piece.number, bytes: piece.bytes } satisfies SharedPiece);
}

/** Ends a stream's job if it has one: does it, or waits for the thread that does. */
function endJob(written: WrittenStream): void {
  if (written.piece === undefined || thread === undefined) return;
  const { table, pieces } = thread;
  runJob(table, written.place, (piece) => (pieces[piece] as Piece).bytes);
  waitForJob(table, written.place);
  finishJob(written);
}

/** Sees to a stream's job if it is done. */
function finishJob(written: WrittenStream): void {
  const { stream, piece, begin, length, place } = written;
  const result = piece && thread && resultOf(thread.table, place);
  if (piece === undefined || result === undefined) return;
  written.piece = undefined;
  const rest = result < length ? Buffer.from(piece.bytes.subarray(begin + result, begin + length)) : undefined;
  releasePiece(piece);
  if (rest && !stream.destroyed) stream.write(rest);
}
