import { expect, test } from "vitest";
import { HELP, parseOptions } from "./options.ts";

test("half an hour, or as long as is asked for", () => {
  expect(parseOptions([])).toEqual({ minutes: 30 });
  expect(parseOptions(["--minutes", "0"])).toEqual({ minutes: 0 });
  expect(parseOptions(["--help"])).toBe("help");
  expect(HELP).toContain("--minutes M");
});

test("what is wrong is refused by name, value and what is allowed", () => {
  expect(() => parseOptions(["--minutes", "-1"])).toThrow('--minutes is "-1"; allowed is a whole number from 0.');
  expect(() => parseOptions(["--bots", "3"])).toThrow("--bots is not an option; there are --minutes and --help.");
});
