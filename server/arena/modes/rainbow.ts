import { COLORS } from "../../../shared/state.ts";
import { paintCells } from "../cells.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import type { ModeEntry } from "./entry.ts";

/** Ticks from one hue to the next: the circle of hues takes about 26 s. Each change is sent to whoever sees the cell. */
const HUE_TICKS = 10;

/** A cell's hue: it begins with its player's, and all go round together. */
function cellColor({ tick }: Simulation, player: Player): number {
  return (player.color + Math.floor(tick / HUE_TICKS)) % COLORS;
}

export const rainbow: ModeEntry = {
  title: "Rainbow",
  description: "Everyone against everyone, and every cell goes through all colours.",
  settings: {},
  create: () => ({
    name: "rainbow",
    cellColor,
    onTick(simulation) {
      if (simulation.tick % HUE_TICKS !== 0) return;
      for (const player of simulation.owners.values()) paintCells(simulation, player, cellColor(simulation, player));
    },
  }),
};
