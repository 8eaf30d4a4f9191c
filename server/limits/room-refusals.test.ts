import { expect, test } from "vitest";
import { JoinStatus } from "../../shared/close-codes.ts";
import { statusOfRoomRefusal, tooManyRooms, tooManySandboxes } from "./room-refusals.ts";

test.each([
  [tooManyRooms(16), JoinStatus.full],
  [tooManySandboxes(16), JoinStatus.unavailable],
  ["all rooms of this mode are gone", undefined],
  [`TypeError: ${tooManyRooms(16)}`, undefined],
  ["", undefined],
])("%j", (text, status) => {
  expect(statusOfRoomRefusal(text)).toBe(status);
});
