/**
 * As `cellOf` of strips.ts, to the last bit: the same body must be in the same cell here and there. What is beyond the cells
 * belongs to the first and the last one: a conversion to an integer out of its range gives the nearest, and NaN gives 0.
 */
export function cellOf(coordinate: f64, origin: f64, cellsPerUnit: f64, count: i32): i32 {
  return max(0, min(count - 1, i32((coordinate - origin) * cellsPerUnit)));
}
