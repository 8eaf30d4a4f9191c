import { clampToBorder } from "../../shared/formulas.ts";
import type { Random } from "../../shared/random.ts";
import { BodyKind } from "../../shared/state.ts";
import { type BodyId, NO_BODY, slotOf } from "../space/space.ts";
import { removeBody } from "./removal.ts";
import type { Simulation } from "./simulation.ts";

/** The rectangle in which the game is played, in u; a mode may shrink it. */
export interface Border {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** A random spot within the border where a circle of `radius` u does not touch it; in the middle where it does not fit. */
export function randomSpot(
  { minX, minY, maxX, maxY }: Border,
  random: Random,
  radius: number,
): { x: number; y: number } {
  const marginX = Math.min(radius, (maxX - minX) / 2);
  const marginY = Math.min(radius, (maxY - minY) / 2);
  const x = random.between(minX + marginX, maxX - marginX);
  const y = random.between(minY + marginY, maxY - marginY);
  return { x, y };
}

/** Shifts a body, as far as the border lets it, without its passing by anything on that way. */
export function shiftBody(simulation: Simulation, id: BodyId, offsetX: number, offsetY: number): void {
  const { space, border } = simulation;
  const { x, y, radius } = space.bodies;
  const slot = slotOf(id);
  const toX = clampToBorder(x[slot] + offsetX, radius[slot], border.minX, border.maxX);
  const toY = clampToBorder(y[slot] + offsetY, radius[slot], border.minY, border.maxY);
  space.teleport(id, toX, toY);
}

/** Every so many ticks each body is looked at once, another part of them in each tick. */
const SWEEP_TICKS = 25;

/** Takes away what a shrinking border has left outside, bit by bit; cells are kept inside when they move. */
export function removeBeyondBorder(simulation: Simulation): void {
  const { border, settings, space, bodies } = simulation;
  const { minX, minY, maxX, maxY } = border;
  if (minX <= 0 && minY <= 0 && maxX >= settings.worldSize && maxY >= settings.worldSize) return;
  const { x, y, ids, slotLimit } = space.bodies;
  for (let slot = simulation.tick % SWEEP_TICKS; slot < slotLimit; slot += SWEEP_TICKS) {
    if (ids[slot] === NO_BODY || bodies.kind[slot] === BodyKind.cell) continue;
    if (x[slot] < minX || x[slot] > maxX || y[slot] < minY || y[slot] > maxY) removeBody(simulation, ids[slot]);
  }
}
