import { z } from "zod";
import { COLORS } from "./state.ts";
import { cleanLine } from "./text.ts";
import { PROTOCOL_VERSION } from "./version.ts";

/** The longest player name, in UTF-16 units, once cleaned. */
export const NAME_MAX_LENGTH = 20;

/** Coordinates beyond this many world units are refused: far outside any world, still exact as a float. */
const AIM_LIMIT = 1_000_000;

/** As all will see it (text.ts). */
const nameSchema = z.string().transform(cleanLine).pipe(z.string().max(NAME_MAX_LENGTH));

/** The longest chat message as it comes, in UTF-16 units; cleaned, it may have CHAT_MAX_LENGTH (chat.ts). */
const CHAT_RAW_LENGTH = 1000;

/** What a player looks like to others. */
const looks = {
  /** A colour, below COLORS; without it, one by chance. Modes with colours of their own go before it. */
  color: z
    .int()
    .min(0)
    .max(COLORS - 1)
    .optional(),
  /** The name of an image among those that `/api/skins` lists; "" for none. */
  skin: z.string().max(40).optional(),
};

/** What a client gives when it joins. An absent or empty name becomes a default on the server. */
export const joinOptionsSchema = z.object({
  version: z.number().describe(`the client's PROTOCOL_VERSION, ${PROTOCOL_VERSION} here`),
  name: nameSchema.default(""),
  ...looks,
  /** One of the modes that `/api/modes` lists. */
  mode: z.string().optional(),
  /** To watch without a player; `respawn` makes one later. */
  spectate: z.boolean().optional(),
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

/** A dead player's, or a spectator's, wish to play; what is left out stays as it was. */
export const respawnSchema = z.object({ name: nameSchema.optional(), ...looks });

/** A line of chat. */
export const chatSchema = z.object({ text: z.string().max(CHAT_RAW_LENGTH) });

/**
 * What one without cells looks at: the leader, whoever that is, the player of a number, or a place that it moves by the point
 * that its inputs steer to.
 */
export const spectateSchema = z.object({
  follow: z.union([z.enum(["leader", "free"]), z.int().min(1).max(65_535)], {
    error: 'give "leader", "free", or the number of a player, from 1 to 65535',
  }),
});

export type JoinOptions = z.input<typeof joinOptionsSchema>;
export type Input = z.infer<typeof inputSchema>;
export type Respawn = z.input<typeof respawnSchema>;
export type Chat = z.infer<typeof chatSchema>;
export type Spectate = z.infer<typeof spectateSchema>;

/** Why a message was refused: the field, and what is allowed there. Or, with SPAWN for the message, why there is no first cell yet. */
export interface Refusal {
  message: string;
  field: string;
  reason: string;
}
