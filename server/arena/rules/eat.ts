import { isLargeEnoughToEat } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { ownerOf } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { popCell } from "./pop.ts";
import { cameWithinEatDistance, swallow } from "./swallow.ts";
import { feedVirus, mayFeed } from "./viruses.ts";

/** Bodies eat what they came over in this tick and are large enough for, each only what its kind eats. */
export function eat(simulation: Simulation): void {
  const { space } = simulation;
  const { a, b, count } = space.contacts;
  const { ids, radius } = space.bodies;
  const { kind } = simulation.bodies;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    // What was eaten earlier in this tick is gone.
    if (ids[slotA] !== a[i] || ids[slotB] !== b[i]) continue;
    // Only the larger can eat the other, as the least ratio of radii is 1; equals are told apart by nothing but their order.
    const isLargerA = radius[slotA] >= radius[slotB];
    const eaterSlot = isLargerA ? slotA : slotB;
    const preySlot = isLargerA ? slotB : slotA;
    if (!mayEat(simulation, eaterSlot, preySlot)) continue;
    if (!isLargeEnoughToEat(radius[eaterSlot], radius[preySlot], simulation.settings.eatRadiusRatio)) continue;
    if (!cameWithinEatDistance(simulation, eaterSlot, preySlot)) continue;
    const eater = ids[eaterSlot];
    const preyKind = kind[preySlot];
    if (kind[eaterSlot] === BodyKind.virus) {
      feedVirus(simulation, eater, ids[preySlot]);
      continue;
    }
    swallow(simulation, eater, ids[preySlot]);
    if (preyKind === BodyKind.virus || preyKind === BodyKind.motherCell) popCell(simulation, eater);
  }
}

/** Whether a body's kind and owner let it eat another, were it large and near enough. */
function mayEat(simulation: Simulation, eaterSlot: number, preySlot: number): boolean {
  const { kind, owner } = simulation.bodies;
  const preyKind = kind[preySlot];
  switch (kind[eaterSlot]) {
    case BodyKind.cell:
      if (preyKind !== BodyKind.cell) return true;
      return owner[eaterSlot] !== owner[preySlot] && mayEatPlayer(simulation, owner[eaterSlot], owner[preySlot]);
    case BodyKind.virus:
      return preyKind === BodyKind.ejecta && mayFeed(simulation);
    case BodyKind.motherCell:
      if (preyKind === BodyKind.cell) return ownerOf(simulation, owner[preySlot]).protectedTicks === 0;
      return preyKind === BodyKind.ejecta;
    default:
      return false;
  }
}

function mayEatPlayer(simulation: Simulation, eaterNumber: number, preyNumber: number): boolean {
  const eater = ownerOf(simulation, eaterNumber);
  const prey = ownerOf(simulation, preyNumber);
  if (eater.protectedTicks > 0 || prey.protectedTicks > 0) return false;
  return simulation.mode.mayEat === undefined || simulation.mode.mayEat(simulation, eater, prey);
}
