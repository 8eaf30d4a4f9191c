import type { ModeName } from "../../../shared/modes.ts";
import { FREE_FOR_ALL, type Mode } from "../mode.ts";
import { createHungerGames } from "./hunger-games.ts";
import { createLastManStanding } from "./last-man-standing.ts";
import { createRainbow } from "./rainbow.ts";
import { createTeams } from "./teams.ts";
import { createTournament } from "./tournament.ts";
import { createZombie } from "./zombie.ts";

/** Those that add rules; the others are free for all with settings of their own (shared/modes.ts). */
const CREATORS: Partial<Record<ModeName, () => Mode>> = {
  teams: createTeams,
  rainbow: createRainbow,
  "last-man-standing": createLastManStanding,
  "hunger-games": createHungerGames,
  tournament: createTournament,
  zombie: createZombie,
};

/** The mode for one arena, under the name that it is offered by. */
export function createMode(name: ModeName): Mode {
  return CREATORS[name]?.() ?? { ...FREE_FOR_ALL, name };
}
