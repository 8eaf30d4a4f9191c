import { MERGE_MIN_TICKS } from "./formulas.ts";
import { parseSettings, type Settings, type SettingsInput } from "./settings.ts";

/** A mode as it is offered. What it adds to the rules stands in server/arena/modes/. */
export interface ModeOffer {
  readonly title: string;
  /** A sentence for the menu. */
  readonly description: string;
  /** Settings that the mode has other defaults for. */
  readonly settings: Readonly<Partial<Settings>>;
}

/** Fewer players with more cells: as many players as can all have all of their cells within the limit of the room. */
function big(maxCells: number, maxClients: number, bots: number): ModeOffer {
  return {
    title: `${maxCells} cells`,
    description: `You can have up to ${maxCells} cells at once.`,
    settings: { maxCells, maxClients, bots, cellLimit: maxCells * (maxClients + bots) },
  };
}

/** The modes, by name, in the order of the menu. */
export const MODES = {
  "free-for-all": { title: "Free for all", description: "Everyone against everyone.", settings: {} },
  teams: {
    title: "Teams",
    description: "Three teams, red, green and blue; team-mates do not eat each other, but push each other apart.",
    settings: {},
  },
  experimental: {
    title: "Experimental",
    description: "Mother cells shed food and eat who comes too near, and viruses are pushed by what is fed to them.",
    settings: { motherCells: 10, virusFed: "push" },
  },
  rainbow: {
    title: "Rainbow",
    description: "Everyone against everyone, and every cell goes through all colours.",
    settings: {},
  },
  "last-man-standing": {
    title: "Last man standing",
    description: "Join and grow while it counts down: after that whoever is eaten is out, and the last one wins.",
    settings: { roundPlayers: 3, roundCountdownSeconds: 60 },
  },
  "hunger-games": {
    title: "Hunger games",
    description: "All begin together in a world that shrinks, and the last one alive wins.",
    settings: { maxClients: 48, roundPlayers: 6 },
  },
  tournament: {
    title: "Tournament",
    description: "A few players begin together, once enough are there, and the last one alive wins.",
    settings: { maxClients: 12, bots: 0, roundPlayers: 4 },
  },
  zombie: {
    title: "Zombie",
    description: "One is infected, and whoever a zombie eats becomes one: humans win who are left when time is up.",
    settings: { roundPlayers: 3, roundCountdownSeconds: 30, roundSeconds: 300 },
  },
  // Cells may merge as soon as the boost of their split has carried them off, and never push each other apart before that.
  "instant-merge": {
    title: "Instant merge",
    description: "Your cells merge again as soon as they touch.",
    settings: { mergeSeconds: 0, mergeSecondsPerRadius: 0, passThroughTicks: MERGE_MIN_TICKS },
  },
  "big-64": big(64, 60, 4),
  "big-256": big(256, 28, 4),
} as const satisfies Record<string, ModeOffer>;

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
