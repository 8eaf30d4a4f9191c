import { type BodyId, slotOf } from "../../space/bodies.ts";
import { dropPresses } from "../input.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";

/** A player loses its last cell: it looks on from there until it asks to respawn. */
export function die(simulation: Simulation, player: Player, lastCell: BodyId): void {
  const { x, y } = simulation.space.bodies;
  const slot = slotOf(lastCell);
  player.alive = false;
  player.protectedTicks = 0;
  player.diedAt = simulation.tick;
  player.deathX = x[slot];
  player.deathY = y[slot];
  dropPresses(player.controls);
}
