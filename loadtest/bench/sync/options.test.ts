import { expect, test } from "vitest";
import { HELP, parseOptions } from "./options.ts";

test("tables unless JSON is asked for", () => {
  expect(parseOptions([])).toEqual({ json: false });
  expect(parseOptions(["--json"])).toEqual({ json: true });
  expect(parseOptions(["--help"])).toBe("help");
  expect(HELP).toContain("npm run bench:sync -- [options]");
});

test("what is wrong is refused by name, value and what is allowed", () => {
  expect(() => parseOptions(["--json=no"])).toThrow('--json is "no"; it takes no value.');
  expect(() => parseOptions(["--scene", "x"])).toThrow("--scene is not an option; there are --json and --help.");
});
