import { PELLET_RADIUS, pelletRadius, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import { type BodyId, slotOf } from "../../space/bodies.ts";
import { circle } from "../../space/shapes.ts";
import { describeBody } from "../body-columns.ts";
import type { Simulation } from "../simulation.ts";

/** Each pellet is resized once in so many ticks, another part of them in each tick. */
const GROWTH_INTERVAL = TICK_RATE;
const PELLET = { still: true };

/**
 * At most this share of the pellets comes back in a tick. A giant that covers the world would otherwise eat them all in each
 * tick, and every viewer would be sent a whole world of new ones 25 times a second.
 */
const RESPAWN_SHARE = 1 / 50;

/** Fills a new world with its pellets. */
export function fillPellets(simulation: Simulation): void {
  const { pellets } = simulation;
  for (let i = 0; i < pellets.length; i++) pellets[i] = addPellet(simulation);
}

/** Spawns pellets, anywhere, for those that have been eaten. */
export function respawnPellets(simulation: Simulation): void {
  const { space, pellets } = simulation;
  let left = Math.ceil(pellets.length * RESPAWN_SHARE);
  for (let i = 0; i < pellets.length && left > 0; i++) {
    if (space.has(pellets[i])) continue;
    pellets[i] = addPellet(simulation);
    left--;
  }
}

/** Grows this tick's share of the pellets to the size that goes with their age. */
export function growPellets(simulation: Simulation): void {
  const { space, bodies, pellets, tick } = simulation;
  for (let i = tick % GROWTH_INTERVAL; i < pellets.length; i += GROWTH_INTERVAL) {
    const id = pellets[i];
    if (!space.has(id)) continue;
    const slot = slotOf(id);
    const radius = pelletRadius(tick - bodies.bornAt[slot]);
    if (radius !== space.bodies.radius[slot]) space.resize(id, radius);
  }
}

function addPellet(simulation: Simulation): BodyId {
  const { space, bodies, random, settings, tick } = simulation;
  const x = random.between(PELLET_RADIUS, settings.worldSize - PELLET_RADIUS);
  const y = random.between(PELLET_RADIUS, settings.worldSize - PELLET_RADIUS);
  const id = space.add(circle(PELLET_RADIUS), x, y, PELLET);
  describeBody(bodies, slotOf(id), BodyKind.pellet, random.integer(COLORS), 0, tick);
  return id;
}
