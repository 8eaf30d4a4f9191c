import { MERGE_MIN_TICKS } from "../../../shared/formulas.ts";
import type { ModeEntry } from "./entry.ts";

/** Cells that may merge as soon as the boost of their split has carried them off, and never push each other apart before that. */
export const instantMerge: ModeEntry = {
  title: "Instant merge",
  description: "Your cells merge again as soon as they touch.",
  settings: { mergeSeconds: 0, mergeSecondsPerRadius: 0, passThroughTicks: MERGE_MIN_TICKS },
  create: () => ({ name: "instant-merge" }),
};
