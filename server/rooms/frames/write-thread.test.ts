import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { takeBytes } from "./frame-memory.ts";
import { countWrites } from "./test-writes.ts";
import { MOST_JOBS } from "./write-jobs.ts";
import {
  finishWriting,
  startWriteThread,
  startWriting,
  type WrittenStream,
  writePiece,
  writtenByThread,
} from "./write-thread.ts";

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());
let stop = async () => {};
afterEach(() => stop());

/** A connection: the end that is written to, and all that comes out of the other, once it has ended. */
async function open(): Promise<{ written: WrittenStream; received: Promise<Buffer> }> {
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const chunks: Buffer[] = [];
  reader.on("data", (chunk) => chunks.push(chunk));
  reader.on("error", () => {});
  const received = new Promise<Buffer>((resolve) => reader.on("close", () => resolve(Buffer.concat(chunks))));
  const [socket] = (await once(server, "connection")) as [Socket];
  socket.on("error", () => {});
  return { written: writtenByThread(socket), received };
}

/** Writes so many bytes of a value; gives the number of the piece of memory. */
function give(written: WrittenStream, value: number, length: number): number {
  const piece = takeBytes(length);
  piece.bytes.fill(value, piece.end - length, piece.end);
  writePiece(written, piece, piece.end - length, length);
  return piece.number;
}

function raise(cause: unknown): never {
  throw cause;
}

const scripts = {
  "that works": undefined,
  "that never does anything": new URL("data:text/javascript,setInterval(() => {}, 1000)"),
  "that ends at once": new URL("data:text/javascript,throw new Error('ended on purpose')"),
};

test.each(Object.entries(scripts))(
  "with a thread %s, all bytes arrive in order, whoever writes in between",
  async (_, script) => {
    stop = startWriteThread(() => {}, script);
    const { written, received } = await open();
    const sent: Buffer[] = [];
    for (let round = 0; round < 200; round++) {
      finishWriting();
      give(written, round, 100 + round);
      sent.push(Buffer.alloc(100 + round, round));
      startWriting();
      if (round % 3 === 0) {
        written.stream.write("between");
        sent.push(Buffer.from("between"));
      }
      if (round % 10 === 0) await new Promise(setImmediate);
    }
    written.stream.end("the end");
    expect(String(await received)).toBe(`${Buffer.concat(sent)}the end`);
  },
);

test("a thread that ends is told of, with the reason, and what it was given arrives", async () => {
  const { written, received } = await open();
  const cause = new Promise((resolve) => {
    stop = startWriteThread(resolve, scripts["that ends at once"]);
  });
  give(written, 1, 10);
  startWriting();
  expect(await cause).toMatchObject({ message: "ended on purpose" });
  give(written, 2, 10);
  written.stream.end();
  expect(await received).toEqual(Buffer.concat([Buffer.alloc(10, 1), Buffer.alloc(10, 2)]));
});

test("who does not read gets all when it does, and others meanwhile what is theirs", async () => {
  stop = startWriteThread(raise);
  const [slow, quick] = [await open(), await open()];
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const [socket] = (await once(server, "connection")) as [Socket];
  const paused = writtenByThread(socket);
  let given = 0;
  while (paused.stream.writableLength < 1_000_000) {
    finishWriting();
    for (const written of [slow.written, quick.written]) give(written, given, 1000);
    give(paused, given++, 50_000);
    startWriting();
    await new Promise(setImmediate);
  }
  const chunks: Buffer[] = [];
  reader.on("data", (chunk) => chunks.push(chunk));
  for (const { stream } of [slow.written, quick.written, paused]) stream.end();
  await once(reader.resume(), "end");
  const expected = Array.from({ length: given }, (_, value) => Buffer.alloc(50_000, value));
  expect(Buffer.concat(chunks).equals(Buffer.concat(expected))).toBe(true);
  for (const { received } of [slow, quick]) expect(await received).toHaveLength(1000 * given);
});

/** Takes three bytes of the first job, as a kernel does that has no room for more, and says so. */
const SHORT_OF_ROOM = new URL(
  `data:text/javascript,
  import { workerData } from "node:worker_threads";
  const { table, port } = workerData;
  Atomics.wait(table, 0, 0);
  Atomics.store(table, 1, 3);
  port.postMessage(0);
  setInterval(() => {}, 1000);`,
);

test("what the kernel does not take at once follows by itself", async () => {
  stop = startWriteThread(raise, SHORT_OF_ROOM);
  const { written, received } = await open();
  give(written, 1, 10);
  startWriting();
  await expect.poll(() => written.piece).toBeUndefined();
  written.stream.end();
  expect(await received).toEqual(Buffer.alloc(7, 1));
});

test("the thread does any number of jobs, in memory that is used again", async () => {
  stop = startWriteThread(raise);
  const { written, received } = await open();
  const pieces = new Set<number>();
  const writes = countWrites(written.stream);
  const rounds = 2 * MOST_JOBS + 10;
  for (let round = 0; round < rounds; round++) {
    pieces.add(give(written, round, 1000));
    startWriting();
    // Nobody else does it.
    for (finishWriting(); written.piece; finishWriting()) await new Promise(setImmediate);
  }
  expect(writes.count).toBe(0);
  expect(pieces.size).toBe(1);
  written.stream.end();
  expect(await received).toHaveLength(1000 * rounds);
});

test("jobs beyond what the table holds are written at once", async () => {
  stop = startWriteThread(raise, scripts["that never does anything"]);
  const { written, received } = await open();
  const writes = countWrites(written.stream);
  for (let i = 0; i < MOST_JOBS + 5; i++) give({ ...written }, 1, 10);
  expect(writes.count).toBe(5);
  await stop();
  written.stream.end();
  expect(await received).toEqual(Buffer.alloc(10 * (MOST_JOBS + 5), 1));
});

test("what is to be encrypted is written through its stream", async () => {
  stop = startWriteThread(raise);
  const { written, received } = await open();
  const stream = new TLSSocket(written.stream as Socket, { isServer: true });
  stream.on("error", () => {});
  const encrypted = writtenByThread(stream);
  give(encrypted, 1, 10);
  expect(encrypted.piece).toBeUndefined();
  startWriting();
  stream.destroy();
  expect(await received).not.toContain(1);
});

/** Takes a job, says so on a channel, and ends, or never ends it. */
const takerThat = (end: string) =>
  new URL(
    `data:text/javascript,
    import { workerData } from "node:worker_threads";
    const { table } = workerData;
    Atomics.wait(table, 0, 0);
    Atomics.store(table, 1, -1);
    new BroadcastChannel("taken").postMessage(true);
    ${end};`,
  );

test.each([
  { what: "dies with a job", end: "throw new Error('died on purpose')", cause: { message: "died on purpose" } },
  { what: "never ends a job", end: "setInterval(() => {}, 1000)", cause: "it has not written for 2 s" },
])("a thread that $what costs that job's connection, and no other", async ({ end, cause }) => {
  const [one, other] = [await open(), await open()];
  const told = new Promise((resolve) => {
    stop = startWriteThread(resolve, takerThat(end));
  });
  const channel = new BroadcastChannel("taken");
  const taken = new Promise((resolve) => {
    channel.onmessage = resolve;
  });
  give(one.written, 1, 10);
  startWriting();
  await taken;
  channel.close();
  give(other.written, 2, 10);
  if (typeof cause === "string") one.written.stream.write("more");
  expect(await told).toEqual(typeof cause === "string" ? cause : expect.objectContaining(cause));
  expect(one.written.stream.destroyed).toBe(true);
  expect(await one.received).toHaveLength(0);
  give(other.written, 3, 10);
  other.written.stream.end();
  expect(await other.received).toEqual(Buffer.concat([Buffer.alloc(10, 2), Buffer.alloc(10, 3)]));
});

test("a stream that cannot be written to after a cut is destroyed, and takes nobody with it", async () => {
  const cut = await open();
  const other = await open();
  stop = startWriteThread(raise, SHORT_OF_ROOM);
  give(cut.written, 1, 10);
  cut.written.stream.write = () => {
    throw new RangeError("no memory is left");
  };
  startWriting();
  await expect.poll(() => cut.written.stream.destroyed).toBe(true);
  give(other.written, 2, 10);
  other.written.stream.end();
  expect(await other.received).toEqual(Buffer.alloc(10, 2));
});

test("the thread lives for as long as one of those who have started it", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const stopFirst = startWriteThread(first);
  stop = startWriteThread(second);
  await stopFirst();
  const { written } = await open();
  give(written, 1, 10);
  expect(written.piece).toBeDefined();
  await stop();
  expect(written.piece).toBeUndefined();
  give(written, 1, 10);
  expect(written.piece).toBeUndefined();
  expect([first, second].flatMap(({ mock }) => mock.calls)).toEqual([]);
  written.stream.destroy();
});

test("nobody gets what was meant for one whose connection has ended, though descriptors are used again", async () => {
  stop = startWriteThread(raise);
  const steps = fc.array(fc.record({ cut: fc.nat(9), isAtOnce: fc.boolean() }), { minLength: 20, maxLength: 60 });
  let value = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const openOne = async () => ({ value: ++value & 255, ...(await open()) });
      const connections = [];
      for (let i = 0; i < 10; i++) connections.push(await openOne());
      const ended: typeof connections = [];
      for (const { cut, isAtOnce } of given) {
        finishWriting();
        for (const { written, value } of connections) give(written, value, 2000);
        startWriting();
        if (!isAtOnce) await new Promise(setImmediate);
        connections[cut].written.stream.destroy();
        ended.push(connections[cut]);
        connections[cut] = await openOne();
      }
      for (const { written } of connections) written.stream.end();
      for (const { received, value } of [...ended, ...connections]) {
        const bytes = await received;
        expect(bytes.equals(Buffer.alloc(bytes.length, value))).toBe(true);
      }
    }),
    { numRuns: 10 },
  );
});
