import { parseArgs } from "node:util";
import { SCENE_NAMES, type SceneName } from "./scene-catalog.ts";

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

export interface Options {
  /** One JSON object a line for each row, and nothing else. */
  readonly json: boolean;
  /** What is run. */
  readonly scenes: readonly SceneName[];
}

export const HELP = [
  "Benchmark of the spatial engine: every algorithm of ours and its peers, each judged by the oracle.",
  "",
  "  npm run bench:space -- [options]",
  "",
  "  --scene NAME   that scene alone (may be given more than once)",
  "  --json         print one JSON object a line for each row, in place of the tables",
  "  --help         this text",
  "",
  `Scenes: ${SCENE_NAMES.join(", ")}.`,
  "A run of all scenes writes its tables to loadtest/bench/results/space.json and space.md.",
].join("\n");

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  // parseArgs' own errors run over lines and name no remedy, so its strict mode is not used.
  const { tokens } = parseArgs({
    args: [...args],
    options: { json: { type: "boolean" }, scene: { type: "string" }, help: { type: "boolean" } },
    strict: false,
    tokens: true,
  });
  let json = false;
  const scenes: SceneName[] = [];
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new OptionsError(token.value, `"${token.value}" is not an option; name a scene as in --scene uniform-10k.`);
    }
    if (token.name === "scene") {
      scenes.push(readScene(token.value));
    } else if (token.name === "json" || token.name === "help") {
      if (token.value !== undefined) throw new OptionsError(token.name, `--${token.name} takes no value.`);
      if (token.name === "help") return "help";
      json = true;
    } else {
      throw new OptionsError(token.name, `${token.rawName} is not an option; there are --scene, --json and --help.`);
    }
  }
  return { json, scenes: scenes.length > 0 ? [...new Set(scenes)] : SCENE_NAMES };
}

function readScene(value: string | undefined): SceneName {
  const allowed = `allowed is one of ${SCENE_NAMES.join(", ")}`;
  if (value === undefined || value.startsWith("--"))
    throw new OptionsError("scene", `--scene lacks its value; ${allowed}.`);
  const name = SCENE_NAMES.find((each) => each === value);
  if (name === undefined) throw new OptionsError("scene", `--scene is "${value}"; ${allowed}.`);
  return name;
}
