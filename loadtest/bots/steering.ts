import type { Input } from "../../shared/messages.ts";
import type { Random } from "../../shared/random.ts";

/** What a bot goes by, in world units. */
export interface Sight {
  x: number;
  y: number;
  worldSize: number;
  /** The nearest pellet in view. */
  pellet: { x: number; y: number } | undefined;
}

/** One bot's wishes: it wanders, grazes now and then, keeps off the border, and sometimes splits or ejects. */
export interface Steering {
  /** The input of the next beat (25 a second). */
  steer(sight: Sight): Input;
}

/** Beats a second; the unit of the times below. */
export const BEAT_RATE = 25;

/** How far ahead a bot aims, in u: beyond where any cell gets in a beat, so that it moves at full speed. */
const AIM_DISTANCE = 400;
/** Most that the heading turns in a beat, in radians: wandering, and towards a goal. */
const WANDER_TURN = 0.2;
const GOAL_TURN = 0.35;
/** Nearer to the border than this share of the world's side, a bot turns to the middle. */
const BORDER_SHARE = 0.05;
/** The share of moods that graze; the others wander. */
const GRAZE_SHARE = 0.4;
/** Beats of a mood, between two splits, between two bursts of ejecting, and of such a burst. */
const MOOD_BEATS = { least: 1 * BEAT_RATE, most: 4 * BEAT_RATE };
const SPLIT_BEATS = { least: 6 * BEAT_RATE, most: 20 * BEAT_RATE };
const EJECT_BEATS = { least: 4 * BEAT_RATE, most: 15 * BEAT_RATE };
const EJECT_BURST_BEATS = 5;

export function createSteering(random: Random): Steering {
  const drawBeats = ({ least, most }: { least: number; most: number }) => Math.round(random.between(least, most));
  let heading = random.between(-Math.PI, Math.PI);
  let grazing = false;
  let moodLeft = 0;
  let untilSplit = drawBeats(SPLIT_BEATS);
  let untilEject = drawBeats(EJECT_BEATS);

  function turnTo(x: number, y: number, sight: Sight): void {
    const wanted = Math.atan2(y - sight.y, x - sight.x);
    const difference = Math.atan2(Math.sin(wanted - heading), Math.cos(wanted - heading));
    heading += Math.max(-GOAL_TURN, Math.min(GOAL_TURN, difference));
  }

  return {
    steer(sight) {
      if (moodLeft-- <= 0) {
        moodLeft = drawBeats(MOOD_BEATS);
        grazing = random.next() < GRAZE_SHARE;
      }
      const margin = sight.worldSize * BORDER_SHARE;
      const nearBorder = Math.min(sight.x, sight.y, sight.worldSize - sight.x, sight.worldSize - sight.y) < margin;
      if (nearBorder) turnTo(sight.worldSize / 2, sight.worldSize / 2, sight);
      else if (grazing && sight.pellet !== undefined) turnTo(sight.pellet.x, sight.pellet.y, sight);
      else heading += random.between(-WANDER_TURN, WANDER_TURN);

      const split = untilSplit-- <= 0;
      if (split) untilSplit = drawBeats(SPLIT_BEATS);
      const eject = untilEject-- <= 0;
      if (untilEject < -EJECT_BURST_BEATS) untilEject = drawBeats(EJECT_BEATS);

      return {
        x: sight.x + Math.cos(heading) * AIM_DISTANCE,
        y: sight.y + Math.sin(heading) * AIM_DISTANCE,
        split,
        eject,
      };
    },
  };
}
