import type { Mode } from "../mode.ts";
import type { ModeEntry } from "./entry.ts";
import { createRound, lastStanding, type Round } from "./round.ts";

function create(): Mode {
  const round: Round = createRound({
    isOpenBefore: false,
    outcome: (simulation, isTimeUp) => lastStanding(simulation, round.pending, isTimeUp),
  });
  return {
    name: "tournament",
    onTick: round.onTick,
    mayJoin: round.mayJoin,
    onSpawn: round.onSpawn,
    status: round.status,
    addToHash: round.addToHash,
  };
}

/** Few players who all begin at once, as small as the others. */
export const tournament: ModeEntry = {
  title: "Tournament",
  description: "A few players begin together, once enough are there, and the last one alive wins.",
  settings: { maxClients: 12, bots: 0, roundPlayers: 4 },
  create,
};
