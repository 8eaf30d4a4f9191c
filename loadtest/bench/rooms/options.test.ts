import { expect, test } from "vitest";
import { HELP, parseOptions } from "./options.ts";
import { SCENES } from "./scenes.ts";

test("without options, all scenes are run three times", () => {
  expect(parseOptions([])).toEqual({ json: false, scenes: SCENES, runs: 3, seconds: 10 });
});

test("some scenes alone, each once, in their order", () => {
  const options = parseOptions(["--scene", "swarm-100", "--scene", "calm-200", "--scene", "swarm-100", "--runs", "1"]);
  expect(options).toMatchObject({ runs: 1, seconds: 10, json: false });
  expect(options === "help" ? [] : options.scenes.map(({ name }) => name)).toEqual(["calm-200", "swarm-100"]);
  expect(parseOptions(["--seconds", "2", "--json"])).toMatchObject({ json: true, seconds: 2 });
  expect(parseOptions(["--help"])).toBe("help");
});

test("what is wrong is refused by name, value and what is allowed", () => {
  expect(() => parseOptions(["--scene", "calm"])).toThrow(/^--scene is "calm"; allowed is one of calm-100, calm-200, /);
  expect(() => parseOptions(["--runs", "0"])).toThrow('--runs is "0"; allowed is a whole number from 1.');
  expect(() => parseOptions(["--seconds", "ten"])).toThrow('--seconds is "ten"; allowed is a whole number from 1.');
  expect(() => parseOptions(["--fast"])).toThrow(/there are --scene, --runs, --seconds, --json and --help\.$/);
});

test("the help names all scenes", () => {
  for (const { name } of SCENES) expect(HELP).toContain(name);
});
