import { MINIMAP_BYTES, MINIMAP_PLAYERS, writeDot } from "../../../shared/minimap.ts";
import type { World, WorldPlayer } from "../../arena/world.ts";

/** The bytes of the minimap of `leaders`, the players alive from the heaviest on: one message for all clients. */
export function drawMinimap(world: World, leaders: readonly WorldPlayer[]): Uint8Array {
  const shown = leaders.slice(0, MINIMAP_PLAYERS);
  const { worldSize } = world.settings;
  const bytes = new Uint8Array(shown.length * MINIMAP_BYTES);
  for (const [index, player] of shown.entries()) {
    const { centerX, centerY } = world.viewOf(player);
    const { number, color } = player;
    writeDot(bytes, index, { number, x: centerX / worldSize, y: centerY / worldSize, color });
  }
  return bytes;
}
