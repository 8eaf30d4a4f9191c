import type { Input } from "../../../shared/messages.ts";
import type { Settings } from "../../../shared/settings.ts";
import { type BroadPhaseName, DEFAULT_BROAD_PHASE } from "../../space/broadphase/catalog.ts";
import { FREE_FOR_ALL, type Mode } from "../mode.ts";
import { createWorld, type World } from "../world.ts";
import { createTextHash, fingerprintOf } from "./fingerprint.ts";
import { NO_COLOR, packButtons, RECORDING_FORMAT, type RecordingHeader, VERSION_NAME, writeLine } from "./format.ts";

export interface RecorderOptions {
  /** What the server runs on, for people: versions of the runtime, and the kind of processor. */
  readonly recordedOn: string;
  /** Left out for the default. */
  readonly broadPhase?: BroadPhaseName;
  /** Free for all when left out; one with a state of its own must be new. */
  readonly mode?: Mode;
  /** Takes the lines one at a time, without their ends. It must not throw. */
  readonly write: (line: string) => void;
}

/** A world whose calls are recorded. */
export interface RecordedWorld extends World {
  /** Writes the end of the recording; what is asked of the world after that is not recorded. */
  endRecording(): void;
}

/** The whole state is hashed once in so many ticks; the fingerprint of the bodies in each of them. */
const HASH_INTERVAL = 250;

interface PendingInput {
  x: number;
  y: number;
  buttons: number;
}

/**
 * As `createWorld`; all that is asked of the world returned is recorded.
 *
 * Inputs come far more often than all else, and of those of a player between two ticks with the same buttons only the last
 * counts: the others are left out. Nothing is kept in memory but those and a running hash.
 *
 * @throws SettingsError for settings that cannot be used.
 */
export function createRecordedWorld(
  settings: Settings,
  { recordedOn, broadPhase = DEFAULT_BROAD_PHASE, mode = FREE_FOR_ALL, write }: RecorderOptions,
): RecordedWorld {
  const world = createWorld(settings, broadPhase, mode);
  const text = createTextHash();
  const fingerprint = fingerprintOf(world);
  const pending = new Map<number, PendingInput>();
  let recording = true;

  function writeAll(line: string): void {
    text.add(line);
    write(line);
  }

  function writeInputs(): void {
    for (const [number, { x, y, buttons }] of pending) writeAll(writeLine("input", number, x, y, buttons));
    pending.clear();
  }

  /** Writes a line in its order: inputs that came before it first. */
  function record(...values: readonly (string | number)[]): void {
    if (!recording) return;
    writeInputs();
    writeAll(writeLine(...values));
  }

  function recordInput(number: number, input: Input): void {
    if (!recording) return;
    const buttons = packButtons(input.split, input.eject, input.lock === true);
    const last = pending.get(number);
    if (last !== undefined && last.buttons !== buttons) writeInputs();
    pending.set(number, { x: input.x, y: input.y, buttons });
  }

  function recordHash(kind: "hash" | "end"): void {
    writeInputs();
    record(kind, world.tick, world.hash(), text.digest());
  }

  const header: RecordingHeader = {
    format: RECORDING_FORMAT,
    version: VERSION_NAME,
    recordedOn,
    broadPhase,
    mode: mode.name,
    settings: world.settings,
  };
  writeAll(JSON.stringify(header));

  return {
    settings: world.settings,
    space: world.space,
    bodies: world.bodies,
    players: world.players,
    border: world.border,
    meals: world.meals,
    get tick() {
      return world.tick;
    },
    get shedding() {
      return world.shedding;
    },
    set shedding(level) {
      if (level === world.shedding) return;
      world.shedding = level;
      record("shed", level);
    },
    addPlayer(name, bot, color) {
      const player = world.addPlayer(name, bot, color);
      record("join", player.number, name, Number(bot), color ?? NO_COLOR);
      return player;
    },
    addMinion(master) {
      const player = world.addMinion(master);
      record("minion", player.number, master);
      return player;
    },
    removePlayer(number) {
      world.removePlayer(number);
      record("leave", number);
    },
    requestRespawn(number, name = "", color) {
      world.requestRespawn(number, name, color);
      record("respawn", number, name, color ?? NO_COLOR);
    },
    setConnected(number, connected) {
      world.setConnected(number, connected);
      record("connect", number, Number(connected));
    },
    setInput(number, input) {
      world.setInput(number, input);
      recordInput(number, input);
    },
    step(timer) {
      world.step(timer);
      if (!recording) return;
      record("tick", world.tick, fingerprint());
      if (world.tick % HASH_INTERVAL === 0) recordHash("hash");
    },
    viewOf: (player) => world.viewOf(player),
    leaderboard: () => world.leaderboard(),
    status: () => world.status(),
    hash: () => world.hash(),
    endRecording() {
      if (!recording) return;
      recordHash("end");
      recording = false;
    },
  };
}
