import { z } from "zod";
import { SCENARIO_NAMES, SCENARIOS } from "./scenarios.ts";

/** Text that is a number, as zod's number check wants it. */
const numeric = (allowed: z.ZodNumber) => z.string().regex(/\S/).transform(Number).pipe(allowed);

const isServerAddress = (text: string) => /^(ws|http)s?:\/\//.test(text) && URL.canParse(text);

const count = (most: number) => numeric(z.int().min(0).max(most)).optional();
const milliseconds = numeric(z.number().positive().max(60_000)).optional();
const COUNT_ALLOWED = "a whole number from 0 to 1000000";
const MILLISECONDS_ALLOWED = "milliseconds above 0, up to 60000";

/** Every option once: what it takes, what is allowed, and its line of help. */
export const OPTIONS = {
  scenario: {
    schema: z.enum(SCENARIO_NAMES).default("calm"),
    allowed: `one of ${SCENARIO_NAMES.join(", ")}`,
    help: "how the clients play, see below (default calm)",
  },
  bots: {
    schema: numeric(z.int().min(1).max(5000)).default(100),
    allowed: "a whole number from 1 to 5000",
    help: "clients that join (default 100); with --find-capacity, how many to begin with (default 25)",
  },
  rooms: {
    schema: numeric(z.int().min(1).max(100)).default(1),
    allowed: "a whole number from 1 to 100",
    help: "rooms that they share, on a server of the test's own (default 1)",
  },
  seconds: {
    schema: numeric(z.number().min(2).max(86_400)).default(30),
    allowed: "a number from 2 to 86400",
    help: "how long to measure, once all have joined (default 30; 10 for each try of --find-capacity)",
  },
  ramp: {
    schema: numeric(z.number().min(0.1).max(1000)).default(25),
    allowed: "a number from 0.1 to 1000",
    help: "joins per second (default 25)",
  },
  url: {
    schema: z.string().refine(isServerAddress).optional(),
    allowed: "an address that begins with ws://, wss://, http:// or https://",
    help: "a running server; without it, the test starts one, with KRILL_… of the environment",
  },
  workers: {
    schema: numeric(z.int().min(1).max(64)).optional(),
    allowed: "a whole number from 1 to 64",
    help: "processes of bots (default: one for each processor but the server's)",
  },
  seed: {
    schema: numeric(z.int().min(0).max(4_294_967_295)).default(1),
    allowed: "a whole number from 0 to 4294967295",
    help: "seed of the bots' wishes (default 1)",
  },
  report: {
    schema: z
      .string()
      .regex(/.\.html$/)
      .optional(),
    allowed: "the name of a file that ends with .html",
    help: "write the report to this page, and as JSON beside it",
  },
  "find-capacity": {
    schema: z.literal(true).optional(),
    allowed: "no value",
    help: "search the most bots that meet the thresholds: doubling, then bisection",
  },
  "min-patch-rate": {
    schema: numeric(z.number().positive().max(1000)).optional(),
    allowed: "a number above 0, up to 1000",
    help: "patches per second that even the slowest client gets",
  },
  "max-dropped": { schema: count(1_000_000), allowed: COUNT_ALLOWED, help: "clients that fail to join or are dropped" },
  "max-gaps": { schema: count(1_000_000), allowed: COUNT_ALLOWED, help: "ticks of which a client got no patch" },
  "max-decode-errors": {
    schema: count(1_000_000),
    allowed: COUNT_ALLOWED,
    help: "errors of the SDK while decoding",
  },
  "max-untrue": {
    schema: count(1_000_000),
    allowed: COUNT_ALLOWED,
    help: "comparisons in which a client held other than the server says",
  },
  "max-latency-p99": {
    schema: milliseconds,
    allowed: MILLISECONDS_ALLOWED,
    help: "99th percentile from input to effect, in ms",
  },
  "max-jitter-p99": {
    schema: milliseconds,
    allowed: MILLISECONDS_ALLOWED,
    help: "99th percentile of the patches' jitter, in ms",
  },
  "max-tick-p99": {
    schema: milliseconds,
    allowed: MILLISECONDS_ALLOWED,
    help: "99th percentile of the server's tick, in ms",
  },
} as const;

export type OptionName = keyof typeof OPTIONS;
export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];
/** Options that are given without a value. */
export const FLAGS: readonly OptionName[] = ["find-capacity"];

/** What is parsed from the text given for each option. */
export const OPTION_VALUES = z.object(
  Object.fromEntries(OPTION_NAMES.map((name) => [name, OPTIONS[name].schema])) as {
    [Name in OptionName]: (typeof OPTIONS)[Name]["schema"];
  },
);

/** Thresholds that are missed above (max) or below (min) their limit. */
export const THRESHOLD_NAMES = OPTION_NAMES.filter((name) => /^(min|max)-/.test(name)) as ThresholdName[];
export type ThresholdName = Extract<OptionName, `min-${string}` | `max-${string}`>;

const line = (name: string, help: string) => `  ${name.padEnd(20)} ${help}`;

export const HELP = [
  "Load test: real clients join, steer, split and eject; the report says what they and the server saw.",
  "",
  "  npm run loadtest -- [options]",
  "  npm run loadtest -- compare BEFORE.json AFTER.json",
  "",
  ...OPTION_NAMES.filter((name) => !isThreshold(name)).map((name) => line(`--${name}`, OPTIONS[name].help)),
  line("--help", "this text"),
  "",
  "Thresholds:",
  ...OPTION_NAMES.filter(isThreshold).map((name) => line(`--${name}`, OPTIONS[name].help)),
  "",
  "Scenarios:",
  ...SCENARIO_NAMES.map((name) => line(name, SCENARIOS[name].summary)),
  "",
  "A server given by --url is asked for the truth if the environment has its KRILL_ADMIN_TOKEN.",
  "Exit status: 0 all well; 1 a threshold was missed, something got worse (compare), or there is no server; 2 a wrong command line.",
].join("\n");

function isThreshold(name: OptionName): name is ThresholdName {
  return /^(min|max)-/.test(name);
}
