import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import type { Client } from "@colyseus/core";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { PIECE_BYTES, releasePiece, takeBytes } from "./frame-memory.ts";
import { gatherFrames, keepsFrames, writeFramesWhole } from "./frame-writer.ts";
import { countWrites } from "./test-writes.ts";
import { startWriteThread } from "./write-thread.ts";

let server: WebSocketServer;
/** One end of a connection writes as rooms do, the other is a stock client's. */
let writer: WebSocket;
let reader: WebSocket;

beforeAll(async () => {
  server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  [writer, reader] = await connect();
});

afterAll(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

async function connect(): Promise<[WebSocket, WebSocket]> {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = await Promise.all([once(server, "connection"), once(client, "open")]);
  writeFramesWhole(socket);
  return [socket, client];
}

function raise(cause: unknown): never {
  throw cause;
}

/** What arrives until something of one byte does. */
function framesUntilEnd(socket: WebSocket): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  return new Promise((resolve) => {
    socket.on("message", function take(frame: Buffer) {
      if (frame.length > 1) return void frames.push(frame);
      socket.off("message", take);
      resolve(frames);
    });
  });
}

function writesOf(socket: WebSocket): { count: number } {
  return countWrites((socket as unknown as { _socket: Writable })._socket);
}

/** The number of a piece that nobody uses. */
function pieceNumber(): number {
  const piece = takeBytes(PIECE_BYTES);
  releasePiece(piece);
  return piece.number;
}

const END = Buffer.of(0);
/** About the lengths at which a frame's header changes, and beyond what is merged. */
const lengths = fc.oneof(
  fc.integer({ min: 2, max: 300 }),
  fc.constantFrom(125, 126, 65_535, 65_536, 70_000),
  fc.integer({ min: 2, max: 100_000 }),
);

describe.each([
  { by: "a thread of its own", writesOfStream: 0 },
  { by: "the room's thread", writesOfStream: 1 },
])("written by $by", ({ by, writesOfStream }) => {
  let stop = async () => {};
  beforeAll(() => {
    if (by === "a thread of its own") stop = startWriteThread(raise);
  });
  afterAll(() => stop());

  test("all frames arrive, whole and in order, gathered or not, whatever their lengths", async () => {
    const batches = fc.array(
      fc.record({ isGathered: fc.boolean(), frames: fc.array(fc.record({ length: lengths, isTold: fc.boolean() })) }),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const sent: Buffer[] = [];
        const arrived = framesUntilEnd(reader);
        let told = 0;
        for (const { isGathered, frames } of given) {
          const send = () => {
            for (const { length, isTold } of frames) {
              const frame = Buffer.alloc(length, sent.length);
              sent.push(frame);
              if (isTold) writer.send(frame, { binary: true }, () => told++);
              else writer.send(frame, { binary: true });
            }
          };
          if (isGathered) gatherFrames(send);
          else send();
        }
        writer.send(END);
        const received = await arrived;
        expect(received.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
        expect(Buffer.concat(received).equals(Buffer.concat(sent))).toBe(true);
        await expect.poll(() => told).toBe(given.flatMap(({ frames }) => frames.filter(({ isTold }) => isTold)).length);
      }),
      { numRuns: 60 },
    );
  });

  test("gathered frames of a socket take one write, and others none", async () => {
    const [other] = await connect();
    const writes = writesOf(writer);
    const writesOfOther = writesOf(other);
    const arrived = framesUntilEnd(reader);
    gatherFrames(() => {
      for (let length = 2; length < 12; length++) writer.send(Buffer.alloc(length));
      writer.send(END);
      expect(writes.count).toBe(0);
    });
    expect(writes.count).toBe(writesOfStream);
    expect(writesOfOther.count).toBe(0);
    expect(await arrived).toHaveLength(10);
  });

  test("what was sent before an exception goes out", async () => {
    const arrived = framesUntilEnd(reader);
    const fault = () =>
      gatherFrames(() => {
        writer.send(Buffer.alloc(2));
        writer.send(END);
        throw new Error("a fault in a room");
      });
    expect(fault).toThrow("a fault in a room");
    expect(await arrived).toHaveLength(1);
  });

  test("a socket that is closed while frames are gathered sends those before it closes, and one that is cut off none", async () => {
    const [closing, readerOfClosing] = await connect();
    const [cut, readerOfCut] = await connect();
    const ends = Promise.all([once(readerOfClosing, "close"), once(readerOfCut, "close")]);
    const received: string[] = [];
    readerOfClosing.on("message", (frame: Buffer) => received.push(String(frame)));
    readerOfCut.on("message", (frame: Buffer) => received.push(String(frame)));
    gatherFrames(() => {
      closing.send(Buffer.from("last words"));
      closing.close(4000, "told");
      closing.send(Buffer.from("too late"));
      cut.send(Buffer.from("nothing of this"));
      cut.terminate();
    });
    const [[code]] = await ends;
    expect(code).toBe(4000);
    expect(received).toEqual(["last words"]);
  });

  test("frames of a reader that pauses wait as they were, while those of others take the same memory again and again", async () => {
    const [slow, readerOfSlow] = await connect();
    const [quick, readerOfQuick] = await connect();
    readerOfSlow.pause();
    const received = { slow: framesUntilEnd(readerOfSlow), quick: framesUntilEnd(readerOfQuick) };
    const sent: { slow: number[]; quick: number[] } = { slow: [], quick: [] };
    // Until far more waits than a tick's memory holds, and then some.
    for (let tick = 0, after = 0; after < 50; tick++) {
      if (slow.bufferedAmount > 4_000_000) after++;
      gatherFrames(() => {
        for (const [name, socket] of [
          ["slow", slow],
          ["quick", quick],
        ] as const) {
          for (const length of [30_000 + tick, 100]) {
            const byte = (tick * 7 + length + (name === "slow" ? 0 : 128)) & 255;
            socket.send(Buffer.alloc(length, byte));
            sent[name].push(length * 256 + byte);
          }
        }
      });
      // The quick reader's turn.
      await new Promise(setImmediate);
    }
    slow.send(END);
    quick.send(END);
    readerOfSlow.resume();
    for (const name of ["slow", "quick"] as const) {
      const frames = await received[name];
      expect(frames.map((frame) => frame.length * 256 + frame[0])).toEqual(sent[name]);
      expect(frames.every((frame) => frame.every((byte) => byte === frame[0]))).toBe(true);
    }
  });

  test("memory is used again, be frames joined in it, or their socket closed or cut off", async () => {
    const begun = pieceNumber();
    for (let tick = 0; tick < 60; tick++) {
      const [closing] = await connect();
      const arrived = framesUntilEnd(reader);
      gatherFrames(() => {
        for (let i = 0; i < 3; i++) writer.send(Buffer.alloc(20_000));
        writer.send(END);
        closing.send(Buffer.alloc(20_000));
        if (tick % 2 === 0) closing.terminate();
        else closing.close();
        closing.send(Buffer.alloc(20_000));
      });
      await arrived;
    }
    expect(pieceNumber() - begun).toBeLessThan(10);
  });

  test("a gathering within another goes out with it, and any number of bytes has room", async () => {
    const writes = writesOf(writer);
    const arrived = framesUntilEnd(reader);
    gatherFrames(() => {
      writer.send(Buffer.alloc(300_000, 1));
      gatherFrames(() => writer.send(Buffer.alloc(300_000, 2)));
      writer.send(END);
      expect(writes.count).toBe(0);
    });
    expect(writes.count).toBe(1);
    expect((await arrived).map((frame) => [frame.length, frame[0], frame.at(-1)])).toEqual([
      [300_000, 1, 1],
      [300_000, 2, 2],
    ]);
  });
});

test("only sockets that copy give their frames free", async () => {
  const clientOf = (ref: object) => ({ ref }) as unknown as Client;
  expect(keepsFrames(clientOf(writer))).toBe(false);
  expect(keepsFrames(clientOf(reader))).toBe(true);
});

test("a socket that cannot be written to takes nobody's frames with it, and none of its own go out later", async () => {
  const [broken, readerOfBroken] = await connect();
  const stream = (broken as unknown as { _socket: Writable })._socket;
  const { write } = stream;
  stream.write = () => {
    throw new RangeError("no memory is left");
  };
  const arrived = framesUntilEnd(reader);
  const gather = () =>
    gatherFrames(() => {
      broken.send(Buffer.alloc(3, 1));
      writer.send(Buffer.alloc(3, 2));
      writer.send(END);
    });
  expect(gather).toThrow("no memory is left");
  expect(await arrived).toEqual([Buffer.alloc(3, 2)]);
  stream.write = write;
  const ofBroken = framesUntilEnd(readerOfBroken);
  gatherFrames(() => writer.send(Buffer.alloc(3, 4)));
  broken.send(END);
  expect(await ofBroken).toEqual([]);
});
