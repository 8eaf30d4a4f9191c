import type { Random } from "../../shared/random.ts";
import { BEAT_RATE, type Steering } from "./steering.ts";

/** The crowd stands within this share of the world's side about its middle. */
const CROWD_SHARE = 0.12;
/** Each bot goes to another spot of the crowd after so many beats. */
const SPOT_BEATS = { least: 2 * BEAT_RATE, most: 5 * BEAT_RATE };

/** Crowds into the middle of the world with all others, and splits every other beat: as many cells as the rules allow. */
export function createCrowding(random: Random): Steering {
  let beatsLeft = 0;
  let spotX = 0;
  let spotY = 0;
  let pressed = false;
  return {
    steer({ worldSize }) {
      if (beatsLeft-- <= 0) {
        beatsLeft = Math.round(random.between(SPOT_BEATS.least, SPOT_BEATS.most));
        spotX = random.between(-CROWD_SHARE, CROWD_SHARE);
        spotY = random.between(-CROWD_SHARE, CROWD_SHARE);
      }
      pressed = !pressed;
      return { x: (0.5 + spotX) * worldSize, y: (0.5 + spotY) * worldSize, split: pressed, eject: false };
    },
  };
}
