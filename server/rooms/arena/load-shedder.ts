/**
 * Decides how much load a room sheds: measured by what a tick costs, smoothed, with a level more or less once a second. A
 * level halves what bots decide and how long ejected mass lies about (World.shedding); from SPARSE_PATCHES on, patches go out
 * every second tick. So the world keeps its rate when a crowd does its worst.
 */
import { TICK_MILLISECONDS, TICK_RATE } from "../../../shared/formulas.ts";

export interface LoadShedder {
  readonly level: number;
  /** Takes in what a tick cost, in ms of CPU time: that other processes slow it down is no reason to shed. @returns whether the level has changed */
  observe(milliseconds: number): boolean;
  /** What a tick costs, smoothed over about a second, in ms. */
  readonly meanMilliseconds: number;
}

/** From this level on, patches are sent every second tick. */
export const SPARSE_PATCHES = 2;
const MOST_LEVELS = 4;
/** A tick that costs more than this share of its time is too dear; one below the lower share has room to spare. */
const TOO_MUCH = 0.85;
const LITTLE = 0.5;
/** Ticks between two changes of the level, so that the last one shows. */
const PATIENCE = TICK_RATE;
const SMOOTHING = 1 / TICK_RATE;

export function createLoadShedder(): LoadShedder {
  let level = 0;
  let mean = 0;
  let waited = 0;

  return {
    get level() {
      return level;
    },
    get meanMilliseconds() {
      return mean;
    },
    observe(milliseconds) {
      mean += (milliseconds - mean) * SMOOTHING;
      if (++waited < PATIENCE) return false;
      if (mean > TOO_MUCH * TICK_MILLISECONDS && level < MOST_LEVELS) level++;
      else if (mean < LITTLE * TICK_MILLISECONDS && level > 0) level--;
      else return false;
      waited = 0;
      return true;
    },
  };
}
