import { removeCell } from "../cells.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";

/** Takes away the cells of those who left long enough ago, and forgets those who have none any more. */
export function removeLeft(simulation: Simulation): void {
  const { leaving, tick } = simulation;
  let kept = 0;
  for (const player of leaving) {
    if (player.cells.count > 0 && tick <= player.goesAt) leaving[kept++] = player;
    else forget(simulation, player);
  }
  leaving.length = kept;
}

/** Makes room in a full arena: the cells of whoever left first go. @returns whether there was anyone */
export function removeFirstLeft(simulation: Simulation): boolean {
  const player = simulation.leaving.shift();
  if (player === undefined) return false;
  forget(simulation, player);
  return true;
}

function forget(simulation: Simulation, player: Player): void {
  while (player.cells.count > 0) removeCell(simulation, player, player.cells.ids[player.cells.count - 1]);
  simulation.owners.delete(player.number);
}
