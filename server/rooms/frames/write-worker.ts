/** The thread of write-thread.ts: writes what it is given to sockets, for as long as it is let. */
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type JobTable, runJobs } from "./write-jobs.ts";

export interface WorkerStart {
  readonly table: JobTable;
  /** Where pieces of memory come in, before the first job that is about one, and the places of jobs that were cut short go out. */
  readonly port: MessagePort;
}

/** A piece of memory that jobs are about. */
export interface SharedPiece {
  readonly number: number;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

const { table, port } = workerData as WorkerStart;
const pieces: SharedPiece["bytes"][] = [];

function pieceOf(piece: number): SharedPiece["bytes"] {
  while (pieces[piece] === undefined) {
    const received = receiveMessageOnPort(port);
    if (received === undefined) throw new Error(`a job came before its piece of memory (${piece})`);
    const { number, bytes } = received.message as SharedPiece;
    pieces[number] = bytes;
  }
  return pieces[piece];
}

runJobs(table, pieceOf, (place) => port.postMessage(place));
