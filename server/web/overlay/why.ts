/** The sentences on the body under the pointer: whether it is seen and why, and whom it is compared with. */
import type { BodyExplanation } from "../../../shared/inspection.ts";
import { wordsFor } from "./algorithms.ts";
import type { Focus, Picture } from "./picture.ts";
import { sentenceOf, whole } from "./words.ts";

export function whyWords({ inspection }: Picture, focus: Focus, explanation: BodyExplanation | undefined): string {
  if (focus.place === undefined) return "";
  const key = inspection.keys[focus.place];
  const seen = explanation?.key === key ? sentenceOf(explanation) : "";
  return `Body ${key}. ${comparedWords(inspection.algorithm, focus, inspection.bodies - 1)} ${seen}`.trim();
}

/** @param others how many bodies there are besides it */
function comparedWords(algorithm: string, { listed, compared }: Focus, others: number): string {
  if (listed.size === 0 && compared.size === 0) return "It shares no list with another, so it is compared with none.";
  if (wordsFor(algorithm)?.lists === "kept") {
    return `It shares lists with ${whole(listed.size)} of ${whole(others)} others, and meets one anew only when an edge of it passes one of theirs.`;
  }
  return `It is compared with ${whole(compared.size)} of ${whole(others)} others; ${whole(listed.size)} share a list with it.`;
}
