/**
 * The parallel subdivision on worker threads of Node. It is apart from parallel-subdivision.ts, and no other file
 * imports it, so that the rest of the engine goes into a browser's bundle.
 *
 * The calling thread is one of the threads: it does its slice, then blocks until the workers have done theirs. Workers
 * are started by the first build, wait without using the processor between jobs, and never keep a process alive.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { BodyStore } from "../../bodies.ts";
import { SpaceError } from "../../errors.ts";
import type { BroadPhase } from "../broad-phase.ts";
import { createSubdivision } from "../parallel-subdivision.ts";
import type { WorkerStart } from "./parallel-subdivision-worker.ts";
import type { Crew } from "./subdivision-crew.ts";
import { runJob } from "./subdivision-jobs.ts";
import { DONE, FAILED, JOB_KIND, JOB_NUMBER, MAX_JOB_NUMBER } from "./worker-signals.ts";

/** Most threads: beyond, the meetings cost more than the slices save. */
export const MAX_THREADS = 64;

/** Milliseconds without a sign of life after which a worker is taken for dead. A blocked thread cannot see it end. */
const LIFE_SIGN_TIMEOUT = 10_000;

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
 * `build` and `findPairs` throw a SpaceError ("thread-failed") when a worker does not start, or dies; the broad phase
 * is disposed of then, and another can be made.
 *
 * @param bodies what is looked at
 * @param threads how many threads share the work, the calling one included: an integer from 1 to MAX_THREADS; a
 * SpaceError otherwise
 * @param script what the workers run, and `timeout` the milliseconds that they may go without a sign of life: tests
 * give others
 */
export function createThreadedSubdivision(
  bodies: BodyStore,
  threads: number,
  script = WORKER_SCRIPT,
  timeout = LIFE_SIGN_TIMEOUT,
): ThreadedBroadPhase {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new SpaceError("bad-option", "threads", threads, `give an integer from 1 to ${MAX_THREADS}.`);
  }
  const crew = createWorkerCrew(threads, script, timeout);
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

function createWorkerCrew(threads: number, script: URL, timeout: number): WorkerCrew {
  const signals = new Int32Array(new SharedArrayBuffer((DONE + threads) * 4));
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

  /** Blocks until `thread` has done the job. */
  function waitFor(thread: number, beats: Int32Array): void {
    let beat = Atomics.load(beats, thread);
    for (;;) {
      const done = Atomics.load(signals, DONE + thread);
      if (done === jobNumber) return;
      if (done === FAILED) fail(receiveMessageOnPort(ports[thread - 1])?.message);
      if (Atomics.wait(signals, DONE + thread, done, timeout) !== "timed-out") continue;
      const latest = Atomics.load(beats, thread);
      if (latest === beat) fail(`no sign of life for ${timeout} ms`);
      beat = latest;
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
      for (let thread = 1; thread < threads; thread++) waitFor(thread, memory.beats);
    },
  };
}
