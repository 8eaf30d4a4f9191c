import { pelletRadius as radiusOfPellet, TICK_RATE } from "../../../shared/formulas.ts";
import { BodyKind, COLORS } from "../../../shared/state.ts";
import { type BodyId, NO_BODY } from "../../space/bodies.ts";
import { addBody } from "../body-columns.ts";
import { randomSpot } from "../border.ts";
import type { Simulation } from "../simulation.ts";

/** Each pellet is resized once in so many ticks, another part of them in each tick. */
const GROWTH_INTERVAL = TICK_RATE;

/** Fills a new world with its pellets. */
export function fillPellets(simulation: Simulation): void {
  const { pellets } = simulation;
  for (let i = 0; i < pellets.length; i++) pellets[i] = addPellet(simulation);
}

/** Spawns pellets, anywhere, for those that are gone; not more than `pelletRespawnShare` of them in a tick. */
export function respawnPellets(simulation: Simulation): void {
  const { space, pellets, settings } = simulation;
  let left = Math.ceil(pellets.length * settings.pelletRespawnShare);
  for (let i = 0; i < pellets.length && left > 0; i++) {
    if (space.has(pellets[i])) continue;
    pellets[i] = addPellet(simulation);
    left--;
  }
}

/** Grows this tick's share of the pellets to the size that goes with their age. */
export function growPellets(simulation: Simulation): void {
  const { space, tick } = simulation;
  const { kind, bornAt } = simulation.bodies;
  const { ids, radius, slotLimit } = space.bodies;
  const { pelletRadius, pelletMaxRadius, pelletGrowth } = simulation.settings;
  for (let slot = tick % GROWTH_INTERVAL; slot < slotLimit; slot += GROWTH_INTERVAL) {
    if (ids[slot] === NO_BODY || kind[slot] !== BodyKind.pellet) continue;
    const grown = radiusOfPellet(tick - bornAt[slot], pelletRadius, pelletMaxRadius, pelletGrowth);
    if (grown !== radius[slot]) space.resize(ids[slot], grown);
  }
}

function addPellet(simulation: Simulation): BodyId {
  const { random, settings, border } = simulation;
  const { pelletRadius } = settings;
  const { x, y } = randomSpot(border, random, pelletRadius);
  return addBody(simulation, BodyKind.pellet, pelletRadius, x, y, random.integer(COLORS));
}
