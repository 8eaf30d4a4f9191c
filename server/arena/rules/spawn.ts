import { START_RADIUS } from "../../../shared/formulas.ts";
import { BodyKind } from "../../../shared/state.ts";
import { slotOf } from "../../space/bodies.ts";
import { addCell } from "../cells.ts";
import { dropPresses } from "../input.ts";
import type { Simulation } from "../simulation.ts";

/** How many random spots are tried for a spawn before it waits for the next tick. */
const SPAWN_TRIES = 64;

/**
 * Gives each waiting player its first cell, where no cell covers it. When one finds no such spot, all wait on: in so full a
 * world the others would hardly find one either, and trying for each of many would take longer than a tick.
 */
export function spawnWaiting(simulation: Simulation): void {
  for (const player of simulation.players.values()) {
    if (!player.waiting) continue;
    const spot = findSafeSpot(simulation, START_RADIUS);
    if (spot === undefined) return;
    addCell(simulation, player, spot.x, spot.y, START_RADIUS);
    player.waiting = false;
    player.alive = true;
    dropPresses(player.controls);
  }
}

/** A random spot where a circle of `radius` u touches no cell and not the border; undefined when no try finds one. */
export function findSafeSpot(simulation: Simulation, radius: number): { x: number; y: number } | undefined {
  const { random, settings } = simulation;
  for (let attempt = 0; attempt < SPAWN_TRIES; attempt++) {
    const x = random.between(radius, settings.worldSize - radius);
    const y = random.between(radius, settings.worldSize - radius);
    if (!touchesCell(simulation, x, y, radius)) return { x, y };
  }
  return undefined;
}

function touchesCell(simulation: Simulation, x: number, y: number, radius: number): boolean {
  const { space, bodies, nearby } = simulation;
  const circles = space.bodies;
  const count = space.overlapRect(x - radius, y - radius, x + radius, y + radius, nearby);
  for (let i = 0; i < count; i++) {
    const slot = slotOf(nearby.ids[i]);
    if (bodies.kind[slot] !== BodyKind.cell) continue;
    const deltaX = circles.x[slot] - x;
    const deltaY = circles.y[slot] - y;
    const reach = circles.radius[slot] + radius;
    if (deltaX * deltaX + deltaY * deltaY <= reach * reach) return true;
  }
  return false;
}
