/**
 * Jobs of writing bytes to sockets, in memory that threads share: a thread takes a job when no other has, and does it.
 *
 * Jobs are independent of each other, so that it does not matter which thread does which, nor in which order: a socket has one
 * job at a time (write-thread.ts).
 */
import { writeSync } from "node:fs";

/** Most jobs at once; a power of two. */
export const MOST_JOBS = 4096;

/** How many jobs there have been; threads that wait for the next wait here. */
const COUNT = 0;
const FIRST_JOB = 1;
/** Places of a job's numbers. */
const STATE = 0;
const DESCRIPTOR = 1;
const PIECE = 2;
const BEGIN = 3;
const LENGTH = 4;
const NUMBERS = 5;

/** States of a job. One that is done has the number of bytes that the kernel took, 0 or more. */
const WAITING = -2;
const TAKEN = -1;

/** Places of jobs, from 0 to MOST_JOBS - 1, are used again and again. */
export type JobTable = Int32Array<SharedArrayBuffer>;

export function createJobTable(): JobTable {
  return new Int32Array(new SharedArrayBuffer((FIRST_JOB + MOST_JOBS * NUMBERS) * Int32Array.BYTES_PER_ELEMENT));
}

/**
 * Adds a job, in the place of one that is done; threads that wait do not yet learn of it.
 *
 * @param descriptor of a socket of this process
 * @param piece the number of a piece of memory, whose bytes `begin` to `begin + length` are to be written
 * @returns its place
 */
export function addJob(table: JobTable, descriptor: number, piece: number, begin: number, length: number): number {
  const count = table[COUNT];
  const place = count & (MOST_JOBS - 1);
  const at = FIRST_JOB + place * NUMBERS;
  table[at + DESCRIPTOR] = descriptor;
  table[at + PIECE] = piece;
  table[at + BEGIN] = begin;
  table[at + LENGTH] = length;
  Atomics.store(table, at + STATE, WAITING);
  Atomics.store(table, COUNT, (count + 1) | 0);
  return place;
}

/** The place that the next job will have. */
export function nextPlace(table: JobTable): number {
  return table[COUNT] & (MOST_JOBS - 1);
}

/** Wakes a thread that waits. */
export function announceJobs(table: JobTable): void {
  Atomics.notify(table, COUNT);
}

/** Bytes of a job that the kernel took; undefined while it is not done. */
export function resultOf(table: JobTable, place: number): number | undefined {
  const state = Atomics.load(table, FIRST_JOB + place * NUMBERS + STATE);
  return state < 0 ? undefined : state;
}

/**
 * Does a job, unless another thread has taken it.
 *
 * A socket that takes no more, or has failed, took what it took: whoever gave the job learns why when it goes on writing.
 *
 * @returns whether it was done here, and the kernel did not take all
 */
export function runJob(table: JobTable, place: number, pieceOf: (piece: number) => Uint8Array): boolean {
  const at = FIRST_JOB + place * NUMBERS;
  if (Atomics.compareExchange(table, at + STATE, WAITING, TAKEN) !== WAITING) return false;
  const length = table[at + LENGTH];
  let written = 0;
  try {
    written = writeSync(table[at + DESCRIPTOR], pieceOf(table[at + PIECE]), table[at + BEGIN], length);
  } catch {
    // See above.
  }
  Atomics.store(table, at + STATE, written);
  Atomics.notify(table, at + STATE);
  return written < length;
}

/** Blocks until a job that another thread has taken is done, for so many milliseconds at most. @returns whether it is */
export function waitForJob(table: JobTable, place: number, milliseconds: number): boolean {
  return Atomics.wait(table, FIRST_JOB + place * NUMBERS + STATE, TAKEN, milliseconds) !== "timed-out";
}

/** Does jobs as they come, for ever; blocks the thread meanwhile. @param isCut is told of each that the kernel did not take whole */
export function runJobs(
  table: JobTable,
  pieceOf: (piece: number) => Uint8Array,
  isCut: (place: number) => void,
): never {
  for (let done = 0; ; ) {
    Atomics.wait(table, COUNT, done);
    const count = Atomics.load(table, COUNT);
    // Those before have been done by others: their places have been used again.
    if (((count - done) | 0) > MOST_JOBS) done = (count - MOST_JOBS) | 0;
    for (; done !== count; done = (done + 1) | 0) {
      const place = done & (MOST_JOBS - 1);
      if (runJob(table, place, pieceOf)) isCut(place);
    }
  }
}
