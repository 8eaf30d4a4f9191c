import type { Mode } from "../mode.ts";
import type { ModeEntry } from "./entry.ts";
import { createRound, lastStanding, type Round } from "./round.ts";

function create(): Mode {
  const round: Round = createRound({
    isOpenBefore: true,
    outcome: (simulation, isTimeUp) => lastStanding(simulation, round.pending, isTimeUp),
  });
  return {
    name: "last-man-standing",
    onTick: round.onTick,
    mayJoin: round.mayJoin,
    onSpawn: round.onSpawn,
    status: round.status,
    addToHash: round.addToHash,
  };
}

/** Free for all in which one joins and grows during the countdown, and after it dies once and for all. */
export const lastManStanding: ModeEntry = {
  title: "Last man standing",
  description: "Join and grow while it counts down: after that whoever is eaten is out, and the last one wins.",
  settings: { roundPlayers: 3, roundCountdownSeconds: 60 },
  create,
};
