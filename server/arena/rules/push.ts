import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { grownInt32 } from "../../space/grow.ts";
import { shiftBody } from "../border.ts";
import { ownerOf } from "../players.ts";
import type { Simulation } from "../simulation.ts";
import { areOwnCells, mayMerge } from "./own-cells.ts";

/**
 * Pushes apart cells of one player that overlap, and those of players whom the mode says so of: all the way, and each the less
 * the heavier it is. Not while one of them is so new that it still passes through, nor once both may merge.
 *
 * Idea: pair by pair, as each push may bring others together, and a few times over, so that a crowd of cells comes to rest.
 * Cost: one look at each contact, and PASSES at each pair that is to be pushed.
 */
export function pushOwnCells(simulation: Simulation): void {
  const { space, bodies, pushes } = simulation;
  const { a, b, count } = space.contacts;
  const { ids } = space.bodies;
  pushes.ids = grownInt32(pushes.ids, count);
  pushes.count = 0;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    if (ids[slotA] !== a[i] || ids[slotB] !== b[i]) continue;
    const areOwn = areOwnCells(simulation, slotA, slotB);
    if (!areOwn && !arePushedByMode(simulation, slotA, slotB)) continue;
    const youngerAge = simulation.tick - Math.max(bodies.bornAt[slotA], bodies.bornAt[slotB]);
    if (youngerAge < simulation.settings.passThroughTicks || (areOwn && mayMerge(simulation, slotA, slotB))) continue;
    pushes.ids[pushes.count++] = i;
  }
  let isApart = false;
  for (let pass = 0; pass < PASSES && !isApart; pass++) {
    isApart = true;
    for (let i = 0; i < pushes.count; i++) {
      const contact = pushes.ids[i];
      if (pushApart(simulation, a[contact], b[contact])) isApart = false;
    }
  }
}

/** Whether both are cells, of two players, that push each other in this mode. */
function arePushedByMode(simulation: Simulation, slotA: number, slotB: number): boolean {
  const { mode } = simulation;
  if (mode.pushApart === undefined) return false;
  const { kind, owner } = simulation.bodies;
  if (kind[slotA] !== BodyKind.cell || kind[slotB] !== BodyKind.cell) return false;
  return mode.pushApart(simulation, ownerOf(simulation, owner[slotA]), ownerOf(simulation, owner[slotB]));
}

const PASSES = 4;
/** Overlaps up to this (u) are left: a push makes them by rounding. */
const NEGLIGIBLE_OVERLAP = 1e-8;
/**
 * A push goes past the line between the centres by this angle (radians), to one side or the other. Cells in a line with the pointer
 * would otherwise stand upon each other like a column, which no pass can hold up; so it falls over at once.
 */
const TWIST = 1e-6;

/** @returns whether they overlapped */
function pushApart(simulation: Simulation, a: BodyId, b: BodyId): boolean {
  const { x, y, radius } = simulation.space.bodies;
  const { pushedAt } = simulation.bodies;
  const slotA = slotOf(a);
  const slotB = slotOf(b);
  const deltaX = x[slotB] - x[slotA];
  const deltaY = y[slotB] - y[slotA];
  const distance = Math.sqrt(deltaX * deltaX + deltaY * deltaY);
  const overlap = radius[slotA] + radius[slotB] - distance;
  // An earlier push of this tick may have parted them already.
  if (overlap <= NEGLIGIBLE_OVERLAP) return false;
  const lineX = distance > 0 ? deltaX / distance : 1;
  const lineY = distance > 0 ? deltaY / distance : 0;
  const twist = ((slotA ^ slotB) & 1) === 0 ? TWIST : -TWIST;
  const normalX = lineX - twist * lineY;
  const normalY = lineY + twist * lineX;
  const areaA = radius[slotA] * radius[slotA];
  const areaB = radius[slotB] * radius[slotB];
  const pushA = (overlap * areaB) / (areaA + areaB);
  const pushB = overlap - pushA;
  pushedAt[slotA] = simulation.tick;
  pushedAt[slotB] = simulation.tick;
  shiftBody(simulation, a, -normalX * pushA, -normalY * pushA);
  shiftBody(simulation, b, normalX * pushB, normalY * pushB);
  return true;
}
