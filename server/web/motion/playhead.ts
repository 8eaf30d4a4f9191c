/**
 * The clock by which the page shows the past: a position in ticks that runs smoothly while patches arrive unevenly.
 *
 * Showing each patch as it comes would stutter, so the playhead stays behind. How far depends on the line: the page keeps a
 * steady idea of the tick that the server is at ("present": that of the patches with the shortest way), and sees at each
 * patch how far the present had run ahead of the newest one just before. That is what the playhead must be behind to have a
 * sample on either side: one tick where patches are even, two where a busy server sends only every second one, more where
 * they are late. It rises at once with a late patch and falls slowly. The playhead runs at the measured pace of the server (a
 * slow server's ticks are longer) and corrects its distance gently, so that no change of the delay is seen as a jump.
 */
import { TICK_MILLISECONDS } from "../../../shared/formulas.ts";

/** How far (ticks) behind the playhead is beyond what the last patches asked for, and how far behind it is at most. */
const MARGIN_TICKS = 0.3;
const MOST_DELAY_TICKS = 6;
/** Share of the way to what a patch asks for that the delay makes: upward, and downward. */
const DELAY_RISE = 0.6;
const DELAY_FALL = 0.015;
/** A gap longer than this (ticks) is a stall, which no buffer would have bridged. */
const STALL_TICKS = 12;
/** Share by which the present gives way to a patch that is late: the way may have become longer for good. */
const PRESENT_LEAK = 0.05;
/** Share of the difference by which the measured length of a tick follows each patch. */
const PACE_GAIN = 0.05;
/** The measured length of a tick stays within these (milliseconds). */
const PACE_MIN = TICK_MILLISECONDS / 2;
const PACE_MAX = TICK_MILLISECONDS * 5;
/** Time (milliseconds) in which about two thirds of a wrong distance are made good. */
const CORRECTION_MILLISECONDS = 250;
/** Further off than this (ticks), the playhead jumps: the page was asleep, or the stream began anew. */
const JUMP_TICKS = 10;

export interface Playhead {
  /** Length of a tick as the patches come, in milliseconds. */
  readonly tickMilliseconds: number;
  /** How far behind the present it aims to be, in ticks. */
  readonly delay: number;
  /** A patch of `tick` has arrived at `now` (milliseconds, of any steady clock). */
  arrived(tick: number, now: number): void;
  /** Where to look at `now`, in ticks, a fraction included; never runs backwards but for a jump. NaN before any patch. */
  at(now: number): number;
  /** The tick that the server's patches are at by now, had they all come by the shortest way; a fraction included. */
  present(now: number): number;
}

export function createPlayhead(): Playhead {
  let newestTick = Number.NaN;
  let newestAt = 0;
  let tickMilliseconds = TICK_MILLISECONDS;
  /** The present when the newest patch came. */
  let presentTick = Number.NaN;
  let delay = 1;
  let position = Number.NaN;
  let positionAt = 0;

  function present(now: number): number {
    return presentTick + Math.max(0, now - newestAt) / tickMilliseconds;
  }

  return {
    get tickMilliseconds() {
      return tickMilliseconds;
    },
    get delay() {
      return delay + MARGIN_TICKS;
    },
    present,
    arrived(tick, now) {
      const passed = tick - newestTick;
      if (passed > 0 && passed <= STALL_TICKS) {
        const expected = present(now);
        const ahead = expected - newestTick;
        if (ahead <= STALL_TICKS) {
          const wanted = Math.min(Math.max(ahead, passed), MOST_DELAY_TICKS);
          delay += (wanted - delay) * (wanted > delay ? DELAY_RISE : DELAY_FALL);
        }
        presentTick =
          expected <= tick ? tick : Math.min(expected - (expected - tick) * PRESENT_LEAK, tick + STALL_TICKS);
        tickMilliseconds += ((now - newestAt) / passed - tickMilliseconds) * PACE_GAIN;
        tickMilliseconds = Math.min(Math.max(tickMilliseconds, PACE_MIN), PACE_MAX);
      } else if (passed !== 0) {
        presentTick = tick;
      }
      newestTick = tick;
      newestAt = now;
    },
    at(now) {
      const target = Math.min(present(now), newestTick + MOST_DELAY_TICKS) - delay - MARGIN_TICKS;
      const elapsed = Math.max(0, now - positionAt);
      positionAt = now;
      if (!(Math.abs(target - position) <= JUMP_TICKS)) {
        position = Math.min(target, newestTick);
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
