import { helpOf, oneOf, parseCommandLine } from "../command-line.ts";
import { SCENE_NAMES, type SceneName } from "./scene-catalog.ts";

export interface Options {
  /** One JSON object a line for each row, and nothing else. */
  readonly json: boolean;
  /** What is run. */
  readonly scenes: readonly SceneName[];
}

const OPTIONS = {
  scene: oneOf(SCENE_NAMES, "NAME", "that scene alone (may be given more than once)"),
  json: { help: "print one JSON object a line for each row, in place of the tables" },
};

export const HELP = helpOf(
  "space",
  "Benchmark of the spatial engine: every algorithm of ours and its peers, each judged by the oracle.",
  OPTIONS,
  [
    `Scenes: ${SCENE_NAMES.join(", ")}.`,
    "A run of all scenes writes its tables to loadtest/bench/results/space.json and space.md.",
  ],
);

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  const given = parseCommandLine(args, OPTIONS);
  if (given === "help") return "help";
  return { json: given.json, scenes: given.scene.length > 0 ? [...new Set(given.scene)] : SCENE_NAMES };
}
