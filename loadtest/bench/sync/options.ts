import { helpOf, parseCommandLine } from "../command-line.ts";

export interface Options {
  /** One JSON object a line for each row, and nothing else. */
  readonly json: boolean;
}

const OPTIONS = { json: { help: "print one JSON object a line for each contestant and size, in place of the tables" } };

export const HELP = helpOf(
  "sync",
  "Benchmark of interest and frames: Krill, the stock StateView and bytes packed by hand, each checked by decoding.",
  OPTIONS,
);

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, or a value where there is none.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  return parseCommandLine(args, OPTIONS);
}
