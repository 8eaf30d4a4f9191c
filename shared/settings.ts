import { z } from "zod";

/** A room's settings: defaults, units and limits. server/config.ts reads them from the environment. */
export const settingsSchema = z.strictObject({
  /** Side of the square world, in u. */
  worldSize: z.number().min(1000).max(100_000).default(14_142),
  /** Pellets that the world keeps. */
  pellets: z.int().min(0).max(20_000).default(1000),
  /** Bots that play on the server. */
  bots: z.int().min(0).max(1000).default(20),
  /** Seed of the room's randomness: the same seed and inputs give the same game. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** Most clients in a room. */
  maxClients: z.int().min(1).max(1000).default(200),
  /** Seconds for which a lost connection's player is kept, and its cells stand still. */
  reconnectionSeconds: z.number().min(0).max(600).default(60),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The settings that are used where nothing else is said. */
export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
