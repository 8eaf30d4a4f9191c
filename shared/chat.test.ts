import { expect, it } from "vitest";
import { createWordFilter } from "./blocked-words.ts";
import { CHAT_MAX_LENGTH, judgeChat } from "./chat.ts";

const filter = createWordFilter(["smeg"]);

it("passes a message on, cleaned, with its blocked words starred out", () => {
  expect(judgeChat(" well\nplayed,  sm\u200bég ", filter)).toEqual({ text: "well played, ****" });
});

it.each(["", "   ", "\u200b\u3164\u0000"])("refuses %j as empty", (text) => {
  expect(judgeChat(text, filter)).toEqual({ reason: "The message is empty." });
});

it("refuses what is too long, and says how much is allowed", () => {
  expect(judgeChat("x".repeat(CHAT_MAX_LENGTH), filter)).toEqual({ text: "x".repeat(CHAT_MAX_LENGTH) });
  expect(judgeChat("x".repeat(CHAT_MAX_LENGTH + 1), filter)).toEqual({ reason: expect.stringContaining("120") });
});
