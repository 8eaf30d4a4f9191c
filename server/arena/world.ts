import type { Input } from "../../shared/messages.ts";
import type { PhaseTimer } from "../../shared/phases.ts";
import type { Settings } from "../../shared/settings.ts";
import type { BroadPhaseName } from "../space/broadphase/catalog.ts";
import type { Space } from "../space/space.ts";
import type { BodyColumns } from "./body-columns.ts";
import { type Border, removeBeyondBorder } from "./border.ts";
import { addBots, playBots } from "./bots/bots.ts";
import { addMinion } from "./bots/minions.ts";
import { sumMasses } from "./cells.ts";
import { dropPresses, latchInput, releaseControls, takeAim, takeEject, takeSplit } from "./input.ts";
import type { Meals } from "./meals.ts";
import { type LeaderboardLine, leaderboardOf, type Mode, type RoundStatus } from "./mode.ts";
import { addPlayer, leave, type Player, playerOf, type WorldPlayer } from "./players.ts";
import { moveFlying } from "./rules/boost.ts";
import { collideEjecta } from "./rules/collide-ejecta.ts";
import { decayCells } from "./rules/decay.ts";
import { eat } from "./rules/eat.ts";
import { ejectMass, expireEjecta, mayEject } from "./rules/eject.ts";
import { removeLeft } from "./rules/leaving.ts";
import { mergeOwnCells } from "./rules/merge.ts";
import { fillMotherCells, restockMotherCells, shedPellets } from "./rules/mother-cells.ts";
import { moveCells } from "./rules/movement.ts";
import { fillPellets, growPellets, respawnPellets } from "./rules/pellets.ts";
import { pushOwnCells } from "./rules/push.ts";
import { spawnWaiting } from "./rules/spawn.ts";
import { splitCells } from "./rules/split.ts";
import { fillViruses, restockViruses } from "./rules/viruses.ts";
import { createSimulation, type Simulation } from "./simulation.ts";
import { hashState } from "./state-hash.ts";
import { measureView, type View } from "./view.ts";

export type { Border } from "./border.ts";
export type { Meals } from "./meals.ts";
export type { LeaderboardLine, RoundStatus } from "./mode.ts";
export { byMass, type WorldPlayer } from "./players.ts";
export type { View } from "./view.ts";

/**
 * An arena: bodies and players under the rules in rules/. What is asked of it between two steps (joins, leaves, inputs)
 * takes effect in the next step; bodies change only there. The same settings and the same calls give the same arena.
 */
export interface World {
  readonly settings: Settings;
  readonly space: Space;
  /** Steps done. */
  readonly tick: number;
  /** What the game knows of each body, by slot. */
  readonly bodies: BodyColumns;
  /** By number; bots included. */
  readonly players: ReadonlyMap<number, WorldPlayer>;
  /** Where the game is played, in u; smaller than the world in modes that shrink it. */
  readonly border: Readonly<Border>;
  /** Who ate whose cells in the last step. */
  readonly meals: Readonly<Meals>;
  /**
   * How much load to shed, from 0, nothing. A level halves how often bots decide and how long ejected mass lies about. It is a
   * call like the others: the same levels at the same ticks give the same arena.
   */
  shedding: number;
  /**
   * A player joins; it gets its first cell in the next step, or in the first one that finds it a safe spot.
   *
   * @param name may be empty: then it is called after its number.
   * @param color below COLORS; one at random if it is left out. A mode with colours of its own goes before it.
   * @throws ArenaError `arena-full` when as many players are present as the settings allow.
   */
  addPlayer(name: string, bot: boolean, color?: number): WorldPlayer;
  /**
   * Adds a bot that goes where the player `master` points, and leaves when that one does.
   *
   * @throws ArenaError `unknown-player`, `arena-full`: minions count as bots do.
   */
  addMinion(master: number): WorldPlayer;
  /**
   * A player leaves at once. Its cells stay, without control, for `leftCellsSeconds` from when its connection was lost, or from
   * now; when that time is over they go in the next step. @throws ArenaError `unknown-player`
   */
  removePlayer(number: number): void;
  /**
   * A dead player plays again, under a new name if one is given that is not empty, and in a new colour if one is given and the
   * mode has none of its own. Ignored while it is alive.
   *
   * @throws ArenaError `unknown-player`
   */
  requestRespawn(number: number, name?: string, color?: number): void;
  /** While a player is not connected it does not steer, and its inputs are ignored. @throws ArenaError `unknown-player` */
  setConnected(number: number, connected: boolean): void;
  /** Takes in a player's input (see input.ts). @throws ArenaError `unknown-player` */
  setInput(number: number, input: Input): void;
  /** One tick of 1 / TICK_RATE s. Marks the phases input, move, space and rules. */
  step(timer: PhaseTimer): void;
  /** What a player sees. The object returned is filled anew by the next call. */
  viewOf(player: WorldPlayer): Readonly<View>;
  /** The lines of the leaderboard, all of them, best first. */
  leaderboard(): LeaderboardLine[];
  /** How the round stands; undefined when the mode is not played in rounds. */
  status(): RoundStatus | undefined;
  /** A hash of the whole state (see state-hash.ts). */
  hash(): string;
}

/**
 * An arena with its pellets, viruses and mother cells, and with its bots waiting to be spawned.
 *
 * @param mode free for all unless one is given; one with a state of its own must be new
 * @throws SettingsError for settings that cannot be used.
 */
export function createWorld(settings: Settings, broadPhase?: BroadPhaseName, mode?: Mode): World {
  const simulation = createSimulation(settings, broadPhase, mode);
  startSimulation(simulation);
  return worldOf(simulation);
}

/** Puts in place what an arena begins with. */
export function startSimulation(simulation: Simulation): void {
  fillPellets(simulation);
  fillMotherCells(simulation);
  fillViruses(simulation);
  simulation.mode.onStart?.(simulation);
  addBots(simulation);
}

/** The world that runs `simulation`; apart from `createWorld` so that tests can set a scene first. */
export function worldOf(simulation: Simulation): World {
  const view: View = { centerX: 0, centerY: 0, width: 0, height: 0 };
  return {
    settings: simulation.settings,
    space: simulation.space,
    bodies: simulation.bodies,
    players: simulation.players,
    border: simulation.border,
    meals: simulation.meals,
    get shedding() {
      return simulation.shedding;
    },
    set shedding(level) {
      simulation.shedding = level;
    },
    get tick() {
      return simulation.tick;
    },
    addPlayer: (name, bot, color) => addPlayer(simulation, name, bot, color),
    addMinion: (master) => addMinion(simulation, playerOf(simulation, master)),
    removePlayer(number) {
      leave(simulation, playerOf(simulation, number));
    },
    requestRespawn(number, name = "", color) {
      const player = playerOf(simulation, number);
      if (player.alive) return;
      if (name !== "") player.name = name;
      if (color !== undefined) player.color = simulation.mode.colorOf?.(simulation, player) ?? color;
      player.waiting = true;
    },
    setConnected(number, connected) {
      const player = playerOf(simulation, number);
      if (player.connected && !connected) player.lostAt = simulation.tick;
      player.connected = connected;
      if (!connected) releaseControls(player.controls);
    },
    setInput(number, input) {
      const player = playerOf(simulation, number);
      if (player.connected) latchInput(player.controls, input);
    },
    step: (timer) => step(simulation, timer),
    viewOf: (player) => measureView(simulation, player, view),
    leaderboard: () => leaderboardOf(simulation),
    status: () => simulation.mode.status?.(simulation),
    hash: () => hashState(simulation),
  };
}

/** The order of the rules within a tick. */
function step(simulation: Simulation, timer: PhaseTimer): void {
  simulation.tick++;
  simulation.meals.count = 0;
  simulation.mode.worldBorder?.(simulation, simulation.border);
  simulation.mode.onTick?.(simulation);
  removeLeft(simulation);
  removeBeyondBorder(simulation);
  playBots(simulation);
  spawnWaiting(simulation);
  actOnInputs(simulation);
  timer.mark("input");

  moveCells(simulation);
  moveFlying(simulation);
  decayCells(simulation);
  expireEjecta(simulation);
  shedPellets(simulation);
  growPellets(simulation);
  timer.mark("move");

  simulation.space.step();
  timer.mark("space");

  collideEjecta(simulation);
  pushOwnCells(simulation);
  mergeOwnCells(simulation);
  eat(simulation);
  respawnPellets(simulation);
  restockMotherCells(simulation);
  restockViruses(simulation);
  sumMasses(simulation);
  timer.mark("rules");
}

/** At most one split and one ejection for each player, however many inputs came. */
function actOnInputs(simulation: Simulation): void {
  for (const player of simulation.players.values()) {
    if (!player.alive) {
      dropPresses(player.controls);
      continue;
    }
    if (player.protectedTicks > 0) player.protectedTicks--;
    aim(simulation, player);
    if (takeSplit(player.controls)) splitCells(simulation, player);
    if (mayEject(simulation, player) && takeEject(player.controls)) ejectMass(simulation, player);
  }
}

/** Where a player steers in this tick. */
function aim(simulation: Simulation, player: Player): void {
  const { controls } = player;
  if (!controls.lockDown && !controls.locked) return;
  const { centerX, centerY } = measureView(simulation, player, middle);
  takeAim(controls, centerX, centerY);
}

const middle: View = { centerX: 0, centerY: 0, width: 0, height: 0 };
