import { decayedRadius, MAX_CELLS, MAX_RADIUS } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { launchCell } from "./split.ts";

/** Every cell loses a little; one that has grown too large splits by itself. */
export function decayCells(simulation: Simulation): void {
  const { space } = simulation;
  const { radius } = space.bodies;
  for (const player of simulation.players.values()) {
    const { ids, count } = player.cells;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      const before = radius[slotOf(id)];
      const after = decayedRadius(before);
      if (after !== before) space.resize(id, after);
      if (after > MAX_RADIUS) autosplit(simulation, player, id);
    }
  }
}

/**
 * Splits a cell past MAX_RADIUS into as few equal pieces as bring it below, each but the first sent off in a random
 * direction. Without cells to spare for that, what is above MAX_RADIUS is lost.
 */
function autosplit(simulation: Simulation, player: Player, id: BodyId): void {
  const { space, random } = simulation;
  const areaRatio = (space.bodies.radius[slotOf(id)] / MAX_RADIUS) ** 2;
  const pieces = Math.min(Math.ceil(areaRatio), 1 + MAX_CELLS - player.cells.count);
  const pieceRadius = Math.min(MAX_RADIUS * Math.sqrt(areaRatio / pieces), MAX_RADIUS);
  space.resize(id, pieceRadius);
  for (let i = 1; i < pieces; i++) {
    const angle = random.between(0, 2 * Math.PI);
    launchCell(simulation, player, id, pieceRadius, Math.cos(angle), Math.sin(angle));
  }
}
