/**
 * A rate limit counted in ticks: a bucket of tokens, full at first; each act takes one, and one comes back every so many
 * ticks. So short bursts pass, and the mean rate holds however long somebody goes on.
 */
export interface TokenBucket {
  /** Takes a token in `tick`, which never goes back between calls. False when there is none: the act is not allowed. */
  take(tick: number): boolean;
  /** Ticks from `tick` until there is a token; 0 when there is one. */
  ticksUntilNext(tick: number): number;
}

/**
 * @param capacity most acts at once; an integer from 1.
 * @param refillTicks ticks in which one token comes back; a number above 0.
 * @throws RangeError when one of them is out of its limits.
 */
export function createTokenBucket(capacity: number, refillTicks: number): TokenBucket {
  if (!Number.isInteger(capacity) || capacity < 1) {
    throw new RangeError(`The capacity ${capacity} is not allowed: give an integer from 1.`);
  }
  if (!(refillTicks > 0 && refillTicks < Infinity)) {
    throw new RangeError(`The refill time of ${refillTicks} ticks is not allowed: give a number above 0.`);
  }
  // When the bucket will be full again: one number for the tokens and for when they were counted.
  let fullAt = -Infinity;
  const lastToken = (capacity - 1) * refillTicks;

  return {
    take(tick) {
      if (fullAt - tick > lastToken) return false;
      fullAt = Math.max(fullAt, tick) + refillTicks;
      return true;
    },
    ticksUntilNext: (tick) => Math.max(0, Math.ceil(fullAt - tick - lastToken)),
  };
}
