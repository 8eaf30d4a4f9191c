import { parseSettings, type SettingsInput } from "../../../shared/settings.ts";
import { BROAD_PHASE_NAMES } from "../../space/broadphase/catalog.ts";
import type { Mode } from "../mode.ts";
import { createWorld, type World } from "../world.ts";
import { createTextHash, fingerprintOf } from "./fingerprint.ts";
import { hasButton, NO_COLOR, RECORDING_FORMAT, RecordingError, VERSION_NAME } from "./format.ts";

/** Where a replay first went another way than the recording. */
export interface Difference {
  /** The tick that first differs. */
  readonly tick: number;
  /** What differs in it: a sentence. */
  readonly what: string;
}

/**
 * Runs a recording again, line by line.
 *
 * A line that does not fit may be damaged, or the game may have taken another course. The text's own hash tells the two apart:
 * after a difference nothing is run any more, but the text is read on to the next hash of it.
 */
export interface Replay {
  /** @throws RecordingError `other-version` or `damaged` */
  addLine(line: string): void;
  /** The file has no more lines. @throws RecordingError `truncated` when they have not come to their end */
  finish(): void;
  /** Whether nothing more needs to be read. */
  readonly isOver: boolean;
  /** Ticks that were run and found the same. */
  readonly tick: number;
  readonly difference: Difference | undefined;
  /** What the recording was made on; empty before the header has been read. */
  readonly recordedOn: string;
}

const NO_TIMER = { mark: () => {} };

/** @param modeNamed a new mode of a name; undefined when there is none of that name. */
export function createReplay(modeNamed: (name: string) => Mode | undefined): Replay {
  const text = createTextHash();
  let lines = 0;
  let tick = 0;
  let isOver = false;
  let recordedOn = "";
  let difference: Difference | undefined;
  let player: LinePlayer | undefined;

  function addLine(line: string): void {
    lines++;
    if (isOver) throw damaged(lines, "it comes after the end of the recording");
    if (player === undefined) {
      const header = readHeader(line);
      recordedOn = header.recordedOn;
      player = createLinePlayer(header.world);
    } else {
      const values = readValues(line, lines);
      // A check knows the lines before it, and not itself: what differs in one, the next one confirms.
      const isKnown = difference !== undefined;
      if (difference === undefined) difference = player.play(values, lines);
      if (difference === undefined) tick = player.tick;
      const [kind, , , textHash] = values;
      const isCheck = kind === "hash" || kind === "end";
      if (isCheck && textHash !== text.digest())
        throw damaged(lines, "the lines before it are not as they were written");
      if (kind === "end" || (isCheck && isKnown)) isOver = true;
    }
    text.add(line);
  }

  function readHeader(line: string): { world: World; recordedOn: string } {
    const header = parseJson(line, 1);
    if (typeof header !== "object" || header === null || !("format" in header) || header.format !== RECORDING_FORMAT) {
      throw damaged(1, "a recording begins with its header, and this is none");
    }
    const { version, broadPhase, mode, settings, recordedOn: on } = header as Record<string, unknown>;
    if (version !== VERSION_NAME) {
      throw new RecordingError(
        "other-version",
        1,
        `The recording is of version ${version}, and this server replays version ${VERSION_NAME}: ` +
          "use the server that recorded it.",
      );
    }
    const name = BROAD_PHASE_NAMES.find((known) => known === broadPhase);
    if (name === undefined) throw damaged(1, `there is no broad phase ${broadPhase}`);
    const played = modeNamed(String(mode));
    if (played === undefined) throw damaged(1, `there is no mode ${mode}`);
    try {
      return { world: createWorld(parseSettings(settings as SettingsInput), name, played), recordedOn: String(on) };
    } catch (error) {
      throw damaged(1, messageOf(error));
    }
  }

  return {
    addLine,
    finish() {
      if (isOver) return;
      throw new RecordingError(
        "truncated",
        lines,
        lines === 0
          ? "The file is empty: a recording begins with its header."
          : `The recording breaks off after line ${lines}: its end is missing.`,
      );
    },
    get isOver() {
      return isOver;
    },
    get tick() {
      return tick;
    },
    get difference() {
      return difference;
    },
    get recordedOn() {
      return recordedOn;
    },
  };
}

interface LinePlayer {
  /** Does what a line says. @returns what differs, if anything does @throws RecordingError `damaged` */
  play(values: readonly unknown[], line: number): Difference | undefined;
  readonly tick: number;
}

/** Plays lines in `world`, which is new. */
function createLinePlayer(world: World): LinePlayer {
  const fingerprint = fingerprintOf(world);
  let line = 0;

  function numberIn(values: readonly unknown[], place: number): number {
    const value = values[place];
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw damaged(line, `its value ${place} is ${JSON.stringify(value)}, where a number belongs`);
  }

  function colorIn(values: readonly unknown[], place: number): number | undefined {
    const color = numberIn(values, place);
    return color === NO_COLOR ? undefined : color;
  }

  function textIn(values: readonly unknown[], place: number): string {
    const value = values[place];
    if (typeof value === "string") return value;
    throw damaged(line, `its value ${place} is ${JSON.stringify(value)}, where text belongs`);
  }

  function compare(tick: number, what: string, recorded: string | number, here: string | number) {
    return recorded === here ? undefined : { tick, what: `${what} was ${recorded}, and is ${here} here` };
  }

  function play(values: readonly unknown[]): Difference | undefined {
    const next = world.tick + 1;
    const first = () => numberIn(values, 1);
    switch (values[0]) {
      case "join": {
        const { number } = world.addPlayer(textIn(values, 2), numberIn(values, 3) === 1, colorIn(values, 4));
        return compare(next, "the number of a player who joined", first(), number);
      }
      case "minion":
        return compare(next, "the number of a minion", first(), world.addMinion(numberIn(values, 2)).number);
      case "leave":
        world.removePlayer(first());
        return undefined;
      case "respawn":
        world.requestRespawn(first(), textIn(values, 2), colorIn(values, 3));
        return undefined;
      case "connect":
        world.setConnected(first(), numberIn(values, 2) === 1);
        return undefined;
      case "input": {
        const buttons = numberIn(values, 4);
        world.setInput(first(), {
          x: numberIn(values, 2),
          y: numberIn(values, 3),
          split: hasButton(buttons, "split"),
          eject: hasButton(buttons, "eject"),
          lock: hasButton(buttons, "lock"),
        });
        return undefined;
      }
      case "shed":
        world.shedding = first();
        return undefined;
      case "tick":
        if (first() !== next) throw damaged(line, `it is tick ${first()}, and tick ${next} should come`);
        world.step(NO_TIMER);
        return compare(next, "the fingerprint of the bodies", textIn(values, 2), fingerprint());
      case "hash":
      case "end":
        if (first() !== world.tick)
          throw damaged(line, `it is of tick ${first()}, and tick ${world.tick} was the last`);
        return compare(world.tick, "the hash of the state", textIn(values, 2), world.hash());
      default:
        throw damaged(line, `there is no kind of line ${JSON.stringify(values[0])}`);
    }
  }

  return {
    play(values, number) {
      line = number;
      try {
        return play(values);
      } catch (error) {
        if (error instanceof RecordingError) throw error;
        // What was allowed when it was recorded is not allowed here: the game has taken another course.
        return { tick: world.tick + 1, what: `${values[0]} is refused here: ${messageOf(error)}` };
      }
    },
    get tick() {
      return world.tick;
    },
  };
}

function readValues(line: string, number: number): readonly unknown[] {
  const values = parseJson(line, number);
  if (!Array.isArray(values)) throw damaged(number, "it is no list of values");
  return values;
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw damaged(number, messageOf(error));
  }
}

function damaged(line: number, why: string): RecordingError {
  return new RecordingError("damaged", line, `Line ${line} of the recording is damaged: ${why}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
