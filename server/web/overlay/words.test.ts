import { expect, test } from "vitest";
import { BROAD_PHASES } from "../../../shared/sandbox.ts";
import { ALGORITHM_WORDS, wordsFor } from "./algorithms.ts";
import { logShare, powersOfTen, roundUp } from "./scale.ts";
import { milliseconds, savings, sentenceOf, short, whole } from "./words.ts";

test("numbers are short", () => {
  expect([0, 999, 1234, 12_345, 499_500, 1_500_000].map(short)).toEqual(["0", "999", "1.2k", "12k", "500k", "1.5M"]);
  expect(whole(499_500)).toBe("499,500");
  expect(whole(Number.NaN)).toBe("–");
  expect([milliseconds(456), milliseconds(17_260), milliseconds(Number.NaN)]).toEqual(["0.46 ms", "17.3 ms", "–"]);
});

test("savings tell how many times fewer, and when there are none", () => {
  expect(savings(443, 499_500)).toBe("1,128 × fewer");
  expect(savings(100, 450)).toBe("4.5 × fewer");
  expect(savings(499_500, 499_500)).toBe("every single pair");
  expect(savings(600, 450)).toMatch(/more than all pairs/);
  expect(savings(0, 450)).toBe("none needed");
  expect(savings(5, 0)).toBe("");
});

test("each reason is a sentence with its figures", () => {
  expect(sentenceOf({ key: 1, seen: true, reason: "least stay", staysFor: 4 })).toMatch(/4 more/);
  expect(sentenceOf({ key: 1, seen: false, reason: "outside the areas", distance: 1234.5 })).toMatch(/1,23\d u away/);
  expect(sentenceOf({ key: 1, seen: false, reason: "others of its kind are nearer", most: 9 })).toMatch(/nearest 9/);
  expect(sentenceOf({ key: 1, seen: false, reason: "waits for the budget", waited: 3 })).toMatch(/3 ticks/);
});

test("each algorithm has words of its own", () => {
  expect(Object.keys(ALGORITHM_WORDS).sort()).toEqual([...BROAD_PHASES].sort());
  for (const field of ["title", "does", "good", "bad"] as const) {
    expect(new Set(BROAD_PHASES.map((name) => ALGORITHM_WORDS[name][field])).size).toBe(BROAD_PHASES.length);
  }
  expect(wordsFor("constructor")).toBeUndefined();
});

test("axes by powers of ten, and by round numbers", () => {
  expect(powersOfTen(5000)).toEqual([1, 10, 100, 1000]);
  expect([0, 1, 100, 10_000, 20_000].map((value) => logShare(value, 10_000))).toEqual([0, 0, 0.5, 1, 1]);
  expect([0, 0.3, 1, 1.1, 4.9, 51, 1000].map(roundUp)).toEqual([1, 0.5, 1, 2, 5, 100, 1000]);
});
