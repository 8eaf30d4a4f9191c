/** A worker of parallel-subdivision-threads.ts: waits for a job, does its slice, says so, for as long as it is let. */
import { type MessagePort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type JobKind, runJob } from "./subdivision-jobs.ts";
import type { SubdivisionMemory } from "./subdivision-memory.ts";
import { doneAt, FAILED, JOB_KIND, JOB_NUMBER, takeSlice } from "./worker-signals.ts";

/** What a worker is started with. */
export interface WorkerStart {
  /** Which thread it is, from 1. */
  readonly thread: number;
  /** See worker-signals.ts. */
  readonly signals: Int32Array;
  /** Where the memory comes in, each time that it changes, and what went wrong goes out. */
  readonly port: MessagePort;
}

const { thread, signals, port } = workerData as WorkerStart;
let memory: SubdivisionMemory | undefined;
let jobNumber = 0;
try {
  for (;;) {
    Atomics.wait(signals, JOB_NUMBER, jobNumber);
    jobNumber = Atomics.load(signals, JOB_NUMBER);
    if (!takeSlice(signals, thread, jobNumber)) continue;
    // Until this slice is done the job is not over, so kind and memory are those of this job.
    for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
      memory = received.message;
    }
    if (!memory) throw new Error("a job came before the memory");
    runJob(memory, Atomics.load(signals, JOB_KIND) as JobKind, thread);
    Atomics.store(signals, doneAt(thread), jobNumber);
    Atomics.notify(signals, doneAt(thread));
  }
} catch (error) {
  port.postMessage(String(error));
  Atomics.store(signals, doneAt(thread), FAILED);
  Atomics.notify(signals, doneAt(thread));
  throw error;
}
