/** What the server tells clients in messages of its own (message-names.ts), beside the state. */

/** What a player said, cleaned, its blocked words starred out. */
export interface ChatLine {
  /** `Player.number`. */
  player: number;
  name: string;
  color: number;
  text: string;
}

/** Players who have lost their last cell, and who ate it: names too, as they may soon be gone. */
export interface Deaths {
  /** `by` is 0, and `byName` is "", for one whom no player ate. */
  deaths: { player: number; name: string; by: number; byName: string }[];
}

/** The heaviest players alive, heaviest first, MINIMAP_BYTES each (minimap.ts). */
export interface Minimap {
  dots: Uint8Array;
}

/** One's place among the players alive, from 1, and how many they are; 0 for one without cells. */
export interface Rank {
  rank: number;
  of: number;
}

/** A life that has just ended. */
export interface LifeSummary {
  /** From the first cell to the last, in s. */
  seconds: number;
  topMass: number;
  /** The best rank while it lasted, as of the leaderboard's renewals; 0 for one that ended before any. */
  topRank: number;
  /** Cells of others that it ate, and players whose last cell that was. */
  cellsEaten: number;
  playersEaten: number;
  /** Who ate its last cell; 0 and "" when no player did. */
  by: number;
  byName: string;
}

/** What one without cells looks at. */
export interface Watching {
  follow: "leader" | "free" | "player";
  /** The number of the player who is followed; 0 for none. */
  player: number;
  /** Where it looks when it follows nobody, in u; sent while it moves. */
  x: number;
  y: number;
}
