import { spawnSync } from "node:child_process";
import process from "node:process";
import { MessageChannel, Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { createBodyStore } from "../../bodies.ts";
import { updateBoxes } from "../../boxes.ts";
import { SpaceError } from "../../errors.ts";
import { circle } from "../../shapes.ts";
import { createPairList } from "../pair-list.ts";
import { createParallelSubdivision } from "../parallel-subdivision.ts";
import { createThreadedSubdivision, MAX_THREADS, type ThreadedBroadPhase } from "./parallel-subdivision-threads.ts";
import type { WorkerStart } from "./parallel-subdivision-worker.ts";
import { JobKind } from "./subdivision-jobs.ts";
import { createSubdivisionMemory, ENTRIES, PAIRS, REPORT_SIZE } from "./subdivision-memory.ts";
import { createSignals, doneAt, FAILED, JOB_KIND, JOB_NUMBER, takeSlice } from "./worker-signals.ts";

const WORKER = new URL("./parallel-subdivision-worker.ts", import.meta.url);

const made: ThreadedBroadPhase[] = [];
afterEach(async () => {
  for (const broadPhase of made.splice(0)) await broadPhase.dispose();
});

/** Three bodies in a row of which two pairs touch, and a broad phase with `threads` threads. */
function create(threads: number, script?: URL): ThreadedBroadPhase {
  const store = createBodyStore(3);
  for (let i = 0; i < 3; i++) store.add(circle(1), i * 2, 0);
  updateBoxes(store, false);
  const broadPhase = createThreadedSubdivision(store, threads, script);
  made.push(broadPhase);
  return broadPhase;
}

/**
 * A worker that runs this JavaScript, and has what it was started with in `thread`, `signals` and `port`, and what a worker
 * uses.
 */
function script(body: string): URL {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const start = `
    import { receiveMessageOnPort, workerData } from "node:worker_threads";
    import { runJob } from ${url("./subdivision-jobs.ts")};
    import { doneAt, FAILED, JOB_KIND, JOB_NUMBER, takeSlice } from ${url("./worker-signals.ts")};
    const { thread, signals, port } = workerData;
  `;
  return new URL(`data:text/javascript,${encodeURIComponent(start + body)}`);
}

/** The worker of a broad phase that the next call starts. */
function nextWorker(): Promise<Worker> {
  return new Promise((resolve) => {
    process.once("worker", resolve);
  });
}

/** Waits until a worker has ended, whatever it ends with. */
function ended(worker: Worker): Promise<unknown> {
  worker.once("error", () => {});
  return new Promise((resolve) => {
    worker.once("exit", resolve);
  });
}

function findPairs(broadPhase: ThreadedBroadPhase): number {
  const pairs = createPairList();
  broadPhase.build();
  broadPhase.findPairs(pairs);
  return pairs.count;
}

/** The SpaceError that a call throws. */
function errorOf(call: () => void): SpaceError {
  try {
    call();
  } catch (error) {
    if (error instanceof SpaceError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("workers are started by the first build, one fewer than there are threads, and end when disposed of", async () => {
  for (const threads of [1, 2, 4]) {
    const broadPhase = create(threads);
    expect(broadPhase.workers).toBe(0);
    expect(findPairs(broadPhase)).toBe(2);
    expect(broadPhase.workers).toBe(threads - 1);
    await broadPhase.dispose();
    expect(broadPhase.workers).toBe(0);
    expect(errorOf(() => broadPhase.build())).toMatchObject({ code: "disposed", field: "threads", value: threads });
    await broadPhase.dispose();
  }
});

test("one that was never built has nothing to end", async () => {
  const broadPhase = create(4);
  await broadPhase.dispose();
  expect(errorOf(() => broadPhase.build()).code).toBe("disposed");
});

test.each([0, -1, 1.5, Number.NaN, MAX_THREADS + 1])("%d threads are refused", (threads) => {
  expect(errorOf(() => create(threads))).toMatchObject({ code: "bad-option", field: "threads", value: threads });
});

test.each([
  ["cannot be loaded", new URL("./no-such-worker.ts", import.meta.url), "Cannot find module"],
  ["ends at once", script("process.exit(3);"), "it ended with code 3"],
  ["throws at once", script('throw new Error("out of luck");'), "out of luck"],
])(
  "a worker that %s delays no step; the next one after it has ended gives an error",
  async (_, workerScript, cause) => {
    const starting = nextWorker();
    const broadPhase = create(2, workerScript);
    expect(findPairs(broadPhase)).toBe(2);
    await ended(await starting);
    const error = errorOf(() => broadPhase.build());
    expect(error).toMatchObject({ code: "thread-failed", field: "threads", value: 2 });
    expect(error.message).toContain(cause);
    expect(errorOf(() => broadPhase.build()).code).toBe("disposed");
    await broadPhase.dispose();
    expect(broadPhase.workers).toBe(0);
  },
);

test.each([
  ["hangs", "Atomics.wait(signals, JOB_NUMBER, 0); for (;;);"],
  ["never begins", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"],
])("a worker that %s is done without, step after step, and ended", async (_, body) => {
  const broadPhase = create(3, script(body));
  for (let step = 0; step < 5; step++) expect(findPairs(broadPhase)).toBe(2);
  expect(broadPhase.workers).toBe(2);
  await broadPhase.dispose();
  expect(broadPhase.workers).toBe(0);
});

/** How a worker comes to its slices: `begin` before it takes one, `end` before it says that it has done it. */
function slowWorker(begin: string, end: string): URL {
  return script(`
    const never = new Int32Array(new SharedArrayBuffer(4));
    const pause = (milliseconds) => Atomics.wait(never, 0, 0, milliseconds);
    let memory;
    for (let job = 0; ; ) {
      Atomics.wait(signals, JOB_NUMBER, job);
      job = Atomics.load(signals, JOB_NUMBER);
      ${begin}
      if (!takeSlice(signals, thread, job)) continue;
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) memory = next.message;
      runJob(memory, Atomics.load(signals, JOB_KIND), thread);
      ${end}
      Atomics.store(signals, doneAt(thread), job);
      Atomics.notify(signals, doneAt(thread));
    }
  `);
}

// As on a machine with too much to do: threads stop anywhere, for any time.
test.each([
  ["before it begins", "pause((job * 5) % 7);", ""],
  ["before it is done", "", "pause(20);"],
  ["anywhere", "pause((job * 5) % 7);", "pause((job * 3) % 5);"],
])("a worker that is held up %s changes no pair", (_, begin, end) => {
  const store = createBodyStore(400);
  for (let i = 0; i < 400; i++) store.add(circle(1 + (i % 3)), (i % 20) * 3, Math.floor(i / 20) * 3);
  updateBoxes(store, false);
  const alone = createParallelSubdivision(store);
  const broadPhase = createThreadedSubdivision(store, 3, slowWorker(begin, end));
  made.push(broadPhase);
  const [expected, pairs] = [createPairList(), createPairList()];
  alone.build();
  alone.findPairs(expected);
  const columns = (list: typeof pairs) => [list.a.slice(0, list.count), list.b.slice(0, list.count)];
  for (let step = 0; step < 15; step++) {
    broadPhase.build();
    broadPhase.findPairs(pairs);
    expect(columns(pairs)).toEqual(columns(expected));
  }
});

test("a worker's own error is told at once", () => {
  const failing = script(`
    Atomics.wait(signals, JOB_NUMBER, 0);
    port.postMessage("out of luck");
    Atomics.store(signals, doneAt(thread), FAILED);
    Atomics.notify(signals, doneAt(thread));
  `);
  const broadPhase = create(2, failing);
  const error = errorOf(() => {
    for (;;) broadPhase.build();
  });
  expect(error.code).toBe("thread-failed");
  expect(error.message).toContain("out of luck");
});

test("a worker that died since the last step gives an error", async () => {
  const starting = nextWorker();
  const broadPhase = create(2);
  expect(findPairs(broadPhase)).toBe(2);
  await (await starting).terminate();
  expect(errorOf(() => broadPhase.build()).code).toBe("thread-failed");
});

test("a worker does its slices, each once, however often it is woken", async () => {
  // No bodies: what it writes into its report shows which jobs it did.
  const memory = createSubdivisionMemory(10, 2, (bytes) => new SharedArrayBuffer(bytes));
  const signals = createSignals(2);
  const { port1, port2 } = new MessageChannel();
  const workerData: WorkerStart = { thread: 1, signals, port: port2 };
  const worker = new Worker(WORKER, { workerData, transferList: [port2], execArgv: [] });
  try {
    port1.postMessage(memory);
    const entries = REPORT_SIZE + ENTRIES;
    const pairs = REPORT_SIZE + PAIRS;
    const post = (jobNumber: number, kind: JobKind) => {
      Atomics.store(signals, JOB_KIND, kind);
      Atomics.store(signals, JOB_NUMBER, jobNumber);
      Atomics.notify(signals, JOB_NUMBER);
    };
    // Until it is asleep, so that it does wake.
    const wake = () => {
      while (Atomics.notify(signals, JOB_NUMBER) === 0);
    };
    const wait = (jobNumber: number) => {
      for (let done = -2; done !== jobNumber; done = Atomics.load(signals, doneAt(1))) {
        expect(done).not.toBe(FAILED);
        Atomics.wait(signals, doneAt(1), done);
      }
    };
    memory.report.fill(-1);
    post(1, JobKind.enter);
    wait(1);
    expect(memory.report[entries]).toBe(0);
    memory.report.fill(-1);
    // Woken by what was meant for the job before, with the next one's kind there already.
    wake();
    expect(takeSlice(signals, 1, 1)).toBe(false);
    // A slice that another has taken.
    expect(takeSlice(signals, 1, 2)).toBe(true);
    post(2, JobKind.enter);
    wake();
    post(3, JobKind.findPairs);
    wait(3);
    expect(memory.report[entries]).toBe(-1);
    expect(memory.report[pairs]).toBe(0);
  } finally {
    port1.close();
    await worker.terminate();
  }
});

test("threads do not keep a process alive", () => {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { createBodyStore } from ${url("../../bodies.ts")};
    import { updateBoxes } from ${url("../../boxes.ts")};
    import { circle } from ${url("../../shapes.ts")};
    import { createThreadedSubdivision } from ${url("./parallel-subdivision-threads.ts")};
    const store = createBodyStore(2);
    store.add(circle(1), 0, 0);
    updateBoxes(store, false);
    const broadPhase = createThreadedSubdivision(store, 4);
    broadPhase.build();
    console.log(broadPhase.workers);
  `;
  const child = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    timeout: 30_000,
  });
  expect(child).toMatchObject({ stdout: "3\n", stderr: "", status: 0 });
});
