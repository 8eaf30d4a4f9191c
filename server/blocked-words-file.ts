import { readFileSync } from "node:fs";
import { BlockedWordError, createWordFilter, DEFAULT_BLOCKED_WORDS, type WordFilter } from "../shared/blocked-words.ts";
import { StartupError } from "./errors.ts";

/**
 * The filter of a host's own words, one a line, empty lines and those that begin with # left out; of the default ones if no
 * file is given.
 *
 * @throws StartupError BAD_CONFIGURATION for a file that cannot be read, or a word that could never match.
 */
export function readWordFilter(path: string | undefined): WordFilter {
  if (path === undefined) return createWordFilter(DEFAULT_BLOCKED_WORDS);
  try {
    const lines = readFileSync(path, "utf8").split(/\r?\n/);
    return createWordFilter(lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#")));
  } catch (error) {
    if (!(error instanceof BlockedWordError || (error instanceof Error && "syscall" in error))) throw error;
    throw new StartupError("BAD_CONFIGURATION", `KRILL_BLOCKED_WORDS_FILE=${path} cannot be used: ${error.message}`);
  }
}
