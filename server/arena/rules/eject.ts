import { clampToBorder, massOf, radiusOf, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { directionTo } from "../aim.ts";
import { addBody } from "../body-columns.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { launch } from "./boost.ts";

/** Whether a player's last ejection is long enough ago for another. */
export function mayEject(simulation: Simulation, player: Player): boolean {
  return simulation.tick - player.ejectedAt >= simulation.settings.ejectInterval;
}

/** Each of the player's cells that is large enough ejects a piece of mass towards the pointer, from its edge. */
export function ejectMass(simulation: Simulation, player: Player): void {
  const { space, random } = simulation;
  const { ejectMinRadius, ejectSpread, ejectLossRadius } = simulation.settings;
  const massLoss = massOf(ejectLossRadius);
  const { ids, count } = player.cells;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    const radius = space.bodies.radius[slot];
    if (radius < ejectMinRadius) continue;
    const x = space.bodies.x[slot];
    const y = space.bodies.y[slot];
    const aim = directionTo(player, x, y);
    const angle = Math.atan2(aim.y, aim.x) + random.between(-ejectSpread, ejectSpread);
    const directionX = Math.cos(angle);
    const directionY = Math.sin(angle);
    space.resize(id, radiusOf(massOf(radius) - massLoss));
    addEjecta(simulation, x + radius * directionX, y + radius * directionY, directionX, directionY, player.color);
    player.ejectedAt = simulation.tick;
    player.protectedTicks = 0;
  }
}

/** Takes away the pieces whose time is over; each level of shedding halves that time. */
export function expireEjecta(simulation: Simulation): void {
  const { space, bodies, ejecta, settings, tick, shedding } = simulation;
  const lifetime = (settings.ejectaSeconds * TICK_RATE) / 2 ** shedding;
  while (simulation.ejectaCount > 0) {
    const oldest = ejecta[simulation.firstEjecta];
    if (space.has(oldest) && tick - bodies.bornAt[slotOf(oldest)] < lifetime) return;
    dropOldest(simulation);
  }
}

/** The oldest piece goes, if it is still there. */
function dropOldest(simulation: Simulation): void {
  const { space, ejecta } = simulation;
  const oldest = ejecta[simulation.firstEjecta];
  if (space.has(oldest)) space.remove(oldest);
  simulation.firstEjecta = (simulation.firstEjecta + 1) % ejecta.length;
  simulation.ejectaCount--;
}

function addEjecta(
  simulation: Simulation,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  color: number,
): void {
  const { ejecta, border } = simulation;
  const { ejectaRadius, ejectDistance } = simulation.settings;
  if (simulation.ejectaCount === ejecta.length) dropOldest(simulation);
  const insideX = clampToBorder(x, ejectaRadius, border.minX, border.maxX);
  const insideY = clampToBorder(y, ejectaRadius, border.minY, border.maxY);
  const id = addBody(simulation, BodyKind.ejecta, ejectaRadius, insideX, insideY, color);
  launch(simulation, id, directionX, directionY, ejectDistance);
  ejecta[(simulation.firstEjecta + simulation.ejectaCount) % ejecta.length] = id;
  simulation.ejectaCount++;
}
