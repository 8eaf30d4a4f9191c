import { ServerError } from "@colyseus/core";
import { expect, test } from "vitest";
import { JoinStatus } from "../../shared/close-codes.ts";
import { JoinTokenError } from "../limits/join-tokens.ts";
import { tooManyRooms } from "../limits/room-refusals.ts";
import { answerTo, JoinRefusal } from "./join-errors.ts";

const codeError = (code: unknown) => Object.assign(new Error("inside"), { code });

test.each([
  [new JoinRefusal(JoinStatus.tooMany, "too many"), JoinStatus.tooMany, "too many"],
  [new JoinTokenError("expired"), JoinStatus.badToken, /has expired \(KRILL_JOIN_SECRET\); get a new one/],
  [new JoinTokenError("held"), JoinStatus.tokenHeld, /a seat waits .*\(KRILL_JOIN_SECRET\); take it/],
  [new ServerError(JoinStatus.full, tooManyRooms(3)), JoinStatus.full, /no more than 3 rooms .*\(KRILL_MAX_ROOMS\); /],
  // As Colyseus brings the same from another process.
  [new Error(tooManyRooms(3)), JoinStatus.full, /no more than 3 rooms .*\(KRILL_MAX_ROOMS\); /],
  [new ServerError(522, 'room "a" not found'), 522, 'room "a" not found'],
  [Object.assign(new Error("no JSON"), { code: "FST_ERR_CTP_INVALID_JSON", statusCode: 400 }), 400, "no JSON"],
  [new (class SeatReservationError extends Error {})("a is already full"), JoinStatus.busy, /try again in a moment/],
])("a refusal is answered in its words: %s", (error, status, words) => {
  expect(answerTo(error)).toEqual({ status, error: expect.stringMatching(words), isFault: false });
});

test.each([
  new TypeError("inside"),
  new ServerError(523, "inside"),
  new ServerError(526, "inside"),
  codeError("ECONNREFUSED"),
  codeError(500),
  codeError(7),
  Object.assign(new Error("inside"), { statusCode: 500 }),
  "inside",
  undefined,
  null,
])("a fault is answered without a word of it: %s", (error) => {
  const answer = answerTo(error);
  expect(answer).toMatchObject({ status: 500, isFault: true });
  expect(answer.error).toMatch(/^the server .*; try again later$/);
  expect(answer.error).not.toContain("inside");
});
