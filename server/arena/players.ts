import { TICK_RATE } from "../../shared/formulas.ts";
import { mostPlayers } from "../../shared/settings.ts";
import { COLORS } from "../../shared/state.ts";
import { createIdList, type IdList } from "../space/space.ts";
import { createMind, type Mind } from "./bots/mind.ts";
import { ArenaError } from "./errors.ts";
import { type Controls, createControls, releaseControls } from "./input.ts";
import type { Simulation } from "./simulation.ts";

/** A player or bot as the rest of the server sees it. */
export interface WorldPlayer {
  /** From 1 to 65,535, unique among the players present and those whose cells are still there. */
  readonly number: number;
  readonly name: string;
  /** Below COLORS (shared/state.ts). */
  readonly color: number;
  /** Which team it is in, from 1; 0 for none. */
  readonly team: number;
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
  /** Ticks for which it can still not be eaten by other players, nor eat them. */
  readonly protectedTicks: number;
  /** Whether it is to be given a cell as soon as there is a safe spot. */
  readonly waiting: boolean;
  /** Ticks in which it was refused a first cell, for want of a safe spot, since it began to wait; it is tried again each tick. */
  readonly refusedSpawns: number;
}

/** Since which tick a player has aimed where it does (u) and has had as many cells as it has (see rules/movement.ts). */
export interface Rest {
  x: number;
  y: number;
  cells: number;
  since: number;
}

/** A player as the simulation keeps it. */
export interface Player extends WorldPlayer {
  name: string;
  color: number;
  team: number;
  alive: boolean;
  connected: boolean;
  mass: number;
  readonly cells: IdList;
  readonly controls: Controls;
  readonly rest: Rest;
  waiting: boolean;
  refusedSpawns: number;
  protectedTicks: number;
  /** The tick in which it last ejected; -Infinity before. */
  ejectedAt: number;
  /** The tick in which it last lost its last cell. */
  diedAt: number;
  deathX: number;
  deathY: number;
  /** The tick in which it lost its connection; of no meaning while it is connected. */
  lostAt: number;
  /** The tick from which its cells go, once it has left. */
  goesAt: number;
  /** What a bot keeps in mind; undefined for the players of clients. */
  readonly mind: Mind | undefined;
}

/** Those of the players who are alive, heaviest first. */
export function byMass<P extends WorldPlayer>(players: Iterable<P>): P[] {
  return [...players]
    .filter((player) => player.alive)
    .sort((one, other) => other.mass - one.mass || one.number - other.number);
}

const MAX_PLAYER_NUMBER = 65_535;

/**
 * Adds a player that waits to be spawned.
 *
 * @param name may be empty: then it is called after its number.
 * @param color below COLORS; one at random if it is left out. A mode with colours of its own goes before it.
 * @throws ArenaError `arena-full` when as many are present as the settings allow: `maxClients`, their `minions`, and `bots`;
 *   or when no number is free.
 */
export function addPlayer(
  simulation: Simulation,
  name: string,
  bot: boolean,
  color?: number,
  mind: Mind | undefined = bot ? createMind() : undefined,
): Player {
  const { players, owners, settings, mode } = simulation;
  const limit = mostPlayers(settings);
  if (players.size >= limit) {
    throw new ArenaError(
      "arena-full",
      `The arena holds ${players.size} players and bots, and maxClients, minions and bots allow no more than ${limit}: ` +
        "remove one first, or raise maxClients.",
    );
  }
  if (owners.size >= MAX_PLAYER_NUMBER) {
    throw new ArenaError(
      "arena-full",
      `All ${MAX_PLAYER_NUMBER} numbers are taken, by those present and those whose cells are still there: ` +
        "wait until these are gone, or lower leftCellsSeconds.",
    );
  }
  const number = takeNumber(simulation);
  const anyColor = simulation.random.integer(COLORS);
  const player: Player = {
    number,
    name: name === "" ? `Player ${number}` : name,
    color: color ?? anyColor,
    team: 0,
    bot,
    alive: false,
    connected: true,
    mass: 0,
    cells: createIdList(settings.maxCells),
    controls: createControls(),
    rest: { x: 0, y: 0, cells: 0, since: 0 },
    waiting: true,
    refusedSpawns: 0,
    protectedTicks: 0,
    ejectedAt: Number.NEGATIVE_INFINITY,
    diedAt: 0,
    deathX: settings.worldSize / 2,
    deathY: settings.worldSize / 2,
    lostAt: 0,
    goesAt: 0,
    mind,
  };
  player.team = mode.teamOf?.(simulation, player) ?? 0;
  player.color = mode.colorOf?.(simulation, player) ?? player.color;
  players.set(number, player);
  owners.set(number, player);
  return player;
}

/** A player leaves: it is no longer present; its cells stay as long as `leftCellsSeconds` says. */
export function leave(simulation: Simulation, player: Player): void {
  const { players, leaving, settings, tick } = simulation;
  players.delete(player.number);
  player.goesAt = (player.connected ? tick : player.lostAt) + settings.leftCellsSeconds * TICK_RATE;
  player.waiting = false;
  releaseControls(player.controls);
  leaving.push(player);
}

/** @throws ArenaError `unknown-player` when nobody present has this number. */
export function playerOf(simulation: Simulation, number: number): Player {
  const player = simulation.players.get(number);
  if (player === undefined) throw unknownPlayer(number);
  return player;
}

/** The owner of a cell, who may have left. */
export function ownerOf(simulation: Simulation, number: number): Player {
  const player = simulation.owners.get(number);
  if (player === undefined) throw unknownPlayer(number);
  return player;
}

function unknownPlayer(number: number): ArenaError {
  return new ArenaError(
    "unknown-player",
    `No player has number ${number}: use the number of a player that addPlayer returned and that has not been removed.`,
  );
}

/** The next number that is free, counting on from the last one given, so that a number is not soon used again. */
function takeNumber(simulation: Simulation): number {
  do {
    simulation.lastNumber = (simulation.lastNumber % MAX_PLAYER_NUMBER) + 1;
  } while (simulation.owners.has(simulation.lastNumber));
  return simulation.lastNumber;
}
