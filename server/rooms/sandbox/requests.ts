/** What clients may ask of a sandbox (shared/sandbox.ts), as schemas whose words name the value and what is allowed. */
import { z } from "zod";
import { BALL_LIMITS, BALL_SCENES, BROAD_PHASES, SANDBOX_SIZE } from "../../../shared/sandbox.ts";

/** Shown of a value that was given: enough to know it by. */
const SHOWN_LENGTH = 40;

/** Says what was given, and what is allowed. */
function otherwise(allowed: string) {
  return { error: ({ input }: { input?: unknown }) => `${show(input)} is not allowed: give ${allowed}` };
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.slice(0, SHOWN_LENGTH);
}

function number({ least, most }: { least: number; most: number }, unit: string) {
  const words = otherwise(`a number from ${least} to ${most}${unit}`);
  return z.number(words).min(least, words).max(most, words);
}

const countWords = otherwise(`a whole number from ${BALL_LIMITS.count.least} to ${BALL_LIMITS.count.most}`);

export const setSchema = z.strictObject({
  algorithm: z.enum(BROAD_PHASES, otherwise(`one of ${BROAD_PHASES.join(", ")}`)).optional(),
  scene: z.enum(BALL_SCENES, otherwise(`one of ${BALL_SCENES.join(", ")}`)).optional(),
  count: z.int(countWords).min(BALL_LIMITS.count.least, countWords).max(BALL_LIMITS.count.most, countWords).optional(),
  size: number(BALL_LIMITS.size, " u").optional(),
  speed: number(BALL_LIMITS.speed, " u per tick").optional(),
});

export const lookSchema = z.object({
  x: number({ least: 0, most: SANDBOX_SIZE }, " u"),
  y: number({ least: 0, most: SANDBOX_SIZE }, " u"),
});

/** What a client gives when it joins. */
export const sandboxOptionsSchema = z.object({
  /** Its PROTOCOL_VERSION. */
  version: z.number(),
  /** A name of its own for a sandbox of its own; without it, it shares one. */
  own: z.string().min(1).max(SHOWN_LENGTH).optional(),
});
