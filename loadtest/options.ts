import { parseArgs } from "node:util";
import {
  FLAGS,
  OPTION_NAMES,
  OPTION_VALUES,
  OPTIONS,
  type OptionName,
  THRESHOLD_NAMES,
  type ThresholdName,
} from "./option-table.ts";
import type { ScenarioName } from "./scenarios.ts";

/** The command line is wrong: nothing has been run. `message` is one line naming the option, its value and what is allowed. */
export class OptionsError extends Error {
  readonly code = "LOADTEST_OPTIONS";
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.name = "OptionsError";
    this.option = option;
  }
}

export interface Options {
  scenario: ScenarioName;
  bots: number;
  rooms: number;
  /** Length of the measured window, in seconds: it begins once the ramp is over. */
  seconds: number;
  /** Joins per second. */
  ramp: number;
  /** A running server; undefined: the test starts one. */
  url: string | undefined;
  /** Processes of bots; undefined: as many as there are processors for. */
  workers: number | undefined;
  seed: number;
  /** Where the report goes as a page; as JSON beside it. */
  report: string | undefined;
  thresholds: Thresholds;
}

/** Limits by the names of their options. */
export type Thresholds = Partial<Record<ThresholdName, number>>;

export type Command =
  | { kind: "help" }
  | { kind: "run"; options: Options }
  | { kind: "find-capacity"; options: Options }
  | { kind: "compare"; before: string; after: string };

/** Most clients of one room, as the server allows. */
export const ROOM_MOST = 1000;
/** What a search for capacity begins with, and for how long (s) each try is measured, unless the options say otherwise. */
const CAPACITY_DEFAULTS = { bots: "25", seconds: "10" };

/**
 * What `args` ask for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseCommand(args: readonly string[]): Command {
  if (args[0] === "compare") return args.includes("--help") ? { kind: "help" } : parseCompare(args.slice(1));
  const given = textOf(args);
  if (given === "help") return { kind: "help" };

  const defaults = given["find-capacity"] === undefined ? {} : CAPACITY_DEFAULTS;
  const result = OPTION_VALUES.safeParse({ ...defaults, ...given });
  if (!result.success) {
    const name = result.error.issues[0].path[0] as OptionName;
    throw new OptionsError(name, `--${name} is ${JSON.stringify(given[name])}; allowed is ${OPTIONS[name].allowed}.`);
  }
  const { scenario, bots, rooms, seconds, ramp, url, workers, seed, report } = result.data;
  if (url !== undefined && given.rooms !== undefined) {
    throw new OptionsError(
      "rooms",
      `--rooms is "${given.rooms}"; the server at --url makes its rooms as it is set to.`,
    );
  }
  const least = Math.ceil(bots / ROOM_MOST);
  if (url === undefined && rooms < least) {
    const need = `${bots} bots need ${least} or more: a room holds ${ROOM_MOST} clients`;
    throw new OptionsError("rooms", `--rooms is "${rooms}"; ${need}.`);
  }
  const thresholds: Thresholds = {};
  for (const name of THRESHOLD_NAMES) {
    const limit = result.data[name];
    if (limit !== undefined) thresholds[name] = limit;
  }
  const kind = given["find-capacity"] === undefined ? "run" : "find-capacity";
  return { kind, options: { scenario, bots, rooms, seconds, ramp, url, workers, seed, report, thresholds } };
}

function parseCompare(files: readonly string[]): Command {
  const [before, after, more] = files;
  if (before === undefined || after === undefined || more !== undefined) {
    const found = files.length === 0 ? "no file" : files.map((file) => JSON.stringify(file)).join(", ");
    throw new OptionsError("compare", `compare is given ${found}; it takes two: BEFORE.json AFTER.json.`);
  }
  return { kind: "compare", before, after };
}

type Given = Partial<Record<OptionName, string | true>>;

/** The text given for each option. parseArgs' own errors run over lines and name no remedy, so its strict mode is not used. */
function textOf(args: readonly string[]): Given | "help" {
  const flags = ["help", ...FLAGS];
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, { type: "string" } as const])),
      ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" } as const])),
    },
    strict: false,
    tokens: true,
  });
  const given: Given = {};
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new OptionsError(
        token.value,
        `"${token.value}" is not an option; every value follows its option, as in --bots 100.`,
      );
    }
    if (token.name === "help") return "help";
    const name = OPTION_NAMES.find((each) => each === token.name);
    if (name === undefined) {
      throw new OptionsError(
        token.name,
        `${token.rawName} is not an option; there are --${OPTION_NAMES.join(", --")} and --help.`,
      );
    }
    if (FLAGS.includes(name)) {
      if (token.value !== undefined) {
        throw new OptionsError(name, `--${name} is "${token.value}"; allowed is ${OPTIONS[name].allowed}.`);
      }
      given[name] = true;
      continue;
    }
    // parseArgs takes whatever comes next for the value, be it another option.
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--"))) {
      throw new OptionsError(name, `--${name} lacks its value; allowed is ${OPTIONS[name].allowed}.`);
    }
    given[name] = token.value;
  }
  return given;
}
