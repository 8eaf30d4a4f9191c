import { COLORS } from "../../../shared/state.ts";
import { paintCells } from "../cells.ts";
import type { Mode } from "../mode.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";

/** Ticks from one hue to the next: the circle of hues takes about 26 s. Each change is sent to whoever sees the cell. */
const HUE_TICKS = 10;

/** A cell's hue: it begins with its player's, and all go round together. */
function cellColor({ tick }: Simulation, player: Player): number {
  return (player.color + Math.floor(tick / HUE_TICKS)) % COLORS;
}

/** Everyone against everyone, in all colours. */
export function createRainbow(): Mode {
  return {
    name: "rainbow",
    cellColor,
    onTick(simulation) {
      if (simulation.tick % HUE_TICKS !== 0) return;
      for (const player of simulation.owners.values()) paintCells(simulation, player, cellColor(simulation, player));
    },
  };
}
