import { describe, expect, test } from "vitest";
import { HELP, OPTION_NAMES } from "./option-table.ts";
import { OptionsError, parseCommand } from "./options.ts";
import { SCENARIO_NAMES } from "./scenarios.ts";

function refusalOf(...args: string[]): string {
  try {
    parseCommand(args);
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError);
    return (error as OptionsError).message;
  }
  throw new Error(`${args.join(" ")} was not refused`);
}

const DEFAULTS = {
  scenario: "calm",
  bots: 100,
  rooms: 1,
  seconds: 30,
  ramp: 25,
  url: undefined,
  workers: undefined,
  seed: 1,
  report: undefined,
  thresholds: {},
};

test("what is not given has its default", () => {
  expect(parseCommand([])).toEqual({ kind: "run", options: DEFAULTS });
  expect(parseCommand(["--bots", "50", "--scenario", "churn", "--url", "ws://127.0.0.1:2567"])).toEqual({
    kind: "run",
    options: { ...DEFAULTS, bots: 50, scenario: "churn", url: "ws://127.0.0.1:2567" },
  });
});

test("a search for capacity begins small, with short tries", () => {
  expect(parseCommand(["--find-capacity"])).toEqual({
    kind: "find-capacity",
    options: { ...DEFAULTS, bots: 25, seconds: 10 },
  });
  expect(parseCommand(["--bots", "40", "--find-capacity"])).toMatchObject({ options: { bots: 40, seconds: 10 } });
});

test("thresholds and the report are read, in both spellings of a value", () => {
  const args = ["--min-patch-rate=24.5", "--max-dropped", "0", "--max-tick-p99", "20", "--report=a.html"];
  expect(parseCommand(args)).toMatchObject({
    options: {
      report: "a.html",
      thresholds: { "min-patch-rate": 24.5, "max-dropped": 0, "max-tick-p99": 20 },
    },
  });
});

test("two reports are compared", () => {
  expect(parseCommand(["compare", "a.json", "b.json"])).toEqual({ kind: "compare", before: "a.json", after: "b.json" });
});

test("--help wins over what else is there, and names every option and scenario", () => {
  expect(parseCommand(["--bots", "5", "--help"])).toEqual({ kind: "help" });
  expect(parseCommand(["compare", "--help"])).toEqual({ kind: "help" });
  for (const name of OPTION_NAMES) expect(HELP).toContain(`--${name} `);
  for (const name of SCENARIO_NAMES) expect(HELP).toContain(`  ${name} `);
});

describe("a refusal names the option, the value and what is allowed, in one line", () => {
  test.each([
    [["--bots", "0"], '--bots is "0"; allowed is a whole number from 1 to 5000.'],
    [["--bots", "2.5"], '--bots is "2.5"; allowed is a whole number from 1 to 5000.'],
    [["--bots", "many"], '--bots is "many"; allowed is a whole number from 1 to 5000.'],
    [["--bots", ""], '--bots is ""; allowed is a whole number from 1 to 5000.'],
    [["--bots"], "--bots lacks its value; allowed is a whole number from 1 to 5000."],
    [["--bots", "--seconds", "5"], "--bots lacks its value; allowed is a whole number from 1 to 5000."],
    [["--bots", "2001", "--rooms", "2"], '--rooms is "2"; 2001 bots need 3 or more: a room holds 1000 clients.'],
    [["--rooms", "2", "--url", "ws://a"], '--rooms is "2"; the server at --url makes its rooms as it is set to.'],
    [["--workers", "0"], '--workers is "0"; allowed is a whole number from 1 to 64.'],
    [["--seconds", "Infinity"], '--seconds is "Infinity"; allowed is a number from 2 to 86400.'],
    [["--scenario", "wild"], `--scenario is "wild"; allowed is one of ${SCENARIO_NAMES.join(", ")}.`],
    [
      ["--url", "localhost"],
      '--url is "localhost"; allowed is an address that begins with ws://, wss://, http:// or https://.',
    ],
    [
      ["--url", "ws://"],
      '--url is "ws://"; allowed is an address that begins with ws://, wss://, http:// or https://.',
    ],
    [["--max-dropped", "-1"], '--max-dropped is "-1"; allowed is a whole number from 0 to 1000000.'],
    [["--report", "a.txt"], '--report is "a.txt"; allowed is the name of a file that ends with .html.'],
    [["--find-capacity=5"], '--find-capacity is "5"; allowed is no value.'],
    [["100"], '"100" is not an option; every value follows its option, as in --bots 100.'],
    [["compare"], "compare is given no file; it takes two: BEFORE.json AFTER.json."],
    [["compare", "a.json"], 'compare is given "a.json"; it takes two: BEFORE.json AFTER.json.'],
  ])("%j", (args, message) => {
    const refusal = refusalOf(...args);
    expect(refusal).toBe(message);
    expect(refusal).not.toContain("\n");
  });

  test("an unknown option is refused, and the known ones are listed", () => {
    expect(refusalOf("--bot", "5")).toMatch(/^--bot is not an option; there are --scenario, --bots, .* and --help\.$/);
    expect(refusalOf("-b")).toMatch(/^-b is not an option/);
  });
});
