/** How the round stands, in modes that are played in rounds. */
import type { Round } from "../../../shared/state.ts";
import { element } from "../element.ts";

export interface RoundBanner {
  show(round: RoundStatus): void;
}

export type RoundStatus = Pick<Round, "phase" | "secondsLeft" | "players" | "playersNeeded" | "winner">;

/** @param announce called with what changes but for the seconds */
export function createRoundBanner(announce: (text: string) => void): RoundBanner {
  const banner = element("round", HTMLElement);
  let lastPhase = "";
  return {
    show(round) {
      const text = wordsFor(round);
      if (banner.textContent !== text) banner.textContent = text;
      banner.hidden = text === "";
      if (round.phase === lastPhase) return;
      lastPhase = round.phase;
      if (text) announce(text);
    },
  };
}

export function wordsFor({ phase, secondsLeft, players, playersNeeded, winner }: RoundStatus): string {
  switch (phase) {
    case "waiting":
      return `Waiting for players: ${players} of ${playersNeeded}`;
    case "countdown":
      return `The round begins in ${secondsLeft} s`;
    case "playing":
      return `${players} left · ${clock(secondsLeft)}`;
    case "over":
      return winner ? `${winner} wins the round!` : "Nobody wins the round";
    default:
      return "";
  }
}

/** Seconds as in 3:07. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
