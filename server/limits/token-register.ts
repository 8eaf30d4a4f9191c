/**
 * Requirement: of all that bring one join token, to whichever process, no more than one is in a room, and the token is not lost
 * when none is.
 *
 * A token is held while a seat waits for who brought it, which ends by itself, and used from when its bearer is let in. Only the
 * second counts for who is in: the hold just spares a second bearer the way to a room that would turn it away, and has no
 * owner. So one that ends too early, or is let go twice, lets nobody in.
 */
export interface TokenRegister {
  /** Holds a token that is free, for so many seconds at most. @returns why it is not */
  hold(id: string, seconds: number): Promise<"held" | "used" | undefined>;
  /** No seat waits any more. A token that is used stays so. */
  letGo(id: string): Promise<void>;
  /** In one step, whatever is held: to be asked before the bearer is let in. @returns false when it is used already */
  use(id: string, seconds: number): Promise<boolean>;
  /** Who has used it is in no room any more, and may use it again. */
  giveBack(id: string): Promise<void>;
}

/** Those that have ended are looked for so often (ms), in passing. */
const SWEEP_INTERVAL = 60_000;

/**
 * For a process that shares its rooms with no other: kept in memory, without a timer that would keep the process.
 *
 * @param now in ms; never goes back
 */
export function createTokenRegister(now: () => number = () => performance.now()): TokenRegister {
  const held = new Map<string, number>();
  const used = new Map<string, number>();
  let sweptAt = now();

  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = at;
    for (const ends of [held, used]) for (const [id, end] of ends) if (end <= at) ends.delete(id);
  }

  const isIn = (ends: Map<string, number>, id: string, at: number) => (ends.get(id) ?? -Infinity) > at;

  return {
    async hold(id, seconds) {
      const at = now();
      sweep(at);
      if (isIn(used, id, at)) return "used";
      if (isIn(held, id, at)) return "held";
      held.set(id, at + seconds * 1000);
      return undefined;
    },
    async letGo(id) {
      held.delete(id);
    },
    async use(id, seconds) {
      const at = now();
      if (isIn(used, id, at)) return false;
      used.set(id, at + seconds * 1000);
      return true;
    },
    async giveBack(id) {
      used.delete(id);
      held.delete(id);
    },
  };
}
