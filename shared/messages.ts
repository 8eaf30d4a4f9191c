import { z } from "zod";
import { PROTOCOL_VERSION } from "./version.ts";

/** The longest player name, in UTF-16 units, after trimming. */
export const NAME_MAX_LENGTH = 20;

/** Coordinates beyond this many world units are refused: far outside any world, still exact as a float. */
const AIM_LIMIT = 1_000_000;

const nameSchema = z
  .string()
  .transform((name) => name.replace(/\p{C}/gu, "").trim())
  .pipe(z.string().max(NAME_MAX_LENGTH));

/** What a client gives when it joins. An absent or empty name becomes a default on the server. */
export const joinOptionsSchema = z.object({
  version: z.number().describe(`the client's PROTOCOL_VERSION, ${PROTOCOL_VERSION} here`),
  name: nameSchema.default(""),
});

/**
 * A player's input. It holds until the next one: a tick reads the latest, so that speed never depends on how often a client
 * sends. `split` acts once each time it turns from false to true; `eject` repeats while it is true. A press that begins and
 * ends between two ticks still acts once.
 */
export const inputSchema = z.object({
  /** The point to steer to, in world units. */
  x: z.number().min(-AIM_LIMIT).max(AIM_LIMIT),
  y: z.number().min(-AIM_LIMIT).max(AIM_LIMIT),
  split: z.boolean(),
  eject: z.boolean(),
  /** While true, the cells keep to the line from their middle to where the pointer was when it turned true. */
  lock: z.boolean().optional(),
});

/** A dead player's wish to play again; without a name it keeps the one it had. */
export const respawnSchema = z.object({ name: nameSchema.optional() });

export type JoinOptions = z.input<typeof joinOptionsSchema>;
export type Input = z.infer<typeof inputSchema>;
export type Respawn = z.input<typeof respawnSchema>;

/** Why a message was refused: the field, and what is allowed there. */
export interface Refusal {
  message: string;
  field: string;
  reason: string;
}
