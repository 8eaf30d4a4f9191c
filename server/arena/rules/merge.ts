import { slotOf } from "../../space/bodies.ts";
import type { Simulation } from "../simulation.ts";
import { areOwnCells, mayMerge } from "./own-cells.ts";
import { isWithinEatDistance, swallow } from "./swallow.ts";

/** Cells of one player that are old enough merge where one covers the other: the larger takes the smaller. */
export function mergeOwnCells(simulation: Simulation): void {
  const { space } = simulation;
  const { a, b, count } = space.contacts;
  const { ids, radius } = space.bodies;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    if (ids[slotA] !== a[i] || ids[slotB] !== b[i]) continue;
    if (!areOwnCells(simulation, slotA, slotB) || !mayMerge(simulation, slotA, slotB)) continue;
    // Of two equal cells the first takes the second; contacts put the lower slot first.
    const isTakerA = radius[slotA] >= radius[slotB];
    const taker = isTakerA ? a[i] : b[i];
    const taken = isTakerA ? b[i] : a[i];
    if (isWithinEatDistance(simulation, slotOf(taker), slotOf(taken))) swallow(simulation, taker, taken);
  }
}
