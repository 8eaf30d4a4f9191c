/** Adds an amount at a time (ms, which never goes back). @returns false when that is more than may come in one second. */
export type Rate = (amount: number, now: number) => boolean;

const WINDOW_MILLISECONDS = 1000;

/** So much in a second: seconds begin with the first that comes after the one before. What is refused counts as come. */
export function createRate(mostPerSecond: number): Rate {
  let endsAt = -Infinity;
  let sum = 0;
  return (amount, now) => {
    if (now >= endsAt) {
      endsAt = now + WINDOW_MILLISECONDS;
      sum = 0;
    }
    sum += amount;
    return sum <= mostPerSecond;
  };
}
