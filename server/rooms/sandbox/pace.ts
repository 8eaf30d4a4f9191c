/**
 * How much of the process the sandboxes may take. A broad phase that tests every pair of thousands of balls takes longer than
 * a tick: then its room ticks less often, and the other rooms of the process go on undisturbed.
 */
export interface Pace {
  /** Whether a room may tick at `now` (ms). */
  mayTick(now: number): boolean;
  /** Its tick began at `from` (ms) and took `cost` ms of the process's time. */
  ticked(from: number, cost: number): void;
  /** The room is gone: the others may take its share. */
  end(): void;
}

export interface SandboxPaces {
  readonly rooms: number;
  create(): Pace;
}

/** @param share of the time, from 0 to 1, that all rooms together may take; each of them has as much of it as any other */
export function createPaces(share: number): SandboxPaces {
  let rooms = 0;
  return {
    get rooms() {
      return rooms;
    },
    create() {
      rooms++;
      let restUntil = 0;
      return {
        mayTick: (now) => now >= restUntil,
        ticked(from, cost) {
          restUntil = from + (cost * rooms) / share;
        },
        end() {
          rooms--;
        },
      };
    },
  };
}
