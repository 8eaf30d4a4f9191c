import { type JobKind, runJob } from "./subdivision-jobs.ts";
import type { Allocate, SubdivisionMemory } from "./subdivision-memory.ts";

/** The threads that do the jobs of a parallel subdivision. */
export interface Crew {
  /** How many there are, the calling one included. */
  readonly threads: number;
  /** Gives memory that all of them see. */
  readonly allocate: Allocate;
  /** Has each thread do its slice of the job, and returns when all are done. Throws a SpaceError when one cannot. */
  run(memory: SubdivisionMemory, kind: JobKind): void;
  /** Says that the memory has columns other than those that it had. */
  memoryChanged(): void;
}

/** The calling thread alone, which works wherever JavaScript does. */
export function createInlineCrew(): Crew {
  return {
    threads: 1,
    allocate: (bytes) => new ArrayBuffer(bytes),
    run(memory, kind) {
      runJob(memory, kind, 0);
    },
    memoryChanged() {},
  };
}
