import { expect, it } from "vitest";
import { createWordFilter } from "../../../shared/blocked-words.ts";
import { CHAT_MAX_LENGTH } from "../../../shared/chat.ts";
import { TICK_RATE } from "../../../shared/formulas.ts";
import { DEFAULT_SETTINGS } from "../../../shared/settings.ts";
import { createChatVoice } from "./chat.ts";

const filter = createWordFilter(["smeg"]);

it("passes on what is cleaned, blocked words starred out", () => {
  const voice = createChatVoice(DEFAULT_SETTINGS, filter);
  expect(voice.say("  oh\u200b, smeg! ", 1)).toEqual({ text: "oh, ****!" });
});

it("lets a burst pass, then one each few seconds, and says how long to wait", () => {
  const voice = createChatVoice({ ...DEFAULT_SETTINGS, chatBurst: 2, chatSeconds: 3 }, filter);
  expect(voice.say("one", 10)).toEqual({ text: "one" });
  expect(voice.say("two", 10)).toEqual({ text: "two" });
  expect(voice.say("three", 10)).toEqual({ reason: "You write too fast: wait 3 s." });
  expect(voice.say("three", 10 + 2.5 * TICK_RATE)).toEqual({ reason: "You write too fast: wait 1 s." });
  expect(voice.say("three", 10 + 3 * TICK_RATE)).toEqual({ text: "three" });
  expect(voice.say("four", 10 + 3 * TICK_RATE)).toHaveProperty("reason");
});

it("does not count what it refuses", () => {
  const voice = createChatVoice({ ...DEFAULT_SETTINGS, chatBurst: 1 }, filter);
  expect(voice.say(" ", 1)).toEqual({ reason: "The message is empty." });
  expect(voice.say("x".repeat(CHAT_MAX_LENGTH + 1), 1)).toHaveProperty("reason");
  expect(voice.say("hello", 1)).toEqual({ text: "hello" });
});

it("passes nothing on in a room without chat", () => {
  const voice = createChatVoice({ ...DEFAULT_SETTINGS, chat: false }, filter);
  expect(voice.say("hello", 1)).toEqual({ reason: "There is no chat in this room." });
});
