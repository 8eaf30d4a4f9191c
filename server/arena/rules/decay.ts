import { decayedRadius } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { roomForCells } from "../cells.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { launchCell } from "./split.ts";

/** Every cell loses a little; one that has grown too large splits by itself. */
export function decayCells(simulation: Simulation): void {
  const { space } = simulation;
  const { radius } = space.bodies;
  const { decayPerTick, minRadius, maxRadius } = simulation.settings;
  for (const player of simulation.owners.values()) {
    const { ids, count } = player.cells;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      const before = radius[slotOf(id)];
      const after = decayedRadius(before, decayPerTick, minRadius);
      if (after !== before) space.resize(id, after);
      if (after > maxRadius) autosplit(simulation, player, id);
    }
  }
}

/**
 * Splits a cell past `maxRadius` into as few equal pieces as bring it below, each but the first sent off in a random
 * direction. Without cells to spare for that, what is above `maxRadius` is lost.
 */
function autosplit(simulation: Simulation, player: Player, id: BodyId): void {
  const { space, random } = simulation;
  const { maxRadius } = simulation.settings;
  const areaRatio = (space.bodies.radius[slotOf(id)] / maxRadius) ** 2;
  const pieces = Math.min(Math.ceil(areaRatio), 1 + roomForCells(simulation, player));
  const pieceRadius = Math.min(maxRadius * Math.sqrt(areaRatio / pieces), maxRadius);
  space.resize(id, pieceRadius);
  for (let i = 1; i < pieces; i++) {
    const angle = random.between(0, 2 * Math.PI);
    launchCell(simulation, player, id, pieceRadius, Math.cos(angle), Math.sin(angle));
  }
}
