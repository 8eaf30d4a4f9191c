import { describe, expect, test } from "vitest";
import { HELP, OptionsError, parseOptions } from "./options.ts";

function refusalOf(...args: string[]): string {
  try {
    parseOptions(args);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError);
    return (error as OptionsError).message;
  }
  throw new Error(`${args.join(" ")} was not refused`);
}

test("the options of the README are read, with the rest at their defaults", () => {
  const options = parseOptions(["--bots", "100", "--seconds", "30", "--url", "ws://127.0.0.1:2567"]);
  expect(options).toEqual({
    bots: 100,
    seconds: 30,
    url: "ws://127.0.0.1:2567",
    ramp: 25,
    seed: 1,
    json: undefined,
    thresholds: { minPatches: undefined, maxDropped: undefined, maxLatencyP99: undefined, maxTickP99: undefined },
  });
  expect(parseOptions([])).toEqual(options);
});

test("thresholds and the file are read, in both spellings of a value", () => {
  expect(
    parseOptions([
      "--min-patches=24.5",
      "--max-dropped",
      "0",
      "--max-latency-p99=80",
      "--max-tick-p99",
      "20",
      "--json=a.json",
    ]),
  ).toMatchObject({
    json: "a.json",
    thresholds: { minPatches: 24.5, maxDropped: 0, maxLatencyP99: 80, maxTickP99: 20 },
  });
});

test("--help wins over what else is there, and names every option", () => {
  expect(parseOptions(["--bots", "5", "--help"])).toBe("help");
  for (const name of [
    "bots",
    "seconds",
    "url",
    "ramp",
    "seed",
    "min-patches",
    "max-dropped",
    "max-latency-p99",
    "max-tick-p99",
  ]) {
    expect(HELP).toContain(`--${name} `);
  }
});

describe("a refusal names the option, the value and what is allowed, in one line", () => {
  test.each([
    [["--bots", "0"], '--bots is "0"; allowed is a whole number from 1 to 5000.'],
    [["--bots", "2.5"], '--bots is "2.5"; allowed is a whole number from 1 to 5000.'],
    [["--bots", "many"], '--bots is "many"; allowed is a whole number from 1 to 5000.'],
    [["--bots", ""], '--bots is ""; allowed is a whole number from 1 to 5000.'],
    [["--bots"], "--bots lacks its value; allowed is a whole number from 1 to 5000."],
    [["--bots", "--seconds", "5"], "--bots lacks its value; allowed is a whole number from 1 to 5000."],
    [["--seconds", "Infinity"], '--seconds is "Infinity"; allowed is a number from 1 to 86400.'],
    [
      ["--url", "localhost"],
      '--url is "localhost"; allowed is an address that begins with ws://, wss://, http:// or https://.',
    ],
    [
      ["--url", "ws://"],
      '--url is "ws://"; allowed is an address that begins with ws://, wss://, http:// or https://.',
    ],
    [["--max-dropped", "-1"], '--max-dropped is "-1"; allowed is a whole number from 0 to 5000.'],
    [["--json="], '--json is ""; allowed is the name of a file.'],
    [["100"], '"100" is not an option; every value follows its option, as in --bots 100.'],
  ])("%j", (args, message) => {
    const refusal = refusalOf(...args);
    expect(refusal).toBe(message);
    expect(refusal).not.toContain("\n");
  });

  test("an unknown option is refused, and the known ones are listed", () => {
    expect(refusalOf("--bot", "5")).toMatch(/^--bot is not an option; there are --bots, --seconds, .* and --help\.$/);
    expect(refusalOf("-b")).toMatch(/^-b is not an option/);
  });
});
