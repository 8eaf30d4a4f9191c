import { speedOf } from "../../../shared/formulas.ts";
import { slotOf } from "../../space/bodies.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { moveBoosted } from "./boost.ts";

/** Each cell takes one step to its player's pointer, never past it, and one step of its boost. */
export function moveCells(simulation: Simulation): void {
  for (const player of simulation.players.values()) {
    if (player.alive) movePlayerCells(simulation, player);
  }
}

function movePlayerCells(simulation: Simulation, player: Player): void {
  const { x, y, radius } = simulation.space.bodies;
  const { ids, count } = player.cells;
  const { steering, aimX, aimY } = player.controls;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    let toX = x[slot];
    let toY = y[slot];
    if (steering) {
      const deltaX = aimX - toX;
      const deltaY = aimY - toY;
      const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
      if (distance > 0) {
        const step = Math.min(speedOf(radius[slot]), distance) / distance;
        toX += deltaX * step;
        toY += deltaY * step;
      }
    }
    moveBoosted(simulation, id, toX, toY);
  }
}
