import type { ModeEntry } from "./entry.ts";
import { createRound, lastStanding } from "./round.ts";

/** Few players who all begin at once, as small as the others. */
export const tournament: ModeEntry = {
  title: "Tournament",
  description: "A few players begin together, once enough are there, and the last one alive wins.",
  settings: { maxClients: 12, bots: 0, roundPlayers: 4 },
  create: () => ({ name: "tournament", ...createRound({ isOpenBefore: false, outcome: lastStanding }).hooks }),
};
