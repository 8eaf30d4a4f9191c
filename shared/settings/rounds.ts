import { decimal, whole } from "./setting.ts";

/** Rounds, for the modes that are played in them. */
export const roundSettings = {
  roundPlayers: whole(
    2,
    1,
    1000,
    "players",
    "Players with whom a round begins, bots included; at least one of them is no bot.",
  ),
  roundCountdownSeconds: decimal(10, 0, 600, "s", "Time from when there are enough players to when the round begins."),
  roundSeconds: decimal(600, 1, 7200, "s", "Longest time that a round takes."),
  roundPauseSeconds: decimal(10, 0.04, 600, "s", "Time for which the outcome of a round is shown before the next one."),
  borderShrinkSeconds: decimal(300, 1, 7200, "s", "Time for which the border of hunger games shrinks."),
  borderEndSize: decimal(1500, 500, 100_000, "u", "Side of the square to which it shrinks."),
};
