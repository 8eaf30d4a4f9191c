/** The name under which the arena is found by matchmaking. */
export const ARENA_ROOM = "arena";

/** The names of the messages, apart from their zod schemas (messages.ts) so that a page need not carry zod. */
export const MessageName = {
  /** Client to server: where to steer and which buttons are down; the latest wins (see `Input`). */
  input: "input",
  /** Client to server: a dead player plays again, under a new name if one is given (see `Respawn`). */
  respawn: "respawn",
  /** Server to client: a message was refused; `{ message, field, reason }` (see `Refusal`). */
  refused: "refused",
} as const;
