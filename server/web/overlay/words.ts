/** What the overlay says, as plain sentences and short numbers. */
import type { BodyExplanation } from "../../../shared/inspection.ts";
import type { Phase } from "../../../shared/phases.ts";

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** 1234.5 as "1,235". */
export function whole(value: number): string {
  return Number.isFinite(value) ? WHOLE.format(value) : "–";
}

/** A large number in few characters: 12 300 as "12k", 1 500 000 as "1.5M". */
export function short(value: number): string {
  if (value >= 1e6) return `${trimmed(value / 1e6)}M`;
  if (value >= 1e3) return `${trimmed(value / 1e3)}k`;
  return trimmed(value);
}

function trimmed(value: number): string {
  return String(Number(value.toFixed(value < 10 ? 1 : 0)));
}

/** Microseconds as milliseconds, with as many places as say something. */
export function milliseconds(microseconds: number): string {
  if (!Number.isFinite(microseconds)) return "–";
  const value = microseconds / 1000;
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

/** How many times fewer tests than pairs, or that it is no fewer. */
export function savings(tests: number, pairs: number): string {
  if (!(tests >= 0) || !(pairs > 0)) return "";
  if (tests === 0) return "none needed";
  const times = pairs / tests;
  if (times < 1.05) return times < 0.95 ? "more than all pairs: some are tested twice" : "every single pair";
  return `${times < 10 ? times.toFixed(1) : whole(times)} × fewer`;
}

/** Why the viewer sees a body, or does not. */
export function sentenceOf({ seen, reason, ...figures }: BodyExplanation): string {
  const distance = figures.distance === undefined ? "" : `, ${whole(figures.distance)} u away`;
  const sentences: Record<BodyExplanation["reason"], string> = {
    gone: "It is gone.",
    "always seen": `Seen wherever it is: it is the viewer's own${distance}.`,
    "in an area": `Seen: it reaches into the area to enter${distance}.`,
    "within the margin to leave": `Still seen: it has left the area to enter, but not yet the one to leave${distance}.`,
    "least stay": `Still seen, though outside: what has entered stays for a few ticks, ${figures.staysFor} more.`,
    "moved since the last update": "It has moved since the viewer last looked; the next tick will tell.",
    "not looked for yet": "It is new: the next tick will tell.",
    "outside the areas": `Not seen: it is outside the areas${distance}. Nothing of it is sent.`,
    "behind a wall": "Not seen: a wall is in the way.",
    "others of its kind are nearer": `Not seen: the nearest ${figures.most} of its kind are, and it is not among them.`,
    "waits for the budget": `Not seen yet: it has waited ${figures.waited} ticks for room in the viewer's bytes per tick.`,
  };
  return sentences[reason] ?? (seen ? "Seen." : "Not seen.");
}

/** What each phase of a tick does. */
export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  input: "read inputs",
  move: "move",
  space: "find contacts",
  rules: "rules",
  encode: "encode changes",
  interest: "who sees what",
  send: "send",
};
