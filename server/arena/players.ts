import { EJECT_INTERVAL, MAX_CELLS } from "../../shared/formulas.ts";
import { COLORS } from "../../shared/state.ts";
import { createIdList, type IdList } from "../space/space.ts";
import { ArenaError } from "./errors.ts";
import { type Controls, createControls } from "./input.ts";
import type { Simulation } from "./simulation.ts";

/** A player or bot as the rest of the server sees it. */
export interface WorldPlayer {
  /** From 1 to 65,535, unique among the players present. */
  readonly number: number;
  readonly name: string;
  /** Below COLORS (shared/state.ts). */
  readonly color: number;
  readonly bot: boolean;
  /** Whether it has cells. */
  readonly alive: boolean;
  readonly connected: boolean;
  /** Total mass of its cells, at the end of the last tick. */
  readonly mass: number;
  /** Its cells, in the order in which they came to be. */
  readonly cells: Readonly<IdList>;
  /** Where it last lost its last cell (u); the middle of the world before that. */
  readonly deathX: number;
  readonly deathY: number;
}

/** A player as the simulation keeps it. */
export interface Player extends WorldPlayer {
  name: string;
  alive: boolean;
  connected: boolean;
  mass: number;
  readonly cells: IdList;
  readonly controls: Controls;
  /** Whether it is to be given a cell as soon as there is a safe spot. */
  waiting: boolean;
  /** The tick in which it last ejected. */
  ejectedAt: number;
  /** The tick in which it last lost its last cell. */
  diedAt: number;
  deathX: number;
  deathY: number;
}

const MAX_PLAYER_NUMBER = 65_535;

/**
 * Adds a player that waits to be spawned.
 *
 * @param name may be empty: then it is called after its number.
 * @throws ArenaError `arena-full` when as many are present as the settings allow: `maxClients` and `bots` together.
 */
export function addPlayer(simulation: Simulation, name: string, bot: boolean): Player {
  const { players, settings } = simulation;
  const limit = settings.maxClients + settings.bots;
  if (players.size >= limit) {
    throw new ArenaError(
      "arena-full",
      `The arena holds ${players.size} players and bots, and maxClients + bots = ${limit} allows no more: ` +
        "remove one first, or raise maxClients.",
    );
  }
  const number = takeNumber(simulation);
  const player: Player = {
    number,
    name: name === "" ? `Player ${number}` : name,
    color: simulation.random.integer(COLORS),
    bot,
    alive: false,
    connected: true,
    mass: 0,
    cells: createIdList(MAX_CELLS),
    controls: createControls(),
    waiting: true,
    ejectedAt: -EJECT_INTERVAL,
    diedAt: 0,
    deathX: settings.worldSize / 2,
    deathY: settings.worldSize / 2,
  };
  players.set(number, player);
  return player;
}

/** @throws ArenaError `unknown-player` when nobody present has this number. */
export function playerOf(simulation: Simulation, number: number): Player {
  const player = simulation.players.get(number);
  if (player === undefined) {
    throw new ArenaError(
      "unknown-player",
      `No player has number ${number}: use the number of a player that addPlayer returned and that has not been removed.`,
    );
  }
  return player;
}

/** The next number that is free, counting on from the last one given, so that a number is not soon used again. */
function takeNumber(simulation: Simulation): number {
  do {
    simulation.lastNumber = (simulation.lastNumber % MAX_PLAYER_NUMBER) + 1;
  } while (simulation.players.has(simulation.lastNumber));
  return simulation.lastNumber;
}
