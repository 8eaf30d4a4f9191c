import { BOOST_DISTANCE, boostStep, clampToBorder } from "../../../shared/formulas.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import type { BodyColumns } from "../body-columns.ts";
import type { Simulation } from "../simulation.ts";

/** Sends a body off in a direction (a unit vector), to glide BOOST_DISTANCE in all. */
export function startBoost(columns: BodyColumns, slot: number, directionX: number, directionY: number): void {
  columns.boostLeft[slot] = BOOST_DISTANCE;
  columns.boostX[slot] = directionX;
  columns.boostY[slot] = directionY;
}

/**
 * Puts a body at (x, y), one step of its boost further, and within the border, off which a boost bounces: what it has left
 * goes back from the border.
 */
export function moveBoosted(simulation: Simulation, id: BodyId, x: number, y: number): void {
  const { space, bodies, settings } = simulation;
  const { boostLeft, boostX, boostY } = bodies;
  const slot = slotOf(id);
  const radius = space.bodies.radius[slot];
  const step = boostStep(boostLeft[slot]);
  const rest = boostLeft[slot] - step;
  boostLeft[slot] = boostStep(rest) > 0 ? rest : 0;
  const toX = x + step * boostX[slot];
  const toY = y + step * boostY[slot];
  const insideX = clampToBorder(toX, radius, settings.worldSize);
  const insideY = clampToBorder(toY, radius, settings.worldSize);
  if (insideX !== toX) boostX[slot] = Math.sign(insideX - toX) * Math.abs(boostX[slot]);
  if (insideY !== toY) boostY[slot] = Math.sign(insideY - toY) * Math.abs(boostY[slot]);
  space.move(id, insideX, insideY);
}
