import { massOf, viewScale } from "../../shared/formulas.ts";
import { slotOf } from "../space/bodies.ts";
import type { WorldPlayer } from "./players.ts";
import type { Simulation } from "./simulation.ts";

/** The rectangle that a player sees, in u. */
export interface View {
  centerX: number;
  centerY: number;
  width: number;
  height: number;
}

/** Writes to `view` what a player sees: about the mass-weighted centre of its cells, or where it died while it has none. */
export function measureView(simulation: Simulation, player: WorldPlayer, view: View): View {
  const { x, y, radius } = simulation.space.bodies;
  const { ids, count } = player.cells;
  let radiusSum = 0;
  let massSum = 0;
  let momentX = 0;
  let momentY = 0;
  for (let i = 0; i < count; i++) {
    const slot = slotOf(ids[i]);
    const mass = massOf(radius[slot]);
    radiusSum += radius[slot];
    massSum += mass;
    momentX += mass * x[slot];
    momentY += mass * y[slot];
  }
  const { viewWidth, viewHeight, viewMinScale, spectatorScale } = simulation.settings;
  const scale = count > 0 ? Math.max(viewMinScale, viewScale(radiusSum)) : spectatorScale;
  view.centerX = count > 0 ? momentX / massSum : player.deathX;
  view.centerY = count > 0 ? momentY / massSum : player.deathY;
  view.width = viewWidth / scale;
  view.height = viewHeight / scale;
  return view;
}
