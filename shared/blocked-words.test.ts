import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockedWordError, createWordFilter, DEFAULT_BLOCKED_WORDS } from "./blocked-words.ts";

const filter = createWordFilter(["*frak*", "ass", "smeg", "go away"]);

describe("a word filter", () => {
  it.each([
    ["plain", "smeg"],
    ["in a sentence", "what the smeg, man"],
    ["in capitals", "SmEG"],
    ["with accents", "smég"],
    ["with marks piled up", "s\u0301\u0302m\u0303e\u0304g"],
    ["wide", "ｓｍｅｇ"],
    ["in mathematical letters", "𝓼𝓶𝓮𝓰"],
    ["with Cyrillic look-alikes", "ѕмеg"],
    ["with Greek look-alikes", "αss"],
    ["with digits", "5m3g"],
    ["with signs", "@$s"],
    ["with one letter left", "4s5"],
    ["drawn out", "smmmmeeeeg"],
    ["set apart by spaces", "s m e g"],
    ["set apart by signs", "s.m - e_g"],
    ["with unseen characters between", "sm\u200beg"],
    ["between digits", "1smeg1"],
    ["followed by a sign", "ass!"],
    ["as two words", "Go  away!!"],
    ["two words written as one", "goaway"],
    ["within another word", "mcfrakface"],
    ["within another word, dressed up", "mcFR4KKKface"],
  ])("sees a word %s", (_how, text) => {
    expect(filter.blocks(text)).toBe(true);
  });

  it.each(["class", "assess", "as", "a s", "smegma", "f r a", "455", "$$", "", "     "])("leaves %j alone", (text) => {
    expect(filter.blocks(text)).toBe(false);
    expect(filter.mask(text)).toBe(text);
  });

  it("draws the line between double and single letters", () => {
    expect(filter.blocks("asss")).toBe(true);
    expect(filter.blocks("aas")).toBe(false);
  });

  it("masks the word and nothing else, sign by sign", () => {
    expect(filter.mask("oh smég, s m e g and frakking ASS!")).toBe("oh ****, ******* and *****ing ***!");
    expect(filter.mask("𝓼𝓶𝓮𝓰 🐙 smeg")).toBe("******** 🐙 ****");
    expect(filter.mask("(5meg)")).toBe("(****)");
  });

  it("never changes the length, and leaves nothing to block, whatever the text", () => {
    const pieces = fc.constantFrom(
      "smeg",
      "ass",
      "frak",
      "s",
      "ѕ",
      "m",
      "e",
      "3",
      "g",
      " ",
      ".",
      "a",
      "@",
      "$",
      "🐙",
      "\u0301",
      "!",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const masked = filter.mask(text);
        expect(masked).toHaveLength(text.length);
        if (!filter.blocks(text)) expect(masked).toBe(text);
      }),
    );
  });

  it("copes with long hostile texts", () => {
    for (const text of ["s ".repeat(20_000), "sm".repeat(20_000), "a".repeat(50_000), "fr4".repeat(10_000)]) {
      expect(filter.blocks(text)).toBe(false);
    }
  });

  it.each(["", "*", "**", "x", "7 8", "..."])("refuses the entry %j by name", (entry) => {
    expect(() => createWordFilter(["smeg", entry])).toThrow(BlockedWordError);
    expect(() => createWordFilter([entry])).toThrow(JSON.stringify(entry));
  });

  it("blocks nothing when the list is empty", () => {
    expect(createWordFilter([]).blocks("smeg")).toBe(false);
  });
});

describe("the default list", () => {
  const standard = createWordFilter(DEFAULT_BLOCKED_WORDS);

  it("sees each of its own words", () => {
    for (const entry of DEFAULT_BLOCKED_WORDS) expect(standard.blocks(entry.replaceAll("*", ""))).toBe(true);
  });

  it.each([
    "Scunthorpe",
    "push it",
    "shiitake",
    "Matsushita",
    "grape",
    "drapes",
    "therapist",
    "Niger",
    "snigger",
    "retardant",
    "Essex",
    "hello there",
    "Player 12",
    "kyser",
    "raper.io",
    "naziha",
  ])("leaves %j alone", (text) => {
    expect(standard.blocks(text)).toBe(false);
  });
});
