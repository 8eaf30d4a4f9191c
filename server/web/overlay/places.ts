/**
 * Where bodies were a moment ago, from samples that come unevenly: all bodies every few ticks with an inspection, those in view
 * every tick with a patch. All is shown as of one time, so that bodies, lists and pairs fit together.
 */

/** How far behind the newest inspection all is shown, in ticks: less would leave bodies out of view without a next sample. */
const DELAY_TICKS = 5;
/** Time (ms) in which about two thirds of the way to where the clock should be are made: it hides the ticks. */
const FOLLOW_MILLISECONDS = 110;
/** Further off than this (ticks), the clock jumps. */
const JUMP_TICKS = 30;
/** Samples kept of a body. */
const SAMPLES = 16;

export interface Point {
  x: number;
  y: number;
}

interface Track {
  readonly tick: number[];
  readonly x: number[];
  readonly y: number[];
}

export interface Places {
  /** The time shown, in ticks. */
  readonly position: number;
  /** A body was at (x, y) in `tick`; samples older than one there is are ignored. */
  record(key: number, tick: number, x: number, y: number): void;
  /** Forgets all bodies but these. */
  keepOnly(keys: readonly number[]): void;
  /** Moves the clock on by `elapsed` ms, toward what is behind `newestTick`. */
  advance(newestTick: number, elapsed: number): void;
  /** Writes where the body was at the time shown; false for one that nothing is known of. */
  at(key: number, into: Point): boolean;
}

export function createPlaces(): Places {
  const tracks = new Map<number, Track>();
  let position = Number.NaN;

  return {
    get position() {
      return position;
    },
    record(key, tick, x, y) {
      let track = tracks.get(key);
      if (!track) {
        track = { tick: [], x: [], y: [] };
        tracks.set(key, track);
      }
      const newest = track.tick.at(-1);
      if (newest !== undefined && newest >= tick) return;
      if (track.tick.length === SAMPLES) for (const column of [track.tick, track.x, track.y]) column.shift();
      track.tick.push(tick);
      track.x.push(x);
      track.y.push(y);
    },
    keepOnly(keys) {
      if (tracks.size <= keys.length) return;
      const kept = new Set(keys);
      for (const key of tracks.keys()) if (!kept.has(key)) tracks.delete(key);
    },
    advance(newestTick, elapsed) {
      const target = newestTick - DELAY_TICKS;
      if (Number.isNaN(position) || Math.abs(target - position) > JUMP_TICKS) position = target;
      else position += (target - position) * (1 - Math.exp(-elapsed / FOLLOW_MILLISECONDS));
    },
    at(key, into) {
      const track = tracks.get(key);
      if (!track) return false;
      const { tick, x, y } = track;
      let after = tick.length - 1;
      while (after > 0 && tick[after - 1] >= position) after--;
      const before = Math.max(0, after - 1);
      const span = tick[after] - tick[before];
      const share = span > 0 ? Math.min(Math.max((position - tick[before]) / span, 0), 1) : 1;
      into.x = x[before] + (x[after] - x[before]) * share;
      into.y = y[before] + (y[after] - y[before]) * share;
      return true;
    },
  };
}
