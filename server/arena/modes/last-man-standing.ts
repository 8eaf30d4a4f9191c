import type { ModeEntry } from "./entry.ts";
import { createRound, lastStanding } from "./round.ts";

/** Free for all in which one joins and grows during the countdown, and after it dies once and for all. */
export const lastManStanding: ModeEntry = {
  title: "Last man standing",
  description: "Join and grow while it counts down: after that whoever is eaten is out, and the last one wins.",
  settings: { roundPlayers: 3, roundCountdownSeconds: 60 },
  create: () => ({ name: "last-man-standing", ...createRound({ isOpenBefore: true, outcome: lastStanding }).hooks }),
};
