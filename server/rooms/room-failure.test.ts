import { type Room, ServerError } from "@colyseus/core";
import { type Logger, pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { createRoomFailure, type RoomFailure } from "./room-failure.ts";

let lines: string[];
let failure: RoomFailure;

beforeEach(() => {
  lines = [];
  const logger: Logger = pino({}, { write: (line: string) => void lines.push(line) });
  failure = createRoomFailure({} as Room, () => logger);
});

test.each([
  ["a room that throws", () => Promise.resolve().then(throwOnPurpose)],
  ["a room that throws at once", throwOnPurpose],
  ["a register far away", () => Promise.reject(Object.assign(new Error("inside"), { code: "ECONNREFUSED" }))],
])("%s: all of it in one line of the log, and a text that is always the same for the client", async (_what, join) => {
  const told = await failure.conceal("onJoin", join).catch((error) => error);
  expect(told).toBeInstanceOf(ServerError);
  expect(told.message).toMatch(/^the room could not let you in, for a fault of its own$/);
  expect(told.cause).toBeUndefined();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0])).toMatchObject({ level: 50, during: "onJoin", err: { message: "inside" } });
  expect(JSON.parse(lines[0]).err.stack).toContain("room-failure.test.ts");
});

test("who is turned away hears why; who is let in is", async () => {
  const refusal = new ServerError(4107, "too many");
  await expect(failure.conceal("onJoin", () => Promise.reject(refusal))).rejects.toBe(refusal);
  await failure.conceal("onJoin", () => undefined);
  await failure.conceal("onJoin", async () => {});
  expect(lines).toEqual([]);
});

function throwOnPurpose(): never {
  throw new Error("inside");
}
