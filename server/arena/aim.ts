import type { Player } from "./players.ts";

/** The direction from (x, y) to the player's pointer, a unit vector; to the right when they coincide. */
export function directionTo(player: Player, x: number, y: number): { x: number; y: number } {
  const deltaX = player.controls.aimX - x;
  const deltaY = player.controls.aimY - y;
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  return distance > 0 ? { x: deltaX / distance, y: deltaY / distance } : { x: 1, y: 0 };
}
