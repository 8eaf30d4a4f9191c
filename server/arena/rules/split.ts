import { clampToBorder, MAX_CELLS, SPLIT_MIN_RADIUS, SPLIT_OFFSET, splitRadius } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { directionTo } from "../aim.ts";
import { addCell } from "../cells.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { startBoost } from "./boost.ts";

/** Splits each cell that is large enough, oldest first, while the player has cells to spare; the halves fly to the pointer. */
export function splitCells(simulation: Simulation, player: Player): void {
  const { space } = simulation;
  const { cells } = player;
  const before = cells.count;
  for (let i = 0; i < before && cells.count < MAX_CELLS; i++) {
    const id = cells.ids[i];
    const slot = slotOf(id);
    if (space.bodies.radius[slot] < SPLIT_MIN_RADIUS) continue;
    const half = splitRadius(space.bodies.radius[slot]);
    const direction = directionTo(player, space.bodies.x[slot], space.bodies.y[slot]);
    space.resize(id, half);
    launchCell(simulation, player, id, half, direction.x, direction.y);
  }
}

/**
 * Adds a cell of `radius` u that one of the player's cells sheds: it starts SPLIT_OFFSET ahead in a direction (a unit
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
  const { space, bodies, settings } = simulation;
  const slot = slotOf(parent);
  const x = clampToBorder(space.bodies.x[slot] + SPLIT_OFFSET * directionX, radius, settings.worldSize);
  const y = clampToBorder(space.bodies.y[slot] + SPLIT_OFFSET * directionY, radius, settings.worldSize);
  const child = addCell(simulation, player, x, y, radius);
  startBoost(bodies, slotOf(child), directionX, directionY);
}
