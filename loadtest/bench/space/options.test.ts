import { expect, test } from "vitest";
import { HELP, parseOptions } from "./options.ts";
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

test("what is wrong is refused by name, value and what is allowed", () => {
  expect(() => parseOptions(["--scene", "nowhere"])).toThrow(/^--scene is "nowhere"; allowed is one of uniform-1k, /);
  expect(() => parseOptions(["--fast"])).toThrow("--fast is not an option; there are --scene, --json and --help.");
});

test("the help names all scenes", () => {
  for (const name of SCENE_NAMES) expect(HELP).toContain(name);
});
