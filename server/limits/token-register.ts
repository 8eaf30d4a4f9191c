/**
 * Requirement: of all that bring one join token, to whichever process, no more than one is in a room, and the token is not lost
 * when none is.
 *
 * A token is held while a seat waits for who brought it, which ends by itself, and used from when its bearer is let in. Only the
 * second counts for who is in, and it belongs to a session: one that asks twice, as a line that breaks before the answer has
 * come makes of one asking, has it all the same, and nobody gives back the use of another. The hold just spares a second bearer
 * the way to a room that would turn it away, and belongs to nobody. So one that ends too early, or is let go twice, lets nobody in.
 */
export interface TokenRegister {
  /** Holds a token that is free, for so many seconds at most. @returns why it is not */
  hold(id: string, seconds: number): Promise<"held" | "used" | undefined>;
  /** No seat waits any more. A token that is used stays so. */
  letGo(id: string): Promise<void>;
  /**
   * In one step, whatever is held: to be asked before the bearer is let in.
   *
   * @returns false when another session has used it
   */
  use(id: string, session: string, seconds: number): Promise<boolean>;
  /** A session that is in no room any more lets others use the token; one that has not used it changes nothing. */
  giveBack(id: string, session: string): Promise<void>;
}

/** Those that have ended are looked for so often (ms), in passing. */
const SWEEP_INTERVAL = 60_000;

interface Use {
  readonly session: string;
  readonly end: number;
}

/**
 * For a process that shares its rooms with no other: kept in memory, without a timer that would keep the process.
 *
 * @param now in ms; never goes back
 */
export function createTokenRegister(now: () => number = () => performance.now()): TokenRegister {
  const holdEnds = new Map<string, number>();
  const uses = new Map<string, Use>();
  let sweptAt = now();

  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = at;
    for (const [id, end] of holdEnds) if (end <= at) holdEnds.delete(id);
    for (const [id, { end }] of uses) if (end <= at) uses.delete(id);
  }

  function useOf(id: string, at: number): Use | undefined {
    const use = uses.get(id);
    return use && use.end > at ? use : undefined;
  }

  return {
    async hold(id, seconds) {
      const at = now();
      sweep(at);
      if (useOf(id, at)) return "used";
      if ((holdEnds.get(id) ?? -Infinity) > at) return "held";
      holdEnds.set(id, at + seconds * 1000);
      return undefined;
    },
    async letGo(id) {
      holdEnds.delete(id);
    },
    async use(id, session, seconds) {
      const at = now();
      const use = useOf(id, at);
      if (use) return use.session === session;
      uses.set(id, { session, end: at + seconds * 1000 });
      return true;
    },
    async giveBack(id, session) {
      if (uses.get(id)?.session !== session) return;
      uses.delete(id);
      holdEnds.delete(id);
    },
  };
}
