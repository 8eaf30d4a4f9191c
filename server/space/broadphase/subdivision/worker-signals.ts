/**
 * Places in the numbers by which the threads of a parallel subdivision tell each other what is to be done, and what is.
 */

/** Goes up by one with each job, and from MAX_JOB_NUMBER to 0: what workers wait for. */
export const JOB_NUMBER = 0;
/** The JobKind. */
export const JOB_KIND = 1;
/** From here on, by thread: the number of the last job that it did, or FAILED. */
export const DONE = 2;

export const FAILED = -1;
/** All bits set, so that it is also the mask of a job number. */
export const MAX_JOB_NUMBER = 0x3fffffff;
