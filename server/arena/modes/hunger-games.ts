import { TICK_RATE } from "../../../shared/formulas.ts";
import type { Border } from "../border.ts";
import type { Mode } from "../mode.ts";
import type { Simulation } from "../simulation.ts";
import { createRound, lastStanding, type Round } from "./round.ts";

/** Writes the border: the whole world, of which the sides come in evenly while a round is played, and stay when it is over. */
function shrink(simulation: Simulation, round: Round, border: Border): void {
  const { worldSize, borderEndSize, borderShrinkSeconds } = simulation.settings;
  if (round.phase === "over") return;
  const ticks = round.phase === "playing" ? simulation.tick - round.since : 0;
  const share = Math.min(1, ticks / (borderShrinkSeconds * TICK_RATE));
  const inset = (share * (worldSize - Math.min(worldSize, borderEndSize))) / 2;
  border.minX = inset;
  border.minY = inset;
  border.maxX = worldSize - inset;
  border.maxY = worldSize - inset;
}

/** A tournament in a world that shrinks. */
export function createHungerGames(): Mode {
  const round: Round = createRound({
    isOpenBefore: false,
    outcome: lastStanding,
    onRestart: (simulation) => shrink(simulation, round, simulation.border),
  });
  return {
    name: "hunger-games",
    worldBorder: (simulation, border) => shrink(simulation, round, border),
    ...round.hooks,
  };
}
