/**
 * The parallel subdivision on worker threads of Node. It is apart from parallel-subdivision.ts, and no other file
 * imports it, so that the rest of the engine goes into a browser's bundle.
 *
 * The calling thread is one of the threads: it does its slice, then blocks until the workers have done theirs. Workers
 * are started by the first build, wait without using the processor between jobs, and never keep a process alive.
 *
 * A blocked thread cannot see a worker end, so it waits for none that may never answer: a slice that its worker has not
 * begun, because it is still starting, is starved of the processor, hangs or is dead, the calling thread does itself
 * (worker-signals.ts). A slice that was begun is waited for without a limit, as long as a busy machine takes: it runs
 * code of ours alone, and says so when that throws. That a worker has ended is seen between steps, by its events.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { BodyStore } from "../../bodies.ts";
import { SpaceError } from "../../errors.ts";
import type { BroadPhase } from "../broad-phase.ts";
import { createSubdivision } from "../parallel-subdivision.ts";
import type { WorkerStart } from "./parallel-subdivision-worker.ts";
import type { Crew } from "./subdivision-crew.ts";
import { type JobKind, runJob } from "./subdivision-jobs.ts";
import type { SubdivisionMemory } from "./subdivision-memory.ts";
import { createSignals, doneAt, FAILED, JOB_KIND, JOB_NUMBER, MAX_JOB_NUMBER, takeSlice } from "./worker-signals.ts";

/** Most threads: beyond, the meetings cost more than the slices save. */
export const MAX_THREADS = 64;

/**
 * Milliseconds that a worker has to begin its slice, from when the calling thread has done its own: more than it takes to
 * wake up on an idle machine. It decides who does the slice, not what comes out.
 */
const TIME_TO_BEGIN = 2;

const WORKER_SCRIPT = new URL("./parallel-subdivision-worker.ts", import.meta.url);

/** A broad phase with threads of its own. */
export interface ThreadedBroadPhase extends BroadPhase {
  /** Workers that run now. */
  readonly workers: number;
  /**
   * Ends the workers; resolves when all have ended. A build or search for pairs after it throws a SpaceError
   * ("disposed").
   */
  dispose(): Promise<void>;
}

/**
 * `build` and `findPairs` throw a SpaceError ("thread-failed") when a worker has failed, or has ended since the last
 * step; the broad phase is disposed of then, and another can be made.
 *
 * @param bodies what is looked at
 * @param threads how many threads share the work, the calling one included: an integer from 1 to MAX_THREADS; a
 * SpaceError otherwise
 * @param script what the workers run: tests give another
 */
export function createThreadedSubdivision(
  bodies: BodyStore,
  threads: number,
  script = WORKER_SCRIPT,
): ThreadedBroadPhase {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new SpaceError("bad-option", "threads", threads, `give an integer from 1 to ${MAX_THREADS}.`);
  }
  const crew = createWorkerCrew(threads, script);
  return {
    ...createSubdivision(bodies, crew),
    get workers() {
      return crew.workers;
    },
    dispose: crew.dispose,
  };
}

interface WorkerCrew extends Crew {
  readonly workers: number;
  dispose(): Promise<void>;
}

function createWorkerCrew(threads: number, script: URL): WorkerCrew {
  const signals = createSignals(threads);
  const workers: Worker[] = [];
  const ports: MessagePort[] = [];
  let running = 0;
  let jobNumber = 0;
  let isStarted = false;
  let isDisposed = false;
  let isMemoryNew = true;
  /** Why a worker ended, as far as it is known. */
  let ending: unknown;

  function start(): void {
    isStarted = true;
    for (let thread = 1; thread < threads; thread++) {
      const { port1, port2 } = new MessageChannel();
      const workerData: WorkerStart = { thread, signals, port: port2 };
      // Not the flags of this process: they may name modules to load first, or a test runner's.
      const worker = new Worker(script, { workerData, transferList: [port2], execArgv: [] });
      running++;
      worker.once("error", (error) => {
        ending = error;
      });
      worker.once("exit", (code) => {
        running--;
        ending ??= `it ended with code ${code}`;
      });
      worker.unref();
      port1.unref();
      workers.push(worker);
      ports.push(port1);
    }
  }

  async function dispose(): Promise<void> {
    isDisposed = true;
    await Promise.all(workers.map((worker) => worker.terminate()));
    for (const port of ports) port.close();
  }

  /** Ends what is left of the crew: a worker that is only slow must not write any more. */
  function fail(cause: unknown): never {
    void dispose();
    const remedy = `a worker has failed (${String(cause)}); create the broad phase anew, or the one without threads.`;
    throw new SpaceError("thread-failed", "threads", threads, remedy);
  }

  /** The number of the last job that a worker did. */
  function lastDone(thread: number): number {
    const done = Atomics.load(signals, doneAt(thread));
    if (done === FAILED) fail(receiveMessageOnPort(ports[thread - 1])?.message);
    return done;
  }

  /** Does the slices of the job that workers do not begin in time, and returns when all slices are done. */
  function finish(memory: SubdivisionMemory, kind: JobKind): void {
    let patience = TIME_TO_BEGIN;
    for (let thread = 1; thread < threads; thread++) {
      const before = lastDone(thread);
      if (before !== jobNumber && patience > 0) Atomics.wait(signals, doneAt(thread), before, patience);
      if (takeSlice(signals, thread, jobNumber)) {
        runJob(memory, kind, thread);
        // The others have had the same time.
        patience = 0;
        continue;
      }
      for (let done = lastDone(thread); done !== jobNumber; done = lastDone(thread)) {
        Atomics.wait(signals, doneAt(thread), done);
      }
    }
  }

  return {
    threads,
    allocate: (bytes) => new SharedArrayBuffer(bytes),
    get workers() {
      return running;
    },
    dispose,

    memoryChanged() {
      isMemoryNew = true;
    },

    run(memory, kind) {
      if (isDisposed) {
        throw new SpaceError("disposed", "threads", threads, "its threads have ended; create the broad phase anew.");
      }
      if (!isStarted) start();
      if (running < threads - 1) fail(ending);
      if (isMemoryNew) for (const port of ports) port.postMessage(memory);
      isMemoryNew = false;
      Atomics.store(signals, JOB_KIND, kind);
      jobNumber = (jobNumber + 1) & MAX_JOB_NUMBER;
      Atomics.store(signals, JOB_NUMBER, jobNumber);
      Atomics.notify(signals, JOB_NUMBER);
      runJob(memory, kind, 0);
      finish(memory, kind);
    },
  };
}
