import {
  clampToBorder,
  EJECT_INTERVAL,
  EJECT_MASS_LOSS,
  EJECT_SPREAD,
  EJECTA_RADIUS,
  massOf,
  radiusOf,
  SPLIT_MIN_RADIUS,
} from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { circle } from "../../space/shapes.ts";
import { directionTo } from "../aim.ts";
import { describeBody } from "../body-columns.ts";
import type { Player } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { moveBoosted, startBoost } from "./boost.ts";

/** Whether a player's last ejection is long enough ago for another. */
export function mayEject(simulation: Simulation, player: Player): boolean {
  return simulation.tick - player.ejectedAt >= EJECT_INTERVAL;
}

/** Each of the player's cells that is large enough ejects a piece of mass towards the pointer, from its edge. */
export function ejectMass(simulation: Simulation, player: Player): void {
  const { space, random } = simulation;
  const { ids, count } = player.cells;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    const slot = slotOf(id);
    const radius = space.bodies.radius[slot];
    if (radius < SPLIT_MIN_RADIUS) continue;
    const x = space.bodies.x[slot];
    const y = space.bodies.y[slot];
    const aim = directionTo(player, x, y);
    const angle = Math.atan2(aim.y, aim.x) + random.between(-EJECT_SPREAD, EJECT_SPREAD);
    const directionX = Math.cos(angle);
    const directionY = Math.sin(angle);
    space.resize(id, radiusOf(massOf(radius) - EJECT_MASS_LOSS));
    addEjecta(simulation, x + radius * directionX, y + radius * directionY, directionX, directionY, player.color);
    player.ejectedAt = simulation.tick;
  }
}

/** Moves the ejecta that fly; those that come to rest become still bodies. */
export function moveEjecta(simulation: Simulation): void {
  const { space, bodies, flying } = simulation;
  const { ids, count } = flying;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    if (!space.has(id)) continue;
    const slot = slotOf(id);
    moveBoosted(simulation, id, space.bodies.x[slot], space.bodies.y[slot]);
    if (bodies.boostLeft[slot] === 0) space.setStill(id, true);
    else ids[kept++] = id;
  }
  flying.count = kept;
}

function addEjecta(
  simulation: Simulation,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  color: number,
): void {
  const { space, bodies, ejecta, flying, settings } = simulation;
  const oldest = ejecta[simulation.nextEjecta];
  // An id may have stood here for hours and its slot been through all generations: never remove another kind by it.
  if (space.has(oldest) && bodies.kind[slotOf(oldest)] === BodyKind.ejecta) space.remove(oldest);
  const insideX = clampToBorder(x, EJECTA_RADIUS, settings.worldSize);
  const insideY = clampToBorder(y, EJECTA_RADIUS, settings.worldSize);
  const id = space.add(circle(EJECTA_RADIUS), insideX, insideY);
  describeBody(bodies, slotOf(id), BodyKind.ejecta, color, 0, simulation.tick);
  startBoost(bodies, slotOf(id), directionX, directionY);
  ejecta[simulation.nextEjecta] = id;
  simulation.nextEjecta = (simulation.nextEjecta + 1) % ejecta.length;
  flying.ids[flying.count++] = id;
}
