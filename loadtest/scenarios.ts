import type { Random } from "../shared/random.ts";
import { createCrowding } from "./bots/crowding.ts";
import { createHunting } from "./bots/hunting.ts";
import { createSteering, type Steering } from "./bots/steering.ts";

/** What a client does in a test: those that are no players are there to disturb or to watch, and their own figures count nowhere. */
export type Role = "player" | "slow" | "spectator" | "hostile";

/** A load test's story: how the clients play, and what else goes on. */
export interface Scenario {
  /** One line of help. */
  readonly summary: string;
  readonly steering: (random: Random) => Steering;
  /** One in so many clients has the other role. */
  readonly others?: { readonly role: Role; readonly oneIn: number };
  /** Seconds for which a client stays before it leaves and another comes; absent: to the end. */
  readonly stay?: { readonly least: number; readonly most: number };
  /** Every so many seconds all players lose their connection at once, and come back as the SDK does. */
  readonly stormSeconds?: number;
  /** Settings of the server that the load test starts itself, above the server's defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const SCENARIOS = {
  calm: { summary: "clients wander, graze, and split or eject now and then", steering: createSteering },
  swarm: {
    summary: "all crowd into the middle of a rich, small world, and split as often as they may",
    steering: createCrowding,
    settings: { KRILL_WORLD_SIZE: "4000", KRILL_PELLETS: "3000" },
  },
  aggressive: { summary: "clients hunt each other, flee, split at their prey and eject", steering: createHunting },
  churn: {
    summary: "each client stays for 3 to 12 s, leaves, and another comes in its place",
    steering: createSteering,
    stay: { least: 3, most: 12 },
  },
  reconnect: {
    summary: "every 8 s all clients lose their connection at once, and come back",
    steering: createSteering,
    stormSeconds: 8,
  },
  "slow-readers": {
    summary: "one client in four stops reading for seconds at a time; the others are measured",
    steering: createSteering,
    others: { role: "slow", oneIn: 4 },
  },
  spectators: {
    summary: "every other client only watches: the leader, a player, or roaming; the players are measured",
    steering: createSteering,
    others: { role: "spectator", oneIn: 2 },
  },
  hostile: {
    summary: "one client in five sends malformed, random and absurd frames; the others are measured",
    steering: createSteering,
    others: { role: "hostile", oneIn: 5 },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];

/** The role of client `number` (from 0). */
export function roleOf(scenario: Scenario, number: number): Role {
  const { others } = scenario;
  return others !== undefined && number % others.oneIn === others.oneIn - 1 ? others.role : "player";
}
