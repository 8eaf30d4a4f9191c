import { z } from "zod";
import { TICK_RATE } from "../shared/formulas.ts";
import { isModeName, MODE_NAMES, type ModeName, settingsOf } from "../shared/modes.ts";
import { DEFAULT_SETTINGS, type Settings, SettingsError, type SettingsInput, settingRows } from "../shared/settings.ts";
import { StartupError } from "./errors.ts";
import { MIN_SECRET_LENGTH } from "./limits/join-tokens.ts";
import { ANY_ORIGIN } from "./limits/origins.ts";

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
  /** Matchmaking calls that this process answers in a second, whoever makes them. */
  readonly joinsPerSecond: number;
  /** Most connections that one address may have open; an IPv6 address counts by its first 64 bits, here and below. */
  readonly connectionsPerAddress: number;
  /** Most seats that one address may have, those reserved and those of lost connections included. */
  readonly playersPerAddress: number;
  /** Messages that one client may send in a second. */
  readonly messagesPerSecond: number;
  /** Bytes of messages that one client may send in a second. */
  readonly bytesPerSecond: number;
  /** Most bytes that may wait for one client that reads too slowly. */
  readonly bufferedBytes: number;
  /** Largest body of an HTTP request, in bytes. */
  readonly bodyBytes: number;
  /** Origins of the pages that may use this server, beside its own; undefined: only its own, as browsers see to it. */
  readonly origins: readonly string[] | undefined;
  /** The secret with which join tokens are signed; undefined: clients join without. */
  readonly joinSecret: string | undefined;
  /** Opens what only an admin may ask. */
  readonly adminToken: string | undefined;
  /** The modes that clients may choose from; the first is that of the room that is there from the start. */
  readonly modes: readonly ModeName[];
  /** Most rooms in this process. */
  readonly maxRooms: number;
  /** A file of words that names and chat may not hold, one a line; without one, a short list of our own. */
  readonly blockedWordsFile: string | undefined;
  /** A folder of images that players may look like. */
  readonly skinsFolder: string | undefined;
  /** Where rooms record what happens in them; without it, they do not. */
  readonly recordingsFolder: string | undefined;
  /** The settings that were asked for; a room's mode has its own for the rest. */
  readonly settings: SettingsInput;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** An input a tick, and as many again for what else a client says. */
const MIN_MESSAGES_PER_SECOND = 2 * TICK_RATE;

/** Fewer characters could be guessed. */
const MIN_TOKEN_LENGTH = 16;
/** What reaches the server in a header as it was sent. */
const TOKEN_CHARACTERS = /^[\x21-\x7e]*$/;
const tokenRemedy = (least: number) => `give at least ${least} ASCII letters, digits and signs, without spaces`;

/** What nobody may guess, nor the log show. */
function secret(least: number) {
  return z.string().min(least, tokenRemedy(least)).regex(TOKEN_CHARACTERS, tokenRemedy(least)).optional();
}
const SECRETS = ["KRILL_ADMIN_TOKEN", "KRILL_JOIN_SECRET"];

/** An environment variable's text as a number; what is no number stays text, for the error to show. */
function numeric(schema: z.ZodType<number>) {
  return z.preprocess((text) => (typeof text === "string" && text.trim() !== "" ? Number(text) : text), schema);
}

/** Names of modes with commas between them. */
const modeList = z.string().transform((text, context) => {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isModeName(name));
  if (unknown === undefined) return [...new Set(names.filter(isModeName))];
  const message = `there is no mode "${unknown}"; give some of ${MODE_NAMES.join(", ")}, with commas between them`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Origins with commas between them, as browsers write them. */
const originList = z.string().transform((text, context) => {
  const origins = text.split(",").map((origin) => origin.trim().toLowerCase());
  const wrong = origins.find((origin) => origin !== ANY_ORIGIN && !isOrigin(origin));
  if (wrong === undefined) return [...new Set(origins)];
  const message = `"${wrong}" is no origin; give scheme, host and port if any, as in https://example.com, with commas between, or * for all`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
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
  KRILL_JOINS_PER_SECOND: numeric(z.int().min(1).max(1_000_000)).default(100),
  KRILL_CONNECTIONS_PER_ADDRESS: numeric(z.int().min(1).max(1_000_000)).default(256),
  KRILL_PLAYERS_PER_ADDRESS: numeric(z.int().min(1).max(1_000_000)).default(40),
  KRILL_MESSAGES_PER_SECOND: numeric(z.int().min(MIN_MESSAGES_PER_SECOND).max(1_000_000)).default(12 * TICK_RATE),
  KRILL_BYTES_PER_SECOND: numeric(z.int().min(4096).max(100_000_000)).default(65_536),
  KRILL_BUFFERED_BYTES: numeric(z.int().min(65_536).max(1_000_000_000)).default(1_048_576),
  KRILL_BODY_BYTES: numeric(z.int().min(1024).max(1_048_576)).default(16_384),
  KRILL_ORIGINS: originList.optional(),
  KRILL_MODES: modeList.default([...MODE_NAMES]),
  KRILL_MAX_ROOMS: numeric(z.int().min(1).max(1000)).default(16),
  KRILL_BLOCKED_WORDS_FILE: z.string().optional(),
  KRILL_SKINS_FOLDER: z.string().optional(),
  KRILL_RECORDINGS_FOLDER: z.string().optional(),
  KRILL_JOIN_SECRET: secret(MIN_SECRET_LENGTH),
  KRILL_ADMIN_TOKEN: secret(MIN_TOKEN_LENGTH),
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
    const value = SECRETS.includes(name) ? "(hidden)" : given[name];
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
    joinsPerSecond: values.KRILL_JOINS_PER_SECOND,
    connectionsPerAddress: values.KRILL_CONNECTIONS_PER_ADDRESS,
    playersPerAddress: values.KRILL_PLAYERS_PER_ADDRESS,
    messagesPerSecond: values.KRILL_MESSAGES_PER_SECOND,
    bytesPerSecond: values.KRILL_BYTES_PER_SECOND,
    bufferedBytes: values.KRILL_BUFFERED_BYTES,
    bodyBytes: values.KRILL_BODY_BYTES,
    origins: values.KRILL_ORIGINS,
    joinSecret: values.KRILL_JOIN_SECRET,
    adminToken: values.KRILL_ADMIN_TOKEN,
    modes: values.KRILL_MODES,
    maxRooms: values.KRILL_MAX_ROOMS,
    blockedWordsFile: values.KRILL_BLOCKED_WORDS_FILE,
    skinsFolder: values.KRILL_SKINS_FOLDER,
    recordingsFolder: values.KRILL_RECORDINGS_FOLDER,
    settings: readSettings(given, values.KRILL_MODES),
  };
}

/** The settings that the variables ask for, once they are known to make whole ones in all modes. */
function readSettings(given: Readonly<Record<string, string | undefined>>, modes: readonly ModeName[]): SettingsInput {
  const input: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const text = given[variableOf(name)];
    if (text !== undefined) input[name] = parse(text, typeof DEFAULT_SETTINGS[name]);
  }
  try {
    for (const mode of modes) settingsOf(mode, input as SettingsInput);
    return input as SettingsInput;
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
