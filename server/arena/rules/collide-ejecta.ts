import { BodyKind } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { shiftBody } from "../border.ts";
import type { Simulation } from "../simulation.ts";

/**
 * Pieces of ejected mass push each other apart, each half the way, as rigid discs of one weight that do not bounce. Also those
 * that passed through each other within the tick: along the line on which they first touched, what they moved into each other is
 * shared.
 */
export function collideEjecta(simulation: Simulation): void {
  if (!simulation.settings.ejectaCollide) return;
  const { space } = simulation;
  const { kind } = simulation.bodies;
  const { a, b, normalX, normalY, count } = space.contacts;
  const { x, y, radius } = space.bodies;
  for (let i = 0; i < count; i++) {
    const slotA = slotOf(a[i]);
    const slotB = slotOf(b[i]);
    if (kind[slotA] !== BodyKind.ejecta || kind[slotB] !== BodyKind.ejecta) continue;
    const apart = (x[slotB] - x[slotA]) * normalX[i] + (y[slotB] - y[slotA]) * normalY[i];
    const push = (radius[slotA] + radius[slotB] - apart) / 2;
    if (push <= 0) continue;
    shiftPiece(simulation, a[i], -push * normalX[i], -push * normalY[i]);
    shiftPiece(simulation, b[i], push * normalX[i], push * normalY[i]);
  }
}

/** One at rest does not move in the next tick, so that its way there begins where it is now. */
function shiftPiece(simulation: Simulation, id: BodyId, offsetX: number, offsetY: number): void {
  const { space, bodies } = simulation;
  shiftBody(simulation, id, offsetX, offsetY);
  const slot = slotOf(id);
  if (space.bodies.still[slot] === 0) return;
  bodies.fromX[slot] = space.bodies.x[slot];
  bodies.fromY[slot] = space.bodies.y[slot];
}
