import { spawnSync } from "node:child_process";
import process from "node:process";
import type { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { createBodyStore } from "../../bodies.ts";
import { updateBoxes } from "../../boxes.ts";
import { SpaceError } from "../../errors.ts";
import { circle } from "../../shapes.ts";
import { createPairList } from "../pair-list.ts";
import { createThreadedSubdivision, MAX_THREADS, type ThreadedBroadPhase } from "./parallel-subdivision-threads.ts";

/** Milliseconds until a worker of these tests is taken for dead. */
const TIMEOUT = 200;

const made: ThreadedBroadPhase[] = [];
afterEach(async () => {
  for (const broadPhase of made.splice(0)) await broadPhase.dispose();
});

/** Three bodies in a row of which two pairs touch, and a broad phase with `threads` threads. */
function create(threads: number, script?: URL, timeout = TIMEOUT): ThreadedBroadPhase {
  const store = createBodyStore(3);
  for (let i = 0; i < 3; i++) store.add(circle(1), i * 2, 0);
  updateBoxes(store, false);
  const broadPhase = createThreadedSubdivision(store, threads, script, script && timeout);
  made.push(broadPhase);
  return broadPhase;
}

/** A worker that runs this JavaScript, and has what it was started with in `thread`, `signals` and `port`. */
function script(body: string): URL {
  const start = 'import { workerData } from "node:worker_threads"; const { thread, signals, port } = workerData;';
  return new URL(`data:text/javascript,${encodeURIComponent(start + body)}`);
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
  ["cannot be loaded", new URL("./no-such-worker.ts", import.meta.url)],
  ["ends at once", script("process.exit(3);")],
  ["throws at once", script('throw new Error("out of luck");')],
  ["hangs", script("Atomics.wait(signals, 1, 0); for (;;);")],
])("a worker that %s gives an error, and ends", async (_, workerScript) => {
  const broadPhase = create(3, workerScript);
  const error = errorOf(() => broadPhase.build());
  expect(error).toMatchObject({ code: "thread-failed", field: "threads", value: 3 });
  expect(error.message).toContain(`no sign of life for ${TIMEOUT} ms`);
  expect(errorOf(() => broadPhase.build()).code).toBe("disposed");
  await broadPhase.dispose();
  expect(broadPhase.workers).toBe(0);
});

test("a worker's own error is told at once", () => {
  const failing = script(`
    port.postMessage("out of luck");
    Atomics.store(signals, 2 + thread, -1);
    Atomics.notify(signals, 2 + thread);
  `);
  const error = errorOf(() => create(2, failing, 10_000).build());
  expect(error.code).toBe("thread-failed");
  expect(error.message).toContain("out of luck");
});

test("a worker that is slow, and shows that it lives, is waited for", () => {
  // Long enough for a worker to start on a busy machine, and shorter than all beats together.
  const timeout = 4000;
  const slow = script(`
    import { receiveMessageOnPort } from "node:worker_threads";
    let memory;
    for (let job = 0; ; job++) {
      Atomics.wait(signals, 0, job);
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) memory = next.message;
      for (let beat = 0; beat < (job === 0 ? 5 : 0); beat++) {
        Atomics.add(memory.beats, thread, 1);
        Atomics.wait(signals, 0, job + 1, ${timeout / 4});
      }
      Atomics.store(signals, 2 + thread, job + 1);
      Atomics.notify(signals, 2 + thread);
    }
  `);
  create(2, slow, timeout).build();
});

test("a worker that died since the last step gives an error", async () => {
  const started = new Promise<Worker>((resolve) => {
    process.once("worker", resolve);
  });
  const broadPhase = create(2);
  expect(findPairs(broadPhase)).toBe(2);
  await (await started).terminate();
  expect(errorOf(() => broadPhase.build()).code).toBe("thread-failed");
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
