import { helpOf, parseCommandLine, wholeFrom } from "../command-line.ts";

export interface Options {
  /** For how long frames are measured. */
  readonly seconds: number;
}

const SECONDS = 10;

const OPTIONS = { seconds: wholeFrom(1, "S", `how long frames are measured, in seconds; ${SECONDS} unless given`) };

export const HELP = helpOf(
  "page",
  "Benchmark of the page: what a frame costs, how soon one plays, and how large the page is.",
  OPTIONS,
);

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  const given = parseCommandLine(args, OPTIONS);
  return given === "help" ? "help" : { seconds: given.seconds.at(-1) ?? SECONDS };
}
