import { expect, test } from "vitest";
import { clock, wordsFor } from "./round-banner.ts";

const ROUND = { phase: "", secondsLeft: 0, players: 0, playersNeeded: 0, winner: "" };

test.each([
  [{}, ""],
  [{ phase: "waiting", players: 1, playersNeeded: 2 }, "Waiting for players: 1 of 2"],
  [{ phase: "countdown", secondsLeft: 7 }, "The round begins in 7 s"],
  [{ phase: "playing", players: 3, secondsLeft: 187 }, "3 left · 3:07"],
  [{ phase: "over", winner: "Nemo" }, "Nemo wins the round!"],
  [{ phase: "over" }, "Nobody wins the round"],
])("a round that is %o", (round, words) => {
  expect(wordsFor({ ...ROUND, ...round })).toBe(words);
});

test.each([
  [0, "0:00"],
  [59, "0:59"],
  [60, "1:00"],
  [3599, "59:59"],
])("%i s on the clock", (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});
