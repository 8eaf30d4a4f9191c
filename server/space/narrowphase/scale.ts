/**
 * Squares of lengths over- or underflow far before the lengths do. Lengths (u) outside SMALL to LARGE are multiplied by a
 * power of two, which is exact, before they are squared.
 */
export const LARGE = 2 ** 400;
export const SMALL = 2 ** -400;
export const SCALE_DOWN = 2 ** -600;
export const SCALE_UP = 2 ** 600;

/** What lengths of about `length` u are to be multiplied by before they are squared. */
export function scaleFor(length: number): number {
  if (length > LARGE) return SCALE_DOWN;
  return length < SMALL ? SCALE_UP : 1;
}
