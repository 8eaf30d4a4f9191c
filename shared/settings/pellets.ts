import { PELLET_GROWTH_PER_MINUTE, PELLET_MAX_RADIUS, PELLET_RADIUS } from "../formulas.ts";
import { decimal, whole } from "./setting.ts";

/** Pellets. */
export const pelletSettings = {
  pellets: whole(1000, 0, 20_000, "pellets", "Pellets that the world keeps."),
  pelletRadius: decimal(PELLET_RADIUS, 1, 1000, "u", "Radius of a pellet just spawned."),
  pelletMaxRadius: decimal(PELLET_MAX_RADIUS, 1, 1000, "u", "Radius to which a pellet grows."),
  pelletGrowth: decimal(PELLET_GROWTH_PER_MINUTE, 0, 10_000, "mass/min", "Mass that a pellet gains."),
  // A giant that covers the world would otherwise eat them all in each tick, and every viewer would be sent a whole world
  // of new ones 25 times a second.
  pelletRespawnShare: decimal(0.02, 0, 1, "1/tick", "Most of the pellets that come back in a tick, as a share of all."),
};
