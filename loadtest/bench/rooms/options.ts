import { helpOf, oneOf, parseCommandLine, wholeFrom } from "../command-line.ts";
import { type RoomScene, SCENES } from "./scenes.ts";

export interface Options {
  /** One JSON object a line for each scene, and nothing else. */
  readonly json: boolean;
  /** What is run. */
  readonly scenes: readonly RoomScene[];
  /** How often each scene is run. */
  readonly runs: number;
  /** For how long each run is measured, in seconds. */
  readonly seconds: number;
}

const RUNS = 3;
const SECONDS = 10;

const SCENE_NAMES = SCENES.map(({ name }) => name);

const OPTIONS = {
  scene: oneOf(SCENE_NAMES, "NAME", "that scene alone (may be given more than once)"),
  runs: wholeFrom(1, "N", `runs of each scene, of which the median counts; ${RUNS} unless given`),
  seconds: wholeFrom(1, "S", `how long each run is measured, in seconds; ${SECONDS} unless given`),
  json: { help: "print one JSON object a line for each scene, in place of lines and table" },
};

export const HELP = helpOf(
  "rooms",
  "Benchmark of whole rooms: what they cost the server's main thread, with real WebSocket clients.",
  OPTIONS,
  [`Scenes: ${SCENE_NAMES.join(", ")}.`],
);

/**
 * The options in `args`, or "help" when that is what was asked for.
 * @throws OptionsError for an unknown option, a missing or a wrong value.
 */
export function parseOptions(args: readonly string[]): Options | "help" {
  const given = parseCommandLine(args, OPTIONS);
  if (given === "help") return "help";
  const names = given.scene.length > 0 ? given.scene : SCENE_NAMES;
  return {
    json: given.json,
    scenes: SCENES.filter(({ name }) => names.includes(name)),
    runs: given.runs.at(-1) ?? RUNS,
    seconds: given.seconds.at(-1) ?? SECONDS,
  };
}
