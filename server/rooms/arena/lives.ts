import { TICK_RATE } from "../../../shared/formulas.ts";
import type { LifeSummary } from "../../../shared/news.ts";
import type { WorldPlayer } from "../../arena/world.ts";

/** Counts what a player does from its first cell to its last. */
export interface Life {
  /** One of its cells has eaten another's; `isFatal` if that was the last one. */
  hasEaten(isFatal: boolean): void;
  /** The player has lost its last cell to another, who has this number and name. */
  wasEatenBy(player: number, name: string): void;
  /** Its rank among the players, from 1; 0 for none. */
  hasRank(rank: number): void;
  /** Call once a tick, after what happened in it. */
  update(tick: number): void;
  /** The life that has ended, once: undefined until another one has. */
  takeEnded(): LifeSummary | undefined;
}

export function createLife(player: WorldPlayer): Life {
  let bornAt = 0;
  let isAlive = false;
  let summary = emptySummary();
  let ended: LifeSummary | undefined;

  return {
    hasEaten(isFatal) {
      summary.cellsEaten++;
      if (isFatal) summary.playersEaten++;
    },
    wasEatenBy(by, byName) {
      summary.by = by;
      summary.byName = byName;
    },
    hasRank(rank) {
      if (isAlive && rank > 0 && (summary.topRank === 0 || rank < summary.topRank)) summary.topRank = rank;
    },
    update(tick) {
      if (player.alive) {
        if (!isAlive) {
          isAlive = true;
          bornAt = tick;
          summary = emptySummary();
        }
        summary.topMass = Math.max(summary.topMass, Math.round(player.mass));
      } else if (isAlive) {
        isAlive = false;
        summary.seconds = Math.round((tick - bornAt) / TICK_RATE);
        ended = summary;
      }
    },
    takeEnded() {
      const taken = ended;
      ended = undefined;
      return taken;
    },
  };
}

function emptySummary(): LifeSummary {
  return { seconds: 0, topMass: 0, topRank: 0, cellsEaten: 0, playersEaten: 0, by: 0, byName: "" };
}
