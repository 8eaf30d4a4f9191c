import { clampToBorder, OWN_PASS_THROUGH_TICKS } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import type { Simulation } from "../simulation.ts";
import { areOwnCells, mayMerge } from "./own-cells.ts";

/**
 * Pushes apart cells of one player that overlap: all the way, and each the less the heavier it is. Not while one of them is
 * so new that it still passes through, nor once both may merge.
 */
export function pushOwnCells(simulation: Simulation): void {
  const { space, bodies } = simulation;
  const { a, b, count } = space.contacts;
  const { ids } = space.bodies;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    if (ids[slotA] !== a[i] || ids[slotB] !== b[i] || !areOwnCells(simulation, slotA, slotB)) continue;
    const youngerAge = simulation.tick - Math.max(bodies.bornAt[slotA], bodies.bornAt[slotB]);
    if (youngerAge < OWN_PASS_THROUGH_TICKS || mayMerge(simulation, slotA, slotB)) continue;
    pushApart(simulation, a[i], b[i]);
  }
}

function pushApart(simulation: Simulation, a: BodyId, b: BodyId): void {
  const { x, y, radius } = simulation.space.bodies;
  const slotA = slotOf(a);
  const slotB = slotOf(b);
  const deltaX = x[slotB] - x[slotA];
  const deltaY = y[slotB] - y[slotA];
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const overlap = radius[slotA] + radius[slotB] - distance;
  // An earlier push of this tick may have parted them already.
  if (overlap <= 0) return;
  const normalX = distance > 0 ? deltaX / distance : 1;
  const normalY = distance > 0 ? deltaY / distance : 0;
  const areaA = radius[slotA] * radius[slotA];
  const areaB = radius[slotB] * radius[slotB];
  const pushA = (overlap * areaB) / (areaA + areaB);
  const pushB = overlap - pushA;
  shift(simulation, a, -normalX * pushA, -normalY * pushA);
  shift(simulation, b, normalX * pushB, normalY * pushB);
}

function shift(simulation: Simulation, id: BodyId, deltaX: number, deltaY: number): void {
  const { space, settings } = simulation;
  const { x, y, radius } = space.bodies;
  const slot = slotOf(id);
  const toX = clampToBorder(x[slot] + deltaX, radius[slot], settings.worldSize);
  const toY = clampToBorder(y[slot] + deltaY, radius[slot], settings.worldSize);
  space.move(id, toX, toY);
}
