/**
 * Column and row of a point, in the first two lanes: as `cellOf` of strips.ts, to the last bit. What is beyond the cells belongs
 * to the first and the last one.
 * @param lastCells the last column and row
 */
export function cellsOf(point: v128, origin: v128, perUnit: v128, lastCells: v128): v128 {
  // A conversion that is out of range gives the nearest integer, and NaN gives 0.
  const cells = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(f64x2.sub(point, origin), perUnit));
  return i32x4.max_s(i32x4.splat(0), i32x4.min_s(lastCells, cells));
}
