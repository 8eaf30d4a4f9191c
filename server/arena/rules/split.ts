import { clampToBorder, splitRadius } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { directionTo } from "../aim.ts";
import { addCell, roomForCells } from "../cells.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { startBoost } from "./boost.ts";

/** Splits each cell that is large enough, oldest first, while the player has cells to spare; the halves fly to the pointer. */
export function splitCells(simulation: Simulation, player: Player): void {
  const { space } = simulation;
  const { splitMinRadius } = simulation.settings;
  const { cells } = player;
  const before = cells.count;
  for (let i = 0; i < before && roomForCells(simulation, player) > 0; i++) {
    const id = cells.ids[i];
    const slot = slotOf(id);
    if (space.bodies.radius[slot] < splitMinRadius) continue;
    const half = splitRadius(space.bodies.radius[slot]);
    const direction = directionTo(player, space.bodies.x[slot], space.bodies.y[slot]);
    space.resize(id, half);
    launchCell(simulation, player, id, half, direction.x, direction.y);
    player.protectedTicks = 0;
  }
}

/**
 * Adds a cell of `radius` u that one of the player's cells sheds: it starts `splitOffset` ahead in a direction (a unit
 * vector) and is boosted that way. Taking its mass from the parent is left to the caller.
 */
export function launchCell(
  simulation: Simulation,
  player: Player,
  parent: BodyId,
  radius: number,
  directionX: number,
  directionY: number,
): void {
  const { space, border } = simulation;
  const { splitOffset, splitDistance } = simulation.settings;
  const slot = slotOf(parent);
  const x = clampToBorder(space.bodies.x[slot] + splitOffset * directionX, radius, border.minX, border.maxX);
  const y = clampToBorder(space.bodies.y[slot] + splitOffset * directionY, radius, border.minY, border.maxY);
  const child = addCell(simulation, player, x, y, radius);
  startBoost(simulation, slotOf(child), directionX, directionY, splitDistance);
}
