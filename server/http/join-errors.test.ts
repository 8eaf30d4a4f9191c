import { ErrorCode, ServerError } from "@colyseus/core";
import { expect, test } from "vitest";
import { JoinStatus } from "../../shared/close-codes.ts";
import { JoinTokenError } from "../limits/join-tokens.ts";
import { tooManyRooms } from "../limits/room-refusals.ts";
import { answerTo, JoinRefusal } from "./join-errors.ts";

const codeError = (code: unknown) => Object.assign(new Error("inside"), { code });

test.each<[error: Error, status: number, words: string | RegExp]>([
  [new JoinRefusal(JoinStatus.tooMany, "too many"), JoinStatus.tooMany, "too many"],
  [new JoinTokenError("expired"), JoinStatus.badToken, /has expired \(KRILL_JOIN_SECRET\); get a new one/],
  [new JoinTokenError("held"), JoinStatus.tokenHeld, /a seat waits .*\(KRILL_JOIN_SECRET\); take it/],
  [new ServerError(JoinStatus.full, tooManyRooms(3)), JoinStatus.full, /no more than 3 rooms .*\(KRILL_MAX_ROOMS\); /],
  // As Colyseus brings the same from another process.
  [new Error(tooManyRooms(3)), JoinStatus.full, /no more than 3 rooms .*\(KRILL_MAX_ROOMS\); /],
])("what a limit refuses is answered in its words, and told already: %s", (error, status, words) => {
  expect(answerTo(error)).toEqual({ status, error: expect.stringMatching(words), isFault: false, isTold: true });
});

test.each<[error: Error, status: number, words: string | RegExp]>([
  [new ServerError(JoinStatus.noSuchRoom, 'room "a" not found'), JoinStatus.noSuchRoom, 'room "a" not found'],
  [Object.assign(new Error("no JSON"), { code: "FST_ERR_CTP_INVALID_JSON", statusCode: 400 }), 400, "no JSON"],
  [new (class SeatReservationError extends Error {})("a is already full"), JoinStatus.busy, /try again in a moment/],
])("any other refusal is answered in its words, and the log is yet to hear of it: %s", (error, status, words) => {
  expect(answerTo(error)).toEqual({ status, error: expect.stringMatching(words), isFault: false, isTold: false });
});

test("the status of a room that is not there is Colyseus' own", () => {
  expect(JoinStatus.noSuchRoom).toBe(ErrorCode.MATCHMAKE_INVALID_ROOM_ID);
});

test.each([
  new TypeError("inside"),
  new ServerError(ErrorCode.MATCHMAKE_UNHANDLED, "inside"),
  new ServerError(ErrorCode.APPLICATION_ERROR, "inside"),
  codeError("ECONNREFUSED"),
  codeError(500),
  codeError(7),
  Object.assign(new Error("inside"), { statusCode: 500 }),
  "inside",
  undefined,
  null,
])("a fault is answered without a word of it: %s", (error) => {
  const answer = answerTo(error);
  expect(answer).toMatchObject({ status: 500, isFault: true, isTold: false });
  expect(answer.error).toMatch(/^the server .*; try again later$/);
  expect(answer.error).not.toContain("inside");
});
