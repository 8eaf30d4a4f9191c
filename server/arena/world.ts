import type { Input } from "../../shared/messages.ts";
import type { PhaseTimer } from "../../shared/phases.ts";
import type { Settings } from "../../shared/settings.ts";
import type { BroadPhaseName } from "../space/broadphase/catalog.ts";
import type { Space } from "../space/space.ts";
import type { BodyColumns } from "./body-columns.ts";
import { addBots, playBots } from "./bots/bots.ts";
import { removeCell, sumMasses } from "./cells.ts";
import { dropPresses, latchInput, releaseControls, takeEject, takeSplit } from "./input.ts";
import { addPlayer, playerOf, type WorldPlayer } from "./players.ts";
import { decayCells } from "./rules/decay.ts";
import { eat } from "./rules/eat.ts";
import { ejectMass, mayEject, moveEjecta } from "./rules/eject.ts";
import { mergeOwnCells } from "./rules/merge.ts";
import { moveCells } from "./rules/movement.ts";
import { fillPellets, growPellets, respawnPellets } from "./rules/pellets.ts";
import { pushOwnCells } from "./rules/push.ts";
import { spawnWaiting } from "./rules/spawn.ts";
import { splitCells } from "./rules/split.ts";
import { createSimulation, type Simulation } from "./simulation.ts";
import { hashState } from "./state-hash.ts";
import { measureView, type View } from "./view.ts";

export type { WorldPlayer } from "./players.ts";
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
  /**
   * A player joins; it gets its first cell in the next step, or in the first one that finds it a safe spot.
   *
   * @param name may be empty: then it is called after its number.
   * @throws ArenaError `arena-full` when as many players are present as the settings allow.
   */
  addPlayer(name: string, bot: boolean): WorldPlayer;
  /** A player leaves at once; its cells go in the next step. @throws ArenaError `unknown-player` */
  removePlayer(number: number): void;
  /**
   * A dead player plays again, under a new name if one is given that is not empty. Ignored while it is alive.
   *
   * @throws ArenaError `unknown-player`
   */
  requestRespawn(number: number, name?: string): void;
  /** While a player is not connected it does not steer, and its inputs are ignored. @throws ArenaError `unknown-player` */
  setConnected(number: number, connected: boolean): void;
  /** Takes in a player's input (see input.ts). @throws ArenaError `unknown-player` */
  setInput(number: number, input: Input): void;
  /** One tick of 1 / TICK_RATE s. Marks the phases input, move, space and rules. */
  step(timer: PhaseTimer): void;
  /** What a player sees. The object returned is filled anew by the next call. */
  viewOf(player: WorldPlayer): Readonly<View>;
  /** A hash of the whole state (see state-hash.ts). */
  hash(): string;
}

/** An arena with its pellets, and with its bots waiting to be spawned. */
export function createWorld(settings: Settings, broadPhase?: BroadPhaseName): World {
  const simulation = createSimulation(settings, broadPhase);
  fillPellets(simulation);
  addBots(simulation);
  return worldOf(simulation);
}

/** The world that runs `simulation`; apart from `createWorld` so that tests can set a scene first. */
export function worldOf(simulation: Simulation): World {
  const view: View = { centerX: 0, centerY: 0, width: 0, height: 0 };
  return {
    settings: simulation.settings,
    space: simulation.space,
    bodies: simulation.bodies,
    players: simulation.players,
    get tick() {
      return simulation.tick;
    },
    addPlayer: (name, bot) => addPlayer(simulation, name, bot),
    removePlayer(number) {
      simulation.leaving.push(playerOf(simulation, number));
      simulation.players.delete(number);
    },
    requestRespawn(number, name = "") {
      const player = playerOf(simulation, number);
      if (player.alive) return;
      if (name !== "") player.name = name;
      player.waiting = true;
    },
    setConnected(number, connected) {
      const player = playerOf(simulation, number);
      player.connected = connected;
      if (!connected) releaseControls(player.controls);
    },
    setInput(number, input) {
      const player = playerOf(simulation, number);
      if (player.connected) latchInput(player.controls, input);
    },
    step: (timer) => step(simulation, timer),
    viewOf: (player) => measureView(simulation, player, view),
    hash: () => hashState(simulation),
  };
}

/** The order of the rules within a tick. */
function step(simulation: Simulation, timer: PhaseTimer): void {
  simulation.tick++;
  removeLeaving(simulation);
  playBots(simulation);
  spawnWaiting(simulation);
  actOnInputs(simulation);
  timer.mark("input");

  moveCells(simulation);
  moveEjecta(simulation);
  decayCells(simulation);
  growPellets(simulation);
  timer.mark("move");

  simulation.space.step();
  timer.mark("space");

  pushOwnCells(simulation);
  mergeOwnCells(simulation);
  eat(simulation);
  respawnPellets(simulation);
  sumMasses(simulation);
  timer.mark("rules");
}

function removeLeaving(simulation: Simulation): void {
  for (const player of simulation.leaving) {
    while (player.cells.count > 0) removeCell(simulation, player, player.cells.ids[player.cells.count - 1]);
  }
  simulation.leaving.length = 0;
}

/** At most one split and one ejection for each player, however many inputs came. */
function actOnInputs(simulation: Simulation): void {
  for (const player of simulation.players.values()) {
    if (!player.alive) {
      dropPresses(player.controls);
      continue;
    }
    if (takeSplit(player.controls)) splitCells(simulation, player);
    if (mayEject(simulation, player) && takeEject(player.controls)) ejectMass(simulation, player);
  }
}
