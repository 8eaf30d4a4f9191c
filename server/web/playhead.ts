/**
 * The clock by which the page shows the past: a position in ticks that runs smoothly while patches arrive unevenly.
 *
 * Patches come about one a tick, early and late by what the network does. Showing each as it comes would stutter, so the
 * playhead stays DELAY_TICKS behind the newest, which leaves a sample on either side of it to interpolate between. It runs at
 * the measured pace of the server (a slow server's ticks are longer) and corrects its distance gently, so that neither late
 * patches nor a burst of them are seen as a jump.
 */
import { TICK_MILLISECONDS } from "../../shared/formulas.ts";

/** How far behind the newest patch the playhead aims to be, in ticks. */
const DELAY_TICKS = 1.75;
/** Share of the difference by which the measured length of a tick follows each patch. */
const PACE_GAIN = 0.05;
/** The measured length of a tick stays within these (milliseconds). */
const PACE_MIN = TICK_MILLISECONDS / 2;
const PACE_MAX = TICK_MILLISECONDS * 5;
/** Time (milliseconds) in which about two thirds of a wrong distance are made good. */
const CORRECTION_MILLISECONDS = 250;
/** Further off than this (ticks), the playhead jumps: the page was asleep, or the stream began anew. */
const JUMP_TICKS = 8;

export interface Playhead {
  /** A patch of `tick` has arrived at `now` (milliseconds, of any steady clock). */
  arrived(tick: number, now: number): void;
  /** Where to look at `now`, in ticks, a fraction included; never runs backwards but for a jump. NaN before any patch. */
  at(now: number): number;
}

export function createPlayhead(): Playhead {
  let newestTick = Number.NaN;
  let newestAt = 0;
  let tickMilliseconds = TICK_MILLISECONDS;
  let position = Number.NaN;
  let positionAt = 0;

  return {
    arrived(tick, now) {
      const passed = tick - newestTick;
      if (passed > 0 && passed <= JUMP_TICKS) {
        tickMilliseconds += ((now - newestAt) / passed - tickMilliseconds) * PACE_GAIN;
        tickMilliseconds = Math.min(Math.max(tickMilliseconds, PACE_MIN), PACE_MAX);
      }
      newestTick = tick;
      newestAt = now;
    },
    at(now) {
      const sinceNewest = Math.min((now - newestAt) / tickMilliseconds, 1);
      const target = newestTick + sinceNewest - DELAY_TICKS;
      const elapsed = Math.max(0, now - positionAt);
      positionAt = now;
      if (!(Math.abs(target - position) <= JUMP_TICKS)) {
        position = target;
        return position;
      }
      const forward = position + elapsed / tickMilliseconds;
      const corrected = forward + (target - forward) * (1 - Math.exp(-elapsed / CORRECTION_MILLISECONDS));
      // A stream that stands still leaves nothing to show beyond its newest patch.
      position = Math.max(position, Math.min(corrected, newestTick));
      return position;
    },
  };
}
