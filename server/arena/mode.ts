import type { BodyId } from "../space/bodies.ts";
import type { Border } from "./border.ts";
import type { Hash } from "./hash.ts";
import { byMass, type Player } from "./players.ts";
import type { Simulation } from "./simulation.ts";

/** A line of a leaderboard: a player, or a team as a whole. */
export interface LeaderboardLine {
  /** The player's number; 0 for a team. */
  readonly player: number;
  /** The number of the team, if the line is one's. */
  readonly team?: number;
  readonly name: string;
  readonly mass: number;
}

/** Where a round stands (modes/round.ts). */
export type RoundPhase = "waiting" | "countdown" | "playing" | "over";

/** What players are to be told of a mode that is played in rounds. */
export interface RoundStatus {
  readonly phase: RoundPhase;
  /** Time to the end of the phase, in whole s, rounded up; 0 while waiting for players, which may take any time. */
  readonly secondsLeft: number;
  /** Players who count for the next round, and how many it needs; while one is played, those who are still in it. */
  readonly players: number;
  readonly playersNeeded: number;
  /** The number of the player who won, 0 for none, and the team that did, 0 for none; of meaning once the round is over. */
  readonly winner: number;
  readonly winnerTeam: number;
  /** What that player or team is called; "" for none. The player may have left. */
  readonly winnerName: string;
  /** Whether who joins now would have to wait for the next round. */
  readonly isClosed: boolean;
}

/**
 * What a kind of game adds to the rules: each hook is asked or told at one place, and may be left out. A mode with a state of
 * its own is made anew for each arena, draws its randomness from the simulation's, and puts the state into the hash.
 */
export interface Mode {
  readonly name: string;
  /** The arena is there, with its pellets, and without players. */
  onStart?(simulation: Simulation): void;
  /** A tick begins. */
  onTick?(simulation: Simulation): void;
  /** Writes the rectangle of this tick, within the world; before `onTick`. */
  worldBorder?(simulation: Simulation, border: Border): void;
  /** The team of one who has just come; 0, the default, is none. */
  teamOf?(simulation: Simulation, player: Player): number;
  /** The colour of one who has just come, whose team is known. Default one at random, which `player.color` is by now. */
  colorOf?(simulation: Simulation, player: Player): number;
  /** The colour of a cell that comes to be. Default its player's. */
  cellColor?(simulation: Simulation, player: Player): number;
  /** Whether one who waits for a first cell may have it now; asked each tick. Default yes. */
  mayJoin?(simulation: Simulation, player: Player): boolean;
  /** A player has its first cell. */
  onSpawn?(simulation: Simulation, player: Player): void;
  /** Whether the cells of one may eat those of the other. Default yes. */
  mayEat?(simulation: Simulation, eater: Player, prey: Player): boolean;
  /** Whether cells of the one push those of the other apart, as a player's own do that may not yet merge. Default no. */
  pushApart?(simulation: Simulation, one: Player, other: Player): boolean;
  /** A cell is about to go, eaten by a player's cell or by a mother cell (undefined). It is still in the world. */
  onEaten?(simulation: Simulation, eater: Player | undefined, prey: Player, cell: BodyId): void;
  /** The lines, best first. Default: the players alive, by mass. */
  leaderboard?(simulation: Simulation): LeaderboardLine[];
  /** How the round stands, for modes that are played in rounds. */
  status?(simulation: Simulation): RoundStatus;
  /** Adds the mode's own state to the hash of the simulation. */
  addToHash?(hash: Hash): void;
}

/** Everyone against everyone: the rules as they are. */
export const FREE_FOR_ALL: Mode = { name: "free-for-all" };

/** The lines of the leaderboard, best first. */
export function leaderboardOf(simulation: Simulation): LeaderboardLine[] {
  if (simulation.mode.leaderboard !== undefined) return simulation.mode.leaderboard(simulation);
  return byMass(simulation.players.values()).map(({ number, name, mass }) => ({ player: number, name, mass }));
}
