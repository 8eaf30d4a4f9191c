import { PELLET_RADIUS, pelletRadius, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { describeBody } from "../body-columns.ts";
import type { Simulation } from "../simulation.ts";

/** Each pellet is resized once in so many ticks, another part of them in each tick. */
const GROWTH_INTERVAL = TICK_RATE;

/** Spawns a pellet, anywhere, for each that has been eaten. */
export function spawnPellets(simulation: Simulation): void {
  const { space, pellets } = simulation;
  for (let i = 0; i < pellets.length; i++) {
    if (!space.has(pellets[i])) pellets[i] = addPellet(simulation);
  }
}

/** Grows this tick's share of the pellets to the size that goes with their age. */
export function growPellets(simulation: Simulation): void {
  const { space, bodies, pellets, tick } = simulation;
  for (let i = tick % GROWTH_INTERVAL; i < pellets.length; i += GROWTH_INTERVAL) {
    const id = pellets[i];
    const slot = slotOf(id);
    const radius = pelletRadius(tick - bodies.bornAt[slot]);
    if (radius !== space.bodies.radius[slot]) space.resize(id, radius);
  }
}

function addPellet(simulation: Simulation): BodyId {
  const { space, bodies, random, settings, tick } = simulation;
  const x = random.between(PELLET_RADIUS, settings.worldSize - PELLET_RADIUS);
  const y = random.between(PELLET_RADIUS, settings.worldSize - PELLET_RADIUS);
  const id = space.add(x, y, PELLET_RADIUS, true);
  describeBody(bodies, slotOf(id), BodyKind.pellet, random.integer(COLORS), 0, tick);
  return id;
}
