import { helpOf, parseCommandLine, wholeFrom } from "../command-line.ts";

export interface Options {
  /** Game time of the long play; 0 for none. */
  readonly minutes: number;
}

const MINUTES = 30;

const OPTIONS = { minutes: wholeFrom(0, "M", `game time of the long play, in minutes; ${MINUTES} unless given`) };

export const HELP = helpOf(
  "arena",
  "Benchmark of an arena of bots alone: a tick by number of bots, and a long play.",
  OPTIONS,
);

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  const given = parseCommandLine(args, OPTIONS);
  return given === "help" ? "help" : { minutes: given.minutes.at(-1) ?? MINUTES };
}
