/** The heaviest players or teams, and one's own place when that is not among them. */
import type { Rank } from "../../../shared/news.ts";
import { LEADERBOARD_LENGTH, type LeaderboardEntry } from "../../../shared/state.ts";
import { element, make } from "../element.ts";

export interface Leaderboard {
  /** Heaviest first; the player `own`, or the team `ownTeam`, is marked. `colorOf` gives a line's dot, if it has one. */
  show(entries: Iterable<LeaderboardEntry>, own: number, ownTeam: number): void;
  showRank(rank: Rank): void;
}

type Line = Pick<LeaderboardEntry, "player" | "team" | "name" | "mass">;

export function createLeaderboard(): Leaderboard {
  const list = element("leaderboard", HTMLElement);
  const ownRank = element("own-rank", HTMLElement);
  let shown = "";

  return {
    show(entries, own, ownTeam) {
      const lines: Line[] = Array.from(entries).slice(0, LEADERBOARD_LENGTH);
      const signature = `${own} ${ownTeam} ${lines.map(({ player, team, name, mass }) => `${player} ${team} ${name} ${mass}`).join("\n")}`;
      if (signature === shown) return;
      shown = signature;
      list.replaceChildren(
        ...lines.map((line) => makeLine(line, line.player === 0 ? line.team === ownTeam : line.player === own)),
      );
    },
    showRank({ rank, of }) {
      ownRank.hidden = rank === 0;
      ownRank.replaceChildren(make("span", "name own", `You: ${rank}`), make("span", "quiet", `of ${of}`));
    },
  };
}

function makeLine({ name, mass }: Line, isOwn: boolean): HTMLElement {
  const line = make("li", isOwn ? "own" : "");
  line.append(make("span", "name", name), make("span", "", String(mass)));
  if (isOwn) line.setAttribute("aria-current", "true");
  return line;
}
