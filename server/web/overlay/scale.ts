/** Axes of graphs: where values lie, and which of them are labelled. */

/** The share of the height, from 0 at the bottom to 1, of a value on an axis by powers of ten from 1 to `most`. */
export function logShare(value: number, most: number): number {
  if (!(value > 1)) return 0;
  return Math.min(1, Math.log10(value) / Math.log10(Math.max(most, 10)));
}

/** The powers of ten from 1 up to `most`. */
export function powersOfTen(most: number): number[] {
  const powers: number[] = [];
  for (let power = 1; power <= most; power *= 10) powers.push(power);
  return powers;
}

/** The least of 1, 2 and 5 times a power of ten that is not less than `value`: an axis that seldom changes. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5]) if (step * power >= value * 0.999_999) return step * power;
  return 10 * power;
}
