import { z } from "zod";
import {
  DEFAULT_SETTINGS,
  parseSettings,
  type Settings,
  SettingsError,
  type SettingsInput,
  settingRows,
} from "../shared/settings.ts";
import { StartupError } from "./errors.ts";

/** What the process is told by its environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly logLevel: string;
  /** Given: many processes share rooms through this Redis. */
  readonly redisUrl: string | undefined;
  /** Where clients reach this process, when several stand behind one address; host, port and path without a scheme. */
  readonly publicAddress: string | undefined;
  /** Whether x-forwarded-for and its like come from a proxy of our own. */
  readonly trustProxy: boolean;
  /** Matchmaking calls that one address may make in a minute. */
  readonly joinsPerMinute: number;
  /** Opens what only an admin may ask. */
  readonly adminToken: string | undefined;
  readonly settings: Settings;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Fewer characters could be guessed. */
const MIN_TOKEN_LENGTH = 16;
/** What reaches the server in a header as it was sent. */
const TOKEN_CHARACTERS = /^[\x21-\x7e]*$/;
const TOKEN_REMEDY = `give at least ${MIN_TOKEN_LENGTH} ASCII letters, digits and signs, without spaces`;

/** An environment variable's text as a number; what is no number stays text, for the error to show. */
function numeric(schema: z.ZodType<number>) {
  return z.preprocess((text) => (typeof text === "string" && text.trim() !== "" ? Number(text) : text), schema);
}

/** The variables of the process, with what is allowed. */
const environmentSchema = z.object({
  PORT: numeric(z.int().min(0).max(65535)).default(2567),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  KRILL_HOST: z.string().min(1).default("0.0.0.0"),
  KRILL_LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  KRILL_PUBLIC_ADDRESS: z.string().min(1).optional(),
  KRILL_TRUST_PROXY: z.enum(["true", "false"]).default("false"),
  KRILL_JOINS_PER_MINUTE: numeric(z.int().min(1).max(1_000_000)).default(600),
  KRILL_ADMIN_TOKEN: z.string().min(MIN_TOKEN_LENGTH, TOKEN_REMEDY).regex(TOKEN_CHARACTERS, TOKEN_REMEDY).optional(),
});

/** The variable of a setting: KRILL_WORLD_SIZE for worldSize. */
export function variableOf(setting: string): string {
  return `KRILL_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[];

/** Every variable that the server reads, one for each setting of a room among them; a test holds the README's table to this. */
export const ENVIRONMENT_VARIABLES: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  ...SETTING_NAMES.map(variableOf),
];

/** Read by the tests, not by the server; a shell that has it exported must still be able to start one. */
const TEST_VARIABLE = "KRILL_TEST_ALL";

/**
 * Reads the configuration from `environment` (as in `process.env`). An empty value counts as absent.
 *
 * @throws StartupError BAD_CONFIGURATION, one line that names the variable, its value and what is allowed.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const name of Object.keys(given)) {
    if (name.startsWith("KRILL_") && !ENVIRONMENT_VARIABLES.includes(name) && name !== TEST_VARIABLE) {
      const known = ENVIRONMENT_VARIABLES.filter((other) => other.startsWith("KRILL_")).join(", ");
      throw new StartupError("BAD_CONFIGURATION", `there is no setting ${name}; the settings are ${known}`);
    }
  }
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const [{ path, message }] = result.error.issues;
    const name = String(path[0]);
    const value = name === "KRILL_ADMIN_TOKEN" ? "(hidden)" : given[name];
    throw new StartupError("BAD_CONFIGURATION", `${name}=${value} cannot be used: ${message}`);
  }
  const values = result.data;
  return {
    port: values.PORT,
    host: values.KRILL_HOST,
    logLevel: values.KRILL_LOG_LEVEL,
    redisUrl: values.REDIS_URL,
    publicAddress: values.KRILL_PUBLIC_ADDRESS,
    trustProxy: values.KRILL_TRUST_PROXY === "true",
    joinsPerMinute: values.KRILL_JOINS_PER_MINUTE,
    adminToken: values.KRILL_ADMIN_TOKEN,
    settings: readSettings(given),
  };
}

/** A room's settings from the variables given, defaults for the rest. */
function readSettings(given: Readonly<Record<string, string | undefined>>): Settings {
  const input: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const text = given[variableOf(name)];
    if (text !== undefined) input[name] = parse(text, typeof DEFAULT_SETTINGS[name]);
  }
  try {
    return parseSettings(input as SettingsInput);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const name = variableOf(error.setting);
    const value = given[name] ?? DEFAULT_SETTINGS[error.setting as keyof Settings];
    throw new StartupError("BAD_CONFIGURATION", `${name}=${value} cannot be used: ${error.reason}`);
  }
}

/** Text as a value of a type; what is none stays text, for the error to show. */
function parse(text: string, type: string): unknown {
  if (type === "number" && text.trim() !== "") return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The table of a room's settings in Markdown, for the README. */
export function settingsTable(): string {
  const rows = settingRows().map(
    ({ name, unit, default: fallback, limits, description }) =>
      `| \`${variableOf(name)}\` | ${fallback} | ${unit} | ${limits} | ${description} |`,
  );
  return ["| variable | default | unit | allowed | what it is |", "| --- | --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
