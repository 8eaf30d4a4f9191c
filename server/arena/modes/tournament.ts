import type { Mode } from "../mode.ts";
import { createRound, lastStanding } from "./round.ts";

/** Few players who all begin at once, as small as the others. */
export function createTournament(): Mode {
  return { name: "tournament", ...createRound({ isOpenBefore: false, outcome: lastStanding }).hooks };
}
