import { z } from "zod";
import { cellSettings } from "./settings/cells.ts";
import { ejectaSettings } from "./settings/ejecta.ts";
import { hazardSettings } from "./settings/hazards.ts";
import { pelletSettings } from "./settings/pellets.ts";
import { roomSettings } from "./settings/room.ts";
import { roundSettings } from "./settings/rounds.ts";

/** Most bodies that the limits of a room may add up to: the space holds twice as many. */
const MAX_BODIES = 500_000;

const shape = {
  ...roomSettings,
  ...cellSettings,
  ...ejectaSettings,
  ...hazardSettings,
  ...pelletSettings,
  ...roundSettings,
};

/** Pairs of settings of which the first must not be more than the second. */
const ORDERED: readonly [lesser: keyof typeof shape, greater: keyof typeof shape][] = [
  ["minRadius", "maxRadius"],
  ["startRadius", "maxRadius"],
  ["splitMinRadius", "maxRadius"],
  ["ejectaRadius", "ejectLossRadius"],
  ["viruses", "virusLimit"],
  ["motherCellRadius", "motherCellMaxRadius"],
  ["pelletRadius", "pelletMaxRadius"],
];

/**
 * A room's settings: defaults, units and limits (settings/), and what must hold between them. server/config.ts reads them from
 * the environment, the README shows them as a table.
 */
export const settingsSchema = z.strictObject(shape).superRefine((settings, context) => {
  const refuse = (name: keyof Settings, message: string) =>
    context.addIssue({ code: "custom", path: [name], message, input: settings[name] });
  for (const [lesser, greater] of ORDERED) {
    if (settings[lesser] > settings[greater]) refuse(lesser, `at most ${greater} = ${settings[greater]} is allowed`);
  }
  if (settings.ejectLossRadius >= settings.ejectMinRadius) {
    refuse(
      "ejectLossRadius",
      `less than ejectMinRadius = ${settings.ejectMinRadius} is allowed: something must be left`,
    );
  }
  if (settings.startRadius * 4 > settings.worldSize) {
    refuse("startRadius", `at most a quarter of worldSize = ${settings.worldSize} is allowed`);
  }
  const bodies = mostBodies(settings);
  if (bodies > MAX_BODIES) {
    refuse("cellLimit", `the limits of all kinds add up to ${bodies} bodies, and ${MAX_BODIES} are allowed`);
  }
});

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;

/** The settings that are used where nothing else is said. */
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** Settings that cannot be used; the message names the setting, its value, and what is allowed. */
export class SettingsError extends Error {
  readonly code = "bad-setting";
  /** The name of the setting. */
  readonly setting: string;
  /** What is wrong with its value. */
  readonly reason: string;

  constructor(setting: string, reason: string, message: string) {
    super(message);
    this.name = "SettingsError";
    this.setting = setting;
    this.reason = reason;
  }
}

/** Whole settings from those given, defaults for the rest. @throws SettingsError for the first that is wrong */
export function parseSettings(given: SettingsInput): Settings {
  const result = settingsSchema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue.code === "unrecognized_keys") {
    throw new SettingsError(issue.keys[0], "there is no such setting", `There is no setting ${issue.keys[0]}.`);
  }
  const name = String(issue.path[0]);
  const value = (given as Record<string, unknown>)[name] ?? (DEFAULT_SETTINGS as Record<string, unknown>)[name];
  throw new SettingsError(name, issue.message, `The setting ${name} = ${value} cannot be used: ${issue.message}.`);
}

/** Most bodies that a room with these settings can hold. */
export function mostBodies(settings: Settings): number {
  const cells = mostCells(settings);
  return (
    settings.pellets +
    settings.motherCells * (1 + settings.motherCellPellets) +
    cells +
    // Every cell may eject in one tick, and the pieces that are too many keep their places to its end.
    Math.max(settings.ejectaLimit, cells) +
    settings.virusLimit
  );
}

/** Most players, bots and minions that a room can hold. */
export function mostPlayers({ maxClients, minions, bots }: Settings): number {
  return maxClients * (1 + minions) + bots;
}

/** Most cells that the players of a room can have together. */
export function mostCells(settings: Settings): number {
  return Math.min(settings.cellLimit, mostPlayers(settings) * settings.maxCells);
}

/** A line of the table of settings. */
export interface SettingRow {
  name: string;
  unit: string;
  default: string;
  limits: string;
  description: string;
}

/** All settings, for a table. */
export function settingRows(): SettingRow[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { unit, limits, description } = schema.meta() as Record<"unit" | "limits" | "description", string>;
    return { name, unit, default: String(DEFAULT_SETTINGS[name as keyof Settings]), limits, description };
  });
}
