/**
 * A seeded generator: the same seed gives the same numbers, on every machine.
 *
 * The algorithm is sfc32 (Chris Doty-Humphrey's "small fast counting" generator, 128 bits of state, from PractRand):
 * three words mixed by shifts and additions, and a counter that bounds the shortest cycle at 2^32.
 */
export interface Random {
  /** A float in [0, 1), with 32 bits of randomness. */
  next(): number;
  /** An integer in [0, limit). `limit` is a positive integer up to 2^32. */
  integer(limit: number): number;
  /** A float in [low, high]; high itself only by rounding. */
  between(low: number, high: number): number;
  /** The four words of state, for a hash of the simulation. */
  state(): readonly [number, number, number, number];
}

/** How many outputs are thrown away so that near seeds give unlike streams. */
const WARM_UP = 15;

/** @param seed any integer; only its lowest 32 bits count. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed >>> 0;
  let counter = 1;

  function nextWord(): number {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  }
  for (let i = 0; i < WARM_UP; i++) nextWord();

  const next = () => nextWord() / 4294967296;
  return {
    next,
    integer: (limit) => Math.floor(next() * limit),
    between: (low, high) => low + next() * (high - low),
    state: () => [a, b, c, counter],
  };
}
