import { COLORS } from "../../../shared/state.ts";
import type { LeaderboardLine, Mode } from "../mode.ts";
import type { Simulation } from "../simulation.ts";

/** The teams, numbered from 1 in this order, with hues evenly about the circle. */
const TEAM_NAMES = ["Red", "Green", "Blue"];

function colorOfTeam(team: number): number {
  return Math.round(((team - 1) * COLORS) / TEAM_NAMES.length);
}

/** The team with the fewest players present; of several the first. */
function smallestTeam(simulation: Simulation): number {
  const sizes = TEAM_NAMES.map(() => 0);
  for (const { team } of simulation.players.values()) sizes[team - 1]++;
  return sizes.indexOf(Math.min(...sizes)) + 1;
}

/** The teams by the mass of their players present. */
function leaderboard(simulation: Simulation): LeaderboardLine[] {
  const lines = TEAM_NAMES.map((name, i) => ({ player: 0, team: i + 1, name, mass: 0 }));
  for (const { team, mass } of simulation.players.values()) lines[team - 1].mass += mass;
  return lines.sort((one, other) => other.mass - one.mass || one.team - other.team);
}

/** Three teams, of which each eats the others. */
export function createTeams(): Mode {
  return {
    name: "teams",
    teamOf: smallestTeam,
    colorOf: (_simulation, player) => colorOfTeam(player.team),
    mayEat: (_simulation, eater, prey) => eater.team !== prey.team,
    // As in OgarII.
    pushApart: (_simulation, one, other) => one.team === other.team,
    leaderboard,
  };
}
