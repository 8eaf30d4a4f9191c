/** Which join tokens have been used, and have not yet run out. */
export interface UsedTokens {
  /** Notes a use, for so long. @returns false when there was one before */
  use(id: string, seconds: number): Promise<boolean>;
  forget(id: string): Promise<void>;
}

/** Those that have run out are looked for so often (ms), in passing. */
const SWEEP_INTERVAL = 60_000;

/**
 * For a process that shares its rooms with no other: kept in memory, without a timer that would keep the process.
 *
 * @param now in ms; never goes back
 */
export function createUsedTokens(now: () => number = () => performance.now()): UsedTokens {
  const ends = new Map<string, number>();
  let sweptAt = now();

  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = at;
    for (const [id, end] of ends) if (end <= at) ends.delete(id);
  }

  return {
    async use(id, seconds) {
      const at = now();
      sweep(at);
      if ((ends.get(id) ?? -Infinity) > at) return false;
      ends.set(id, at + seconds * 1000);
      return true;
    },
    async forget(id) {
      ends.delete(id);
    },
  };
}
