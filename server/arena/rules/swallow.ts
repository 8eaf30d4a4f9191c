import { eatDistance, massOf } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { recordMeal } from "../meals.ts";
import { ownerOf } from "../players.ts";
import { removeBody } from "../removal.ts";
import type { Simulation } from "../simulation.ts";

/** Whether `preySlot` lies so far inside `eaterSlot` that it can be swallowed. */
export function isWithinEatDistance(simulation: Simulation, eaterSlot: number, preySlot: number): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const deltaX = x[preySlot] - x[eaterSlot];
  const deltaY = y[preySlot] - y[eaterSlot];
  const limit = eatDistance(radius[eaterSlot], radius[preySlot], simulation.settings.eatDepth);
  return limit >= 0 && deltaX * deltaX + deltaY * deltaY <= limit * limit;
}

/**
 * Whether `preySlot` lay so far inside `eaterSlot` at any time of this tick, both having moved straight: a boosted body goes
 * further in a tick than a cell may be wide.
 */
export function cameWithinEatDistance(simulation: Simulation, eaterSlot: number, preySlot: number): boolean {
  if (isWithinEatDistance(simulation, eaterSlot, preySlot)) return true;
  const { x, y, radius } = simulation.space.bodies;
  const { fromX, fromY } = simulation.bodies;
  const startX = fromX[preySlot] - fromX[eaterSlot];
  const startY = fromY[preySlot] - fromY[eaterSlot];
  const motionX = x[preySlot] - x[eaterSlot] - startX;
  const motionY = y[preySlot] - y[eaterSlot] - startY;
  const motionSquared = motionX * motionX + motionY * motionY;
  if (motionSquared === 0) return false;
  // When they were nearest to each other, as a part of the tick.
  const nearest = Math.min(1, Math.max(0, -(startX * motionX + startY * motionY) / motionSquared));
  const deltaX = startX + nearest * motionX;
  const deltaY = startY + nearest * motionY;
  const limit = eatDistance(radius[eaterSlot], radius[preySlot], simulation.settings.eatDepth);
  return limit >= 0 && deltaX * deltaX + deltaY * deltaY <= limit * limit;
}

/** `eater` takes over the mass of `prey`, which is gone. */
export function swallow(simulation: Simulation, eater: BodyId, prey: BodyId): void {
  const { space, bodies } = simulation;
  const { radius } = space.bodies;
  const eaterSlot = slotOf(eater);
  const preySlot = slotOf(prey);
  const preyRadius = radius[preySlot];
  space.resize(eater, Math.sqrt(radius[eaterSlot] * radius[eaterSlot] + preyRadius * preyRadius));
  if (bodies.kind[preySlot] === BodyKind.cell && bodies.owner[preySlot] !== bodies.owner[eaterSlot]) {
    reportMeal(simulation, eaterSlot, preySlot, prey);
  }
  removeBody(simulation, prey);
}

function reportMeal(simulation: Simulation, eaterSlot: number, preySlot: number, prey: BodyId): void {
  const { bodies, meals, mode } = simulation;
  const eaterNumber = bodies.owner[eaterSlot];
  const victim = ownerOf(simulation, bodies.owner[preySlot]);
  const mass = massOf(simulation.space.bodies.radius[preySlot]);
  recordMeal(meals, eaterNumber, victim.number, mass, victim.cells.count === 1);
  if (mode.onEaten === undefined) return;
  mode.onEaten(simulation, eaterNumber === 0 ? undefined : ownerOf(simulation, eaterNumber), victim, prey);
}
