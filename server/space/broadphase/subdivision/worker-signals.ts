/**
 * The numbers by which the threads of a parallel subdivision tell each other what is to be done, and what is: two for all,
 * then two for each thread.
 *
 * A slice of a job is done once, by whoever takes it: its thread, or the calling thread when that one has not begun. A
 * thread that was woken late, twice or for nothing finds its slice taken, and leaves it alone.
 */

/** Goes up by one with each job, and from MAX_JOB_NUMBER to 0: what workers wait for. */
export const JOB_NUMBER = 0;
/** The JobKind. Read it only with a slice taken: else the job may be over, and the next one's kind here. */
export const JOB_KIND = 1;
const FIRST_OF_THREADS = 2;

export const FAILED = -1;
/** All bits set, so that it is also the mask of a job number. */
export const MAX_JOB_NUMBER = 0x3fffffff;

export function createSignals(threads: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer((FIRST_OF_THREADS + 2 * threads) * 4));
}

/** The place of the number of the last job that the thread did, or FAILED. */
export function doneAt(thread: number): number {
  return FIRST_OF_THREADS + 2 * thread;
}

/** The place of the number of the last job of which the thread's slice was taken. */
function takenAt(thread: number): number {
  return FIRST_OF_THREADS + 2 * thread + 1;
}

/** Takes the slice of `thread` of the job. @returns whether it was still there, so that the caller has to do it */
export function takeSlice(signals: Int32Array, thread: number, jobNumber: number): boolean {
  const before = (jobNumber - 1) & MAX_JOB_NUMBER;
  return Atomics.compareExchange(signals, takenAt(thread), before, jobNumber) === before;
}
