/** The scenes of `npm run bench:rooms`. */
import type { CrowdOptions } from "./crowd.ts";

export interface RoomScene extends Omit<CrowdOptions, "url"> {
  readonly name: string;
  /** Settings of the server, besides those of all scenes. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Side of the world, in u, as the server has it by default. */
const WORLD_SIZE = 14_142;
/** A calm client changes its aim now and then, as a player who grazes does. */
const CALM_INPUTS = 5;

export const MOST_CLIENTS = 1000;

const CALM: readonly RoomScene[] = [100, 200, 400, 500, MOST_CLIENTS].map((clients) => ({
  name: `calm-${clients}`,
  clients,
  inputsPerSecond: CALM_INPUTS,
  worldSize: WORLD_SIZE,
}));

/** Every client has sixteen cells of r = 100 for good, and nobody eats another: ten times its size would be needed. */
const SWARM: readonly RoomScene[] = [100, 200].map((clients) => ({
  name: `swarm-${clients}`,
  clients,
  inputsPerSecond: CALM_INPUTS,
  worldSize: WORLD_SIZE,
  presses: ["split"],
  env: {
    KRILL_START_RADIUS: "400",
    KRILL_EAT_RADIUS_RATIO: "10",
    KRILL_MERGE_SECONDS: "600",
    KRILL_DECAY_PER_TICK: "0",
    KRILL_VIRUSES: "0",
  },
}));

/** The same, with far bodies in every second patch. */
const SWARM_RATES: readonly RoomScene[] = SWARM.map((scene) => ({
  ...scene,
  name: `${scene.name}-rates`,
  env: { ...scene.env, KRILL_FAR_UPDATE_TICKS: "2" },
}));

/** Every client begins with a mass of 900, and splits and ejects as fast as it can, in the world as it is by default. */
const AGGRESSIVE: RoomScene = {
  name: "aggressive-200",
  clients: 200,
  inputsPerSecond: 25,
  worldSize: WORLD_SIZE,
  presses: ["split", "eject"],
  env: { KRILL_START_RADIUS: "300" },
};

export const SCENES: readonly RoomScene[] = [...CALM, ...SWARM, ...SWARM_RATES, AGGRESSIVE];
