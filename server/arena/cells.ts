import { massOf } from "../../shared/formulas.ts";
import { BodyKind } from "../../shared/state.ts";
import { type BodyId, slotOf } from "../space/bodies.ts";
import { addBody } from "./body-columns.ts";
import { dropId } from "./drop-id.ts";
import type { Player } from "./players.ts";
import { die } from "./rules/death.ts";
import type { Simulation } from "./simulation.ts";

/** How many more cells a player may have now: up to `maxCells` of its own, and `cellLimit` in the room. */
export function roomForCells(simulation: Simulation, player: Player): number {
  const { settings, cellCount, cellLimit } = simulation;
  return Math.max(0, Math.min(settings.maxCells - player.cells.count, cellLimit - cellCount));
}

/** Gives `player` a cell of `radius` u at (x, y). That there is room for it is the caller's to see to. */
export function addCell(simulation: Simulation, player: Player, x: number, y: number, radius: number): BodyId {
  const color = simulation.mode.cellColor?.(simulation, player) ?? player.color;
  const id = addBody(simulation, BodyKind.cell, radius, x, y, color, player.number);
  const { cells } = player;
  cells.ids[cells.count++] = id;
  simulation.cellCount++;
  return id;
}

/** Gives all cells of a player a colour. */
export function paintCells({ bodies }: Simulation, player: Player, color: number): void {
  const { ids, count } = player.cells;
  for (let i = 0; i < count; i++) bodies.color[slotOf(ids[i])] = color;
}

/** Takes a cell out of the world and from its owner, who dies with the last one. */
export function removeCell(simulation: Simulation, player: Player, id: BodyId): void {
  dropId(player.cells, id);
  simulation.cellCount--;
  if (player.cells.count === 0) die(simulation, player, id);
  simulation.space.remove(id);
}

/** Brings every player's `mass` up to date. */
export function sumMasses(simulation: Simulation): void {
  const { radius } = simulation.space.bodies;
  for (const player of simulation.owners.values()) {
    const { ids, count } = player.cells;
    let mass = 0;
    for (let i = 0; i < count; i++) mass += massOf(radius[slotOf(ids[i])]);
    player.mass = mass;
  }
}
