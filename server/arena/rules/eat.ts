import { isLargeEnoughToEat } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import type { Simulation } from "../simulation.ts";
import { isWithinEatDistance, swallow } from "./swallow.ts";

/** Cells eat what they touch and are large enough for: pellets, ejecta and the cells of others. */
export function eat(simulation: Simulation): void {
  const { space } = simulation;
  const { a, b, count } = space.contacts;
  const { ids, radius } = space.bodies;
  const { kind, owner } = simulation.bodies;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    // What was eaten earlier in this tick is gone.
    if (ids[slotA] !== a[i] || ids[slotB] !== b[i]) continue;
    const isCellA = kind[slotA] === BodyKind.cell;
    const isCellB = kind[slotB] === BodyKind.cell;
    if (isCellA && isCellB) {
      if (owner[slotA] === owner[slotB]) continue;
      if (radius[slotA] > radius[slotB]) tryToEat(simulation, a[i], b[i]);
      else tryToEat(simulation, b[i], a[i]);
    } else if (isCellA) {
      tryToEat(simulation, a[i], b[i]);
    } else if (isCellB) {
      tryToEat(simulation, b[i], a[i]);
    }
  }
}

function tryToEat(simulation: Simulation, eater: BodyId, prey: BodyId): void {
  const { radius } = simulation.space.bodies;
  const eaterSlot = slotOf(eater);
  const preySlot = slotOf(prey);
  if (!isLargeEnoughToEat(radius[eaterSlot], radius[preySlot])) return;
  if (isWithinEatDistance(simulation, eaterSlot, preySlot)) swallow(simulation, eater, prey);
}
