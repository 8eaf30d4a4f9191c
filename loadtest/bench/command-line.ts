/** The command lines of the benchmarks: options are declared, and what is wrong with one is told in a line. */
import { parseArgs } from "node:util";

/** The command line is wrong: nothing has been run. `message` is one line naming the option, its value and what is allowed. */
export class OptionsError extends Error {
  readonly code = "BENCH_OPTIONS";
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.name = "OptionsError";
    this.option = option;
  }
}

/** An option without a value. */
export interface Flag {
  readonly help: string;
}

/** An option with a value, which may be given more than once. */
export interface Valued<T> extends Flag {
  /** What stands for the value in the help: "NAME". */
  readonly placeholder: string;
  /** What is allowed, for people. */
  readonly allowed: string;
  /** The value of a text; undefined for one that is not allowed. */
  read(text: string): T | undefined;
}

type Declared = Readonly<Record<string, Flag | Valued<unknown>>>;

/** What was given: of flags whether, of the others all values, in order. */
export type Given<Options extends Declared> = {
  [Name in keyof Options]: Options[Name] extends Valued<infer T> ? T[] : boolean;
};

/**
 * The options in `args`, or "help" when that is what was asked for.
 *
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseCommandLine<const Options extends Declared>(
  args: readonly string[],
  options: Options,
): Given<Options> | "help" {
  // parseArgs' own errors run over lines and name no remedy, so its strict mode is not used.
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        Object.entries(options).map(([name, option]) => [name, { type: isValued(option) ? "string" : "boolean" }]),
      ),
      help: { type: "boolean" },
    } as Record<string, { type: "string" | "boolean" }>,
    strict: false,
    tokens: true,
  });
  const given: Record<string, unknown[] | boolean> = {};
  for (const [name, option] of Object.entries(options)) given[name] = isValued(option) ? [] : false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new OptionsError(token.value, `"${token.value}" is not an option; ${optionsThereAre(options)}.`);
    }
    const { name, value } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined && name !== "help") {
      throw new OptionsError(name, `${token.rawName} is not an option; ${optionsThereAre(options)}.`);
    }
    if (option !== undefined && isValued(option)) {
      (given[name] as unknown[]).push(readValue(name, option, value, token.inlineValue === true));
      continue;
    }
    if (value !== undefined) throw new OptionsError(name, `--${name} is "${value}"; it takes no value.`);
    if (name === "help") return "help";
    given[name] = true;
  }
  return given as Given<Options>;
}

function isValued(option: Flag | Valued<unknown>): option is Valued<unknown> {
  return "read" in option;
}

function readValue(name: string, option: Valued<unknown>, text: string | undefined, isInline: boolean): unknown {
  // parseArgs takes whatever comes next for the value, be it another option.
  if (text === undefined || (!isInline && text.startsWith("--"))) {
    throw new OptionsError(name, `--${name} lacks its value; allowed is ${option.allowed}.`);
  }
  const value = option.read(text);
  if (value === undefined) throw new OptionsError(name, `--${name} is "${text}"; allowed is ${option.allowed}.`);
  return value;
}

function optionsThereAre(options: Declared): string {
  return `there are --${[...Object.keys(options)].join(", --")} and --help`;
}

/** An option whose value is one of these. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  placeholder: string,
  help: string,
): Valued<Name> {
  return {
    help,
    placeholder,
    allowed: `one of ${names.join(", ")}`,
    read: (text) => names.find((name) => name === text),
  };
}

/** An option whose value is a whole number from `least` on. */
export function wholeFrom(least: number, placeholder: string, help: string): Valued<number> {
  return {
    help,
    placeholder,
    allowed: `a whole number from ${least}`,
    read(text) {
      const value = Number(text);
      return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least ? value : undefined;
    },
  };
}

/** What `--help` prints. @param bench as in "space"; @param rest lines behind the options. */
export function helpOf(bench: string, purpose: string, options: Declared, rest: readonly string[] = []): string {
  const lines = Object.entries(options).map(([name, option]): [string, string] => [
    isValued(option) ? `--${name} ${option.placeholder}` : `--${name}`,
    option.help,
  ]);
  lines.push(["--help", "this text"]);
  const width = Math.max(...lines.map(([left]) => left.length));
  return [
    purpose,
    "",
    `  npm run bench:${bench} -- [options]`,
    "",
    ...lines.map(([left, help]) => `  ${left.padEnd(width)}   ${help}`),
    ...(rest.length > 0 ? ["", ...rest] : []),
  ].join("\n");
}

/** What a benchmark is to do by its command line; undefined when that has been answered, and the process is to end. */
export function optionsOf<Options>(
  bench: string,
  help: string,
  parse: (args: readonly string[]) => Options | "help",
  args: readonly string[],
): Options | undefined {
  try {
    const options = parse(args);
    if (options !== "help") return options;
    console.log(help);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    console.error(`bench:${bench}: ${error.message}`);
    process.exitCode = USAGE_STATUS;
  }
  return undefined;
}

const USAGE_STATUS = 2;
