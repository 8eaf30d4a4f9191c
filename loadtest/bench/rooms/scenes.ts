/** The scenes of `npm run bench:rooms`. */
export interface RoomScene {
  readonly name: string;
  readonly clients: number;
  /** Of each client. A calm one changes its aim now and then, as a player who grazes does. */
  readonly inputsPerSecond: number;
  /** Whether clients split as often as they can. */
  readonly splits: boolean;
  /** In u: where clients aim. */
  readonly worldSize: number;
  /** The server's settings, above its defaults. */
  readonly settings: Readonly<Record<string, string>>;
  readonly settleMilliseconds?: number;
}

const WORLD_SIZE = 14_142;
const CALM_INPUTS = 5;

function calm(clients: number): RoomScene {
  return {
    name: `calm-${clients}`,
    clients,
    inputsPerSecond: CALM_INPUTS,
    splits: false,
    worldSize: WORLD_SIZE,
    settings: { KRILL_BOTS: "0", KRILL_MAX_CLIENTS: "1000" },
  };
}

export const SCENES: readonly RoomScene[] = [calm(100), calm(200), calm(400), calm(500), calm(1000)];
