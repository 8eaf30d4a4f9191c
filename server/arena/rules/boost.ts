import { boostStep, clampToBorder } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import type { Simulation } from "../simulation.ts";

/** Sends a body off in a direction (a unit vector), to glide `distance` u in all. */
export function startBoost(
  { bodies }: Simulation,
  slot: number,
  directionX: number,
  directionY: number,
  distance: number,
): void {
  bodies.boostLeft[slot] = distance;
  bodies.boostX[slot] = directionX;
  bodies.boostY[slot] = directionY;
}

/** As `startBoost` for a body that is not a cell: it moves until the boost is over, and rests then. */
export function launch(
  simulation: Simulation,
  id: BodyId,
  directionX: number,
  directionY: number,
  distance: number,
): void {
  const { space, bodies, flying } = simulation;
  const slot = slotOf(id);
  // One that has just come to rest has left the list; one that has no boost yet was never in it.
  if (bodies.boostLeft[slot] === 0) flying.ids[flying.count++] = id;
  space.setStill(id, false);
  startBoost(simulation, slot, directionX, directionY, distance);
}

/** Moves the bodies that fly; those that come to rest become still. */
export function moveFlying(simulation: Simulation): void {
  const { space, bodies, flying } = simulation;
  const { x, y } = space.bodies;
  const { ids, count } = flying;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i];
    if (!space.has(id)) continue;
    const slot = slotOf(id);
    moveBoosted(simulation, id, x[slot], y[slot]);
    if (bodies.boostLeft[slot] > 0) ids[kept++] = id;
    else space.setStill(id, true);
  }
  flying.count = kept;
}

/**
 * Puts a body at (x, y), one step of its boost further, and within the border, off which a boost bounces: what it has left
 * goes back from the border.
 */
export function moveBoosted(simulation: Simulation, id: BodyId, x: number, y: number): void {
  const { space, bodies, border, settings } = simulation;
  const { boostLeft, boostX, boostY } = bodies;
  const slot = slotOf(id);
  const radius = space.bodies.radius[slot];
  bodies.fromX[slot] = space.bodies.x[slot];
  bodies.fromY[slot] = space.bodies.y[slot];
  let toX = x;
  let toY = y;
  if (boostLeft[slot] > 0) {
    const step = boostStep(boostLeft[slot], settings.boostShare);
    const rest = boostLeft[slot] - step;
    boostLeft[slot] = boostStep(rest, settings.boostShare) > 0 ? rest : 0;
    toX += step * boostX[slot];
    toY += step * boostY[slot];
  }
  const insideX = clampToBorder(toX, radius, border.minX, border.maxX);
  const insideY = clampToBorder(toY, radius, border.minY, border.maxY);
  if (insideX !== toX) boostX[slot] = Math.sign(insideX - toX) * Math.abs(boostX[slot]);
  if (insideY !== toY) boostY[slot] = Math.sign(insideY - toY) * Math.abs(boostY[slot]);
  space.move(id, insideX, insideY);
}
