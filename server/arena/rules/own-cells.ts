import { mergeTicks } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import type { Simulation } from "../simulation.ts";

/** Whether both are cells of the same player. */
export function areOwnCells(simulation: Simulation, slotA: number, slotB: number): boolean {
  const { kind, owner } = simulation.bodies;
  return kind[slotA] === BodyKind.cell && kind[slotB] === BodyKind.cell && owner[slotA] === owner[slotB];
}

/** Whether two cells of one player are both old enough to merge. */
export function mayMerge(simulation: Simulation, slotA: number, slotB: number): boolean {
  const { bornAt } = simulation.bodies;
  const { radius } = simulation.space.bodies;
  const { tick } = simulation;
  const { mergeSeconds, mergeSecondsPerRadius, mergeMinTicks } = simulation.settings;
  return (
    tick - bornAt[slotA] >= mergeTicks(radius[slotA], mergeSeconds, mergeSecondsPerRadius, mergeMinTicks) &&
    tick - bornAt[slotB] >= mergeTicks(radius[slotB], mergeSeconds, mergeSecondsPerRadius, mergeMinTicks)
  );
}
