import type { Input } from "../../../shared/messages.ts";
import { addPlayer, type Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { measureView, type View } from "../view.ts";
import { createMind } from "./mind.ts";

const masterView: View = { centerX: 0, centerY: 0, width: 0, height: 0 };

/**
 * Adds a minion: a bot that goes where its master's pointer is, as long as the master lives, and plays for itself meanwhile.
 * It leaves when its master does.
 *
 * @throws ArenaError `arena-full`
 */
export function addMinion(simulation: Simulation, master: Player): Player {
  const minion = addPlayer(simulation, master.name, true, undefined, createMind(master.number));
  minion.team = master.team;
  minion.color = simulation.mode.colorOf?.(simulation, minion) ?? minion.color;
  return minion;
}

/**
 * Writes to `input` what a minion of the player `master` does: it goes to that player's pointer, or to the middle of its cells
 * while it does not steer. @returns false when there is nobody alive to follow
 */
export function follow(simulation: Simulation, master: number, input: Input): boolean {
  const player = simulation.players.get(master);
  if (player === undefined || !player.alive) return false;
  const { steering, pointerX, pointerY } = player.controls;
  const { centerX, centerY } = measureView(simulation, player, masterView);
  input.x = steering ? pointerX : centerX;
  input.y = steering ? pointerY : centerY;
  input.split = false;
  input.eject = false;
  return true;
}
