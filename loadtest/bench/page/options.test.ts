import { expect, test } from "vitest";
import { HELP, parseOptions } from "./options.ts";

test("ten seconds, or as many as are asked for", () => {
  expect(parseOptions([])).toEqual({ seconds: 10 });
  expect(parseOptions(["--seconds", "3"])).toEqual({ seconds: 3 });
  expect(parseOptions(["--help"])).toBe("help");
  expect(HELP).toContain("--seconds S");
});

test("what is wrong is refused by name, value and what is allowed", () => {
  expect(() => parseOptions(["--seconds", "soon"])).toThrow('--seconds is "soon"; allowed is a whole number from 1.');
  expect(() => parseOptions(["--json"])).toThrow("--json is not an option; there are --seconds and --help.");
});
