/** The scenes of `npm run bench:rooms`. */
import type { CrowdOptions } from "./crowd.ts";

export interface RoomScene extends Omit<CrowdOptions, "url"> {
  readonly name: string;
}

/** Side of the world, in u, as the server has it by default. */
const WORLD_SIZE = 14_142;
/** A calm client changes its aim now and then, as a player who grazes does. */
const CALM_INPUTS = 5;

export const MOST_CLIENTS = 1000;

export const SCENES: readonly RoomScene[] = [100, 200, 400, 500, MOST_CLIENTS].map((clients) => ({
  name: `calm-${clients}`,
  clients,
  inputsPerSecond: CALM_INPUTS,
  worldSize: WORLD_SIZE,
}));
