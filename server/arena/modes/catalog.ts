import { parseSettings, type Settings, type SettingsInput } from "../../../shared/settings.ts";
import { big64, big256 } from "./big.ts";
import type { ModeEntry } from "./entry.ts";
import { experimental } from "./experimental.ts";
import { freeForAll } from "./free-for-all.ts";
import { hungerGames } from "./hunger-games.ts";
import { instantMerge } from "./instant-merge.ts";
import { lastManStanding } from "./last-man-standing.ts";
import { rainbow } from "./rainbow.ts";
import { teams } from "./teams.ts";
import { tournament } from "./tournament.ts";
import { zombie } from "./zombie.ts";

/** The modes, by name, in the order of the menu. */
export const MODES = {
  "free-for-all": freeForAll,
  teams,
  experimental,
  rainbow,
  "last-man-standing": lastManStanding,
  "hunger-games": hungerGames,
  tournament,
  zombie,
  "instant-merge": instantMerge,
  "big-64": big64,
  "big-256": big256,
} as const satisfies Record<string, ModeEntry>;

export type ModeName = keyof typeof MODES;

export const MODE_NAMES = Object.keys(MODES) as ModeName[];

export const DEFAULT_MODE: ModeName = "free-for-all";

export function isModeName(name: string): name is ModeName {
  return Object.hasOwn(MODES, name);
}

/**
 * Whole settings for a room of a mode: those given, which win, the mode's own for the rest, and defaults for what is left.
 *
 * @param given only what someone has asked for: whole settings would leave the mode nothing to say
 * @throws SettingsError for the first that is wrong
 */
export function settingsOf(name: ModeName, given: SettingsInput = {}): Settings {
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return parseSettings({ ...MODES[name].settings, ...asked });
}
