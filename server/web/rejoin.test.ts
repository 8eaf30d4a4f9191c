import { describe, expect, test } from "vitest";
import { CloseCode, JoinStatus } from "../../shared/close-codes.ts";
import { claimReload, judgeFailure, rejoinDelay, wordFor } from "./rejoin.ts";

describe("rejoinDelay", () => {
  test("grows from 1 s to 8 s and stays there", () => {
    expect([0, 1, 2, 3, 4, 2000].map(rejoinDelay)).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  });
});

describe("judgeFailure", () => {
  test("another version asks for a new page", () => {
    expect(judgeFailure(CloseCode.versionMismatch, "")).toBe("outdated");
  });
  test("a wrong name is the player's to change", () => {
    expect(judgeFailure(JoinStatus.badOptions, "")).toBe("refused");
  });
  test.each([undefined, 1006, CloseCode.serverShutdown, CloseCode.badFrame, CloseCode.roomFailed, 4003, 503, 524])(
    "code %s is worth another attempt",
    (code) => {
      expect(judgeFailure(code, "")).toBe("gone");
    },
  );
});

describe("judgeFailure of a room", () => {
  test.each([
    [JoinStatus.full, "all rooms are full", "full"],
    [JoinStatus.noSuchRoom, 'room "a" is locked', "full"],
    [JoinStatus.noSuchRoom, 'room "a" not found', "missing"],
    [JoinStatus.badToken, "the join token has expired", "uninvited"],
    [JoinStatus.tokenHeld, "a seat waits", "gone"],
    [CloseCode.tokenUsed, "the join token has been used", "uninvited"],
    [CloseCode.tokenUnchecked, "the join token could not be looked at", "gone"],
    [CloseCode.kicked, "", "kicked"],
    [CloseCode.banned, "", "banned"],
    [JoinStatus.banned, "", "banned"],
  ] as const)("code %s (%s) means %s", (code, reason, failure) => {
    expect(judgeFailure(code, reason)).toBe(failure);
  });
});

describe("wordFor", () => {
  test.each([
    [undefined, "Failed to fetch", "The server cannot be reached."],
    [1006, "", "The server cannot be reached."],
    [CloseCode.serverShutdown, "", "The server is restarting."],
    [503, "the server is shutting down", "The server is restarting."],
    [CloseCode.badFrame, "", "The server has closed the connection."],
    [429, "too many joins", "Too many people play from your network, or want to."],
    [CloseCode.tooManyPlayers, "all 40 seats", "Too many people play from your network, or want to."],
    [CloseCode.overLimit, "more than 300 messages", "Your browser has sent more than the server takes."],
    [JoinStatus.busy, "more than 100 clients", "Many people join right now."],
    [JoinStatus.foreignOrigin, "not this page", "The server does not let us in: not this page."],
    [CloseCode.roomFailed, "", "The room has ended because of a fault."],
    [CloseCode.tokenUnchecked, "in time", "The server could not look at the join token."],
    [CloseCode.slowReader, "too slow", "Your connection was too slow for the game."],
    [505, "not now", "The server does not let us in: not now."],
    [520, "", "The server does not let us in: code 520."],
  ])("code %s (%s)", (code, reason, word) => {
    expect(wordFor(code, reason)).toBe(word);
  });
});

describe("claimReload", () => {
  function memory(): Pick<Storage, "getItem" | "setItem"> {
    const items = new Map<string, string>();
    return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
  }
  test("allows one reload for each version", () => {
    const storage = memory();
    expect(claimReload(1, () => storage)).toBe(true);
    expect(claimReload(1, () => storage)).toBe(false);
    expect(claimReload(2, () => storage)).toBe(true);
    expect(claimReload(2, () => storage)).toBe(false);
  });
});
