import { parseArgs } from "node:util";
import { z } from "zod";

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
  bots: number;
  /** Length of the steady window, in seconds: it begins once the ramp is over. */
  seconds: number;
  url: string;
  /** Joins per second. */
  ramp: number;
  seed: number;
  /** Where the report goes as JSON. */
  json?: string | undefined;
  thresholds: Thresholds;
}

export interface Thresholds {
  /** Patches per second of the slowest client. */
  minPatches?: number | undefined;
  /** Clients that failed to join or were dropped. */
  maxDropped?: number | undefined;
  /** Input-to-patch latency, in milliseconds. */
  maxLatencyP99?: number | undefined;
  /** The server's whole tick, in milliseconds. */
  maxTickP99?: number | undefined;
}

/** Text that is a number, as zod's number check wants it. */
const numeric = (allowed: z.ZodNumber) => z.string().regex(/\S/).transform(Number).pipe(allowed);

const isServerAddress = (text: string) => /^(ws|http)s?:\/\//.test(text) && URL.canParse(text);

/** Every option once: what it takes, what is allowed, and its line of help. */
const OPTIONS = {
  bots: {
    schema: numeric(z.int().min(1).max(5000)).default(100),
    allowed: "a whole number from 1 to 5000",
    help: "clients that join (default 100)",
  },
  seconds: {
    schema: numeric(z.number().min(1).max(86_400)).default(30),
    allowed: "a number from 1 to 86400",
    help: "how long to measure, once all have joined (default 30)",
  },
  url: {
    schema: z.string().refine(isServerAddress).default("ws://127.0.0.1:2567"),
    allowed: "an address that begins with ws://, wss://, http:// or https://",
    help: "the server (default ws://127.0.0.1:2567)",
  },
  ramp: {
    schema: numeric(z.number().min(0.1).max(1000)).default(25),
    allowed: "a number from 0.1 to 1000",
    help: "joins per second (default 25)",
  },
  seed: {
    schema: numeric(z.int().min(0).max(4_294_967_295)).default(1),
    allowed: "a whole number from 0 to 4294967295",
    help: "seed of the bots' wishes (default 1)",
  },
  "min-patches": {
    schema: numeric(z.number().positive().max(1000)).optional(),
    allowed: "a number above 0, up to 1000",
    help: "threshold: patches per second that even the slowest client gets",
  },
  "max-dropped": {
    schema: numeric(z.int().min(0).max(5000)).optional(),
    allowed: "a whole number from 0 to 5000",
    help: "threshold: clients that fail to join or are dropped",
  },
  "max-latency-p99": {
    schema: numeric(z.number().positive().max(60_000)).optional(),
    allowed: "milliseconds above 0, up to 60000",
    help: "threshold: 99th percentile of the input-to-patch latency, in ms",
  },
  "max-tick-p99": {
    schema: numeric(z.number().positive().max(60_000)).optional(),
    allowed: "milliseconds above 0, up to 60000",
    help: "threshold: 99th percentile of the server's tick, in ms",
  },
  json: {
    schema: z.string().min(1).optional(),
    allowed: "the name of a file",
    help: "write the report to this file too, as JSON",
  },
} as const;

type OptionName = keyof typeof OPTIONS;
const NAMES = Object.keys(OPTIONS) as OptionName[];
const VALUES = z.object({
  bots: OPTIONS.bots.schema,
  seconds: OPTIONS.seconds.schema,
  url: OPTIONS.url.schema,
  ramp: OPTIONS.ramp.schema,
  seed: OPTIONS.seed.schema,
  "min-patches": OPTIONS["min-patches"].schema,
  "max-dropped": OPTIONS["max-dropped"].schema,
  "max-latency-p99": OPTIONS["max-latency-p99"].schema,
  "max-tick-p99": OPTIONS["max-tick-p99"].schema,
  json: OPTIONS.json.schema,
});

export const HELP = [
  "Load test: real clients join, steer, split and eject; the report says what they and the server saw.",
  "",
  "  npm run loadtest -- [options]",
  "",
  ...NAMES.map((name) => `  --${name.padEnd(16)} ${OPTIONS[name].help}`),
  `  --${"help".padEnd(16)} this text`,
  "",
  "Exit status: 0 all well; 1 a threshold was missed, or the server could not be reached; 2 the command line is wrong.",
].join("\n");

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  const given = textOf(args);
  if (given === "help") return "help";

  const result = VALUES.safeParse(given);
  if (!result.success) {
    const name = result.error.issues[0]?.path[0] as OptionName;
    throw new OptionsError(name, `--${name} is ${JSON.stringify(given[name])}; allowed is ${OPTIONS[name].allowed}.`);
  }
  const { bots, seconds, url, ramp, seed, json } = result.data;
  const thresholds = {
    minPatches: result.data["min-patches"],
    maxDropped: result.data["max-dropped"],
    maxLatencyP99: result.data["max-latency-p99"],
    maxTickP99: result.data["max-tick-p99"],
  };
  return { bots, seconds, url, ramp, seed, json, thresholds };
}

/** The text given for each option. parseArgs' own errors run over lines and name no remedy, so its strict mode is not used. */
function textOf(args: readonly string[]): Partial<Record<OptionName, string>> | "help" {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean" },
      ...Object.fromEntries(NAMES.map((name) => [name, { type: "string" } as const])),
    },
    strict: false,
    tokens: true,
  });
  const given: Partial<Record<OptionName, string>> = {};
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new OptionsError(
        token.value,
        `"${token.value}" is not an option; every value follows its option, as in --bots 100.`,
      );
    }
    if (token.name === "help") return "help";
    const name = NAMES.find((each) => each === token.name);
    if (name === undefined) {
      throw new OptionsError(
        token.name,
        `${token.rawName} is not an option; there are --${NAMES.join(", --")} and --help.`,
      );
    }
    // parseArgs takes whatever comes next for the value, be it another option.
    if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--"))) {
      throw new OptionsError(name, `--${name} lacks its value; allowed is ${OPTIONS[name].allowed}.`);
    }
    given[name] = token.value;
  }
  return given;
}
