import { performance } from "node:perf_hooks";
import { BEAT_RATE } from "./steering.ts";

/** Whoever moves to the metronome. */
export interface Beating {
  /** To be called BEAT_RATE times a second. */
  beat(): void;
  /** True for the beat in which a latency probe went out. */
  readonly probing: boolean;
  /** True once it has left or was dropped: then it is forgotten. */
  readonly gone: boolean;
}

/**
 * Beats the time for all bots. Their inputs are spread over the interval between two beats, in slots, as those of strangers
 * are. Bots and server work at the same rate, so a bot that kept its slot would meet every tick at the same point, and measure
 * that one point only: after each latency probe it moves a slot ahead, and so sweeps the tick in 8 s.
 *
 * It also measures how late it was itself: where that is more than a few milliseconds, this process was too busy, and what its
 * clients measured is its own slowness too.
 */
export interface Metronome {
  add(bot: Beating): void;
  stop(): void;
}

const SLOTS = 8;
const ROUND_MILLISECONDS = 1000 / BEAT_RATE;
const SLOT_MILLISECONDS = ROUND_MILLISECONDS / SLOTS;

/** @param recordLateness told how late each slot began, in milliseconds. */
export function startMetronome(recordLateness: (milliseconds: number) => void): Metronome {
  const slots: Beating[][] = Array.from({ length: SLOTS }, () => []);
  let added = 0;
  let slot = 0;
  let due = performance.now() + SLOT_MILLISECONDS;
  let timer = setTimeout(run, SLOT_MILLISECONDS);

  function run(): void {
    for (let late = performance.now() - due; late >= 0; late = performance.now() - due) {
      recordLateness(late);
      beatSlot();
      // Rounds that were missed whole are not made up for: a burst of inputs would be no player's doing.
      due += SLOT_MILLISECONDS + ROUND_MILLISECONDS * Math.floor(late / ROUND_MILLISECONDS);
    }
    timer = setTimeout(run, Math.max(0, due - performance.now()));
  }

  function beatSlot(): void {
    const staying: Beating[] = [];
    const ahead = slots[(slot + SLOTS - 1) % SLOTS];
    for (const bot of slots[slot]) {
      if (bot.gone) continue;
      bot.beat();
      (bot.probing ? ahead : staying).push(bot);
    }
    slots[slot] = staying;
    slot = (slot + 1) % SLOTS;
  }

  return {
    add(bot) {
      slots[added++ % SLOTS].push(bot);
    },
    stop: () => clearTimeout(timer),
  };
}
