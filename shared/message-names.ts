/** The name under which the arena is found by matchmaking. */
export const ARENA_ROOM = "arena";
/** The name of the rooms in which one watches the broad phase (sandbox.ts). */
export const SANDBOX_ROOM = "sandbox";

/** The names of the messages, apart from their zod schemas (messages.ts) so that a page need not carry zod. */
export const MessageName = {
  /** Client to server: where to steer and which buttons are down; the latest wins (see `Input`). */
  input: "input",
  /** Client to server: a dead player plays again, under a new name if one is given (see `Respawn`). */
  respawn: "respawn",
  /** Client to server: a line of chat (see `chatSchema`). */
  chat: "chat",
  /** Client to server: what one without cells looks at (see `spectateSchema`). */
  spectate: "spectate",
  /** Server to all: a player has said something (see `ChatLine`). */
  chatLine: "chat-line",
  /** Server to all: who ate whom (see `Deaths`). */
  deaths: "deaths",
  /** Server to all: where the heaviest players are, several times a second (see `Minimap`). */
  minimap: "minimap",
  /** Server to client: its rank among the players alive, when that changes (see `Rank`). */
  rank: "rank",
  /** Server to client: the life that has just ended (see `LifeSummary`). */
  life: "life",
  /** Server to client: what it looks at, having no cells (see `Watching`). */
  watching: "watching",
  /** Server to client: a message was refused; `{ message, field, reason }` (see `Refusal`). */
  refused: "refused",
} as const;

/** What a refusal names in place of a message when it is the first cell that a player has to wait for. */
export const SPAWN = "spawn";
