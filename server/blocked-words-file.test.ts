import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readWordFilter } from "./blocked-words-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "krill-words-"));
  path = join(folder, "words.txt");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("has a list of our own for a host who gives none", () => {
  expect(readWordFilter(undefined).blocks("oh shit")).toBe(true);
  expect(readWordFilter(undefined).blocks("oh smeg")).toBe(false);
});

it("reads a word a line in place of that list; comments, empty lines and what other systems add to lines aside", () => {
  writeFileSync(path, "\uFEFF*smeg*\r\n\r\n  # gimboid\r\n  goit  \n");
  const filter = readWordFilter(path);
  expect(filter.blocks("you smegger")).toBe(true);
  expect(filter.blocks("a goit")).toBe(true);
  expect(filter.blocks("a gimboid")).toBe(false);
  expect(filter.blocks("oh shit")).toBe(false);
});

it("blocks nothing with an empty file", () => {
  writeFileSync(path, "");
  expect(readWordFilter(path).mask("oh shit")).toBe("oh shit");
});

it("refuses a word that could never match, by name", () => {
  writeFileSync(path, "smeg\n*x*\n");
  expect(() => readWordFilter(path)).toThrow(
    expect.objectContaining({
      code: "BAD_CONFIGURATION",
      message: expect.stringMatching(/^KRILL_BLOCKED_WORDS_FILE=.*words\.txt cannot be used: .*"\*x\*"/),
    }),
  );
});

it.each(["none", "."])("refuses the file %s, which cannot be read", (name) => {
  expect(() => readWordFilter(join(folder, name))).toThrow(/^KRILL_BLOCKED_WORDS_FILE=.* cannot be used: E\w+/);
});
