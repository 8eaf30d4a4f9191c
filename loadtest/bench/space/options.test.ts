import { expect, test } from "vitest";
import { OptionsError, parseOptions } from "./options.ts";
import { SCENE_NAMES } from "./scene-catalog.ts";

test("without options, all scenes are run and tables printed", () => {
  expect(parseOptions([])).toEqual({ json: false, scenes: SCENE_NAMES });
});

test("a scene alone, once, and JSON", () => {
  const once = { json: true, scenes: ["agar-10k"] };
  expect(parseOptions(["--json", "--scene", "agar-10k"])).toEqual(once);
  expect(parseOptions(["--scene=agar-10k", "--scene", "agar-10k", "--json"])).toEqual(once);
  expect(parseOptions(["--json", "--help"])).toBe("help");
});

test.each([
  [["--scene", "nowhere"], /^--scene is "nowhere"; allowed is one of uniform-1k, /],
  [["--scene"], /^--scene lacks its value; /],
  [["--scene", "--json"], /^--scene lacks its value; /],
  [["--scene="], /^--scene is ""; /],
  [["--json=yes"], /^--json takes no value\.$/],
  [["--fast"], /^--fast is not an option; there are --scene, --json and --help\.$/],
  [["-x"], /^-x is not an option; /],
  [["uniform-10k"], /^"uniform-10k" is not an option; name a scene as in --scene uniform-10k\.$/],
])("%j is refused in one line", (args, message) => {
  expect(() => parseOptions(args)).toThrow(OptionsError);
  expect(() => parseOptions(args)).toThrow(message);
  try {
    parseOptions(args);
  } catch (error) {
    expect((error as Error).message).not.toContain("\n");
  }
});
