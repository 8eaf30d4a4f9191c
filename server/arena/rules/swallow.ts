import { eatDistance } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { removeCell } from "../cells.ts";
import { playerOf } from "../players.ts";
import type { Simulation } from "../simulation.ts";

/** Whether `preySlot` lies so far inside `eaterSlot` that it can be swallowed. */
export function isWithinEatDistance(simulation: Simulation, eaterSlot: number, preySlot: number): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const deltaX = x[preySlot] - x[eaterSlot];
  const deltaY = y[preySlot] - y[eaterSlot];
  const limit = eatDistance(radius[eaterSlot], radius[preySlot]);
  return deltaX * deltaX + deltaY * deltaY <= limit * limit;
}

/** `eater`, a cell, takes over the mass of `prey`, which is gone. */
export function swallow(simulation: Simulation, eater: BodyId, prey: BodyId): void {
  const { space, bodies } = simulation;
  const { radius } = space.bodies;
  const eaterRadius = radius[slotOf(eater)];
  const preySlot = slotOf(prey);
  const preyRadius = radius[preySlot];
  space.resize(eater, Math.sqrt(eaterRadius * eaterRadius + preyRadius * preyRadius));
  if (bodies.kind[preySlot] === BodyKind.cell) {
    removeCell(simulation, playerOf(simulation, bodies.owner[preySlot]), prey);
  } else {
    space.remove(prey);
  }
}
