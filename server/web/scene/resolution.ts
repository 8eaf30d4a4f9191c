/** How many pixels the canvas has for one CSS pixel: fewer where the machine cannot keep up. */

/** More than this is not seen. */
const MOST_PIXELS = 2;
const LOW_QUALITY = 0.75;
/** With "auto", the share of the full resolution falls by this factor, down to the least, after so many frames most of them late. */
const STEP = 0.8;
const LEAST_SHARE = 0.5;
const FRAMES = 120;
/** Milliseconds between two frames from which the second is late. */
const LATE = 24;

export interface Resolution {
  /** A frame has been drawn, so long (milliseconds) after the one before. */
  frame(elapsed: number): void;
  /** Pixels of the canvas to one CSS pixel, on a screen that has `devicePixels` to one. */
  ratio(quality: string, devicePixels: number): number;
}

export function createResolution(): Resolution {
  let share = 1;
  let frames = 0;
  let late = 0;
  return {
    frame(elapsed) {
      frames++;
      if (elapsed > LATE) late++;
      if (frames < FRAMES) return;
      if (late > frames / 2) share = Math.max(LEAST_SHARE, share * STEP);
      frames = 0;
      late = 0;
    },
    ratio(quality, devicePixels) {
      const full = Math.min(devicePixels || 1, MOST_PIXELS);
      if (quality === "low") return Math.min(full, 1) * LOW_QUALITY;
      // A picture below the screen's CSS pixels looks broken: only sharp screens have something to spare.
      return quality === "auto" ? Math.max(full * share, Math.min(full, 1)) : full;
    },
  };
}
