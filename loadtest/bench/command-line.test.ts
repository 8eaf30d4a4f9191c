import { afterEach, expect, test, vi } from "vitest";
import { helpOf, OptionsError, oneOf, optionsOf, parseCommandLine, wholeFrom } from "./command-line.ts";

const OPTIONS = {
  scene: oneOf(["calm", "swarm"], "NAME", "that scene alone"),
  runs: wholeFrom(1, "N", "so many runs"),
  json: { help: "as JSON" },
};

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

test("flags and values, in any order, values as often as they are given", () => {
  expect(parseCommandLine([], OPTIONS)).toEqual({ scene: [], runs: [], json: false });
  const args = ["--json", "--scene", "swarm", "--runs=3", "--scene=calm"];
  expect(parseCommandLine(args, OPTIONS)).toEqual({ scene: ["swarm", "calm"], runs: [3], json: true });
  expect(parseCommandLine(["--runs", "2", "--help"], OPTIONS)).toBe("help");
});

test.each([
  [["--scene", "nowhere"], "scene", '--scene is "nowhere"; allowed is one of calm, swarm.'],
  [["--scene"], "scene", "--scene lacks its value; allowed is one of calm, swarm."],
  [["--scene", "--json"], "scene", "--scene lacks its value; allowed is one of calm, swarm."],
  [["--scene="], "scene", '--scene is ""; allowed is one of calm, swarm.'],
  [["--runs", "0"], "runs", '--runs is "0"; allowed is a whole number from 1.'],
  [["--runs", "1.5"], "runs", '--runs is "1.5"; allowed is a whole number from 1.'],
  [["--runs=-1"], "runs", '--runs is "-1"; allowed is a whole number from 1.'],
  [["--runs", "1e3"], "runs", '--runs is "1e3"; allowed is a whole number from 1.'],
  [["--runs", "99999999999999999999"], "runs", '--runs is "99999999999999999999"; allowed is a whole number from 1.'],
  [["--json=yes"], "json", '--json is "yes"; it takes no value.'],
  [["--help=yes"], "help", '--help is "yes"; it takes no value.'],
  [["--fast"], "fast", "--fast is not an option; there are --scene, --runs, --json and --help."],
  [["--toString"], "toString", "--toString is not an option; there are --scene, --runs, --json and --help."],
  [["-x"], "x", "-x is not an option; there are --scene, --runs, --json and --help."],
  [["calm"], "calm", '"calm" is not an option; there are --scene, --runs, --json and --help.'],
])("%j is refused in one line", (args, option, message) => {
  expect(() => parseCommandLine(args, OPTIONS)).toThrow(
    expect.objectContaining({ code: "BENCH_OPTIONS", option, message }),
  );
});

test("the help has every option", () => {
  expect(helpOf("rooms", "What it is for.", OPTIONS, ["Scenes: calm."]).split("\n")).toEqual([
    "What it is for.",
    "",
    "  npm run bench:rooms -- [options]",
    "",
    "  --scene NAME   that scene alone",
    "  --runs N       so many runs",
    "  --json         as JSON",
    "  --help         this text",
    "",
    "Scenes: calm.",
  ]);
});

test("a wrong command line is told on stderr, with status 2; help on stdout", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const parse = (args: readonly string[]) => parseCommandLine(args, OPTIONS);
  expect(optionsOf("rooms", "the help", parse, ["--json"])).toMatchObject({ json: true });
  expect(optionsOf("rooms", "the help", parse, ["--help"])).toBeUndefined();
  expect(log.mock.calls).toEqual([["the help"]]);
  expect(process.exitCode ?? 0).toBe(0);
  expect(optionsOf("rooms", "the help", parse, ["-x"])).toBeUndefined();
  expect(error.mock.calls).toEqual([[expect.stringMatching(/^bench:rooms: -x is not an option/)]]);
  expect(process.exitCode).toBe(2);
  const broken = () => {
    throw new TypeError("not a matter of options");
  };
  expect(() => optionsOf("rooms", "", broken, [])).toThrow(TypeError);
  expect(new OptionsError("x", "y").name).toBe("OptionsError");
});
