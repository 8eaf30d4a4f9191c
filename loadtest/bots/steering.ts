import type { Input } from "../../shared/messages.ts";
import type { Random } from "../../shared/random.ts";

/** A body that a bot goes by, in world units. */
export interface Seen {
  x: number;
  y: number;
  radius: number;
}

/** What a bot goes by, in world units. */
export interface Sight {
  /** Its largest cell; the world's middle, with radius 0, while it has none. */
  own: Seen;
  worldSize: number;
  /** The nearest pellet in view. */
  pellet: Seen | undefined;
  /** The nearest cell of another player that it could eat, and the nearest that could eat it. */
  prey: Seen | undefined;
  hunter: Seen | undefined;
}

/** One bot's wishes. */
export interface Steering {
  /** The input of the next beat (25 a second). */
  steer(sight: Sight): Input;
}

/** Beats a second; the unit of the times below. */
export const BEAT_RATE = 25;

/** How far ahead a bot aims, in u: beyond where any cell gets in a beat, so that it moves at full speed. */
export const AIM_DISTANCE = 400;
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

/** Wanders, grazes now and then, keeps off the border, and sometimes splits or ejects. */
export function createSteering(random: Random): Steering {
  const drawBeats = ({ least, most }: { least: number; most: number }) => Math.round(random.between(least, most));
  let heading = random.between(-Math.PI, Math.PI);
  let grazing = false;
  let moodLeft = 0;
  let untilSplit = drawBeats(SPLIT_BEATS);
  let untilEject = drawBeats(EJECT_BEATS);

  function turnTo(x: number, y: number, { own }: Sight): void {
    const wanted = Math.atan2(y - own.y, x - own.x);
    const difference = Math.atan2(Math.sin(wanted - heading), Math.cos(wanted - heading));
    heading += Math.max(-GOAL_TURN, Math.min(GOAL_TURN, difference));
  }

  return {
    steer(sight) {
      if (moodLeft-- <= 0) {
        moodLeft = drawBeats(MOOD_BEATS);
        grazing = random.next() < GRAZE_SHARE;
      }
      const { own, worldSize, pellet } = sight;
      if (isNearBorder(sight)) turnTo(worldSize / 2, worldSize / 2, sight);
      else if (grazing && pellet !== undefined) turnTo(pellet.x, pellet.y, sight);
      else heading += random.between(-WANDER_TURN, WANDER_TURN);

      const split = untilSplit-- <= 0;
      if (split) untilSplit = drawBeats(SPLIT_BEATS);
      const eject = untilEject-- <= 0;
      if (untilEject < -EJECT_BURST_BEATS) untilEject = drawBeats(EJECT_BEATS);

      return {
        x: own.x + Math.cos(heading) * AIM_DISTANCE,
        y: own.y + Math.sin(heading) * AIM_DISTANCE,
        split,
        eject,
      };
    },
  };
}

export function isNearBorder({ own, worldSize }: Sight): boolean {
  return Math.min(own.x, own.y, worldSize - own.x, worldSize - own.y) < worldSize * BORDER_SHARE;
}
