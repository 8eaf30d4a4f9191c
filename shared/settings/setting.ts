import { z } from "zod";

/** What a table of settings shows of one, besides its name and default. */
export interface SettingInfo {
  /** Its unit; "" for a number without one. */
  unit: string;
  /** What it is. */
  description: string;
  /** What is allowed, as text: a range, or the choices. */
  limits: string;
}

function info(unit: string, limits: string, description: string): SettingInfo {
  return { unit, limits, description };
}

/** A number from `least` to `most`. NaN and the infinities are refused. */
export function decimal(fallback: number, least: number, most: number, unit: string, description: string) {
  return z
    .number()
    .min(least)
    .max(most)
    .default(fallback)
    .meta({ ...info(unit, `${least} to ${most}`, description) });
}

/** A whole number from `least` to `most`. */
export function whole(fallback: number, least: number, most: number, unit: string, description: string) {
  return z
    .int()
    .min(least)
    .max(most)
    .default(fallback)
    .meta({ ...info(unit, `whole, ${least} to ${most}`, description) });
}

/** A setting that is on or off. */
export function toggle(fallback: boolean, description: string) {
  return z
    .boolean()
    .default(fallback)
    .meta({ ...info("", "true or false", description) });
}

/** One of a few words, the first of them by default. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words, description: string) {
  const [first] = words as readonly Words[number][];
  return z
    .enum(words)
    .default(first as never)
    .meta({ ...info("", words.join(", "), description) });
}
