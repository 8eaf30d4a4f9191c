import type { Mode } from "../mode.ts";
import { createRound, lastStanding } from "./round.ts";

/** Free for all in which one joins and grows during the countdown, and after it dies once and for all. */
export function createLastManStanding(): Mode {
  return { name: "last-man-standing", ...createRound({ isOpenBefore: true, outcome: lastStanding }).hooks };
}
