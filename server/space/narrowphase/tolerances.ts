/**
 * Every tolerance of the narrow phase. Whether shapes overlap is decided without any: two touch when the computed distance is
 * at most 0, and the arithmetic is exact where coordinates are whole numbers of a usual size. Beyond that its error is a few
 * units in the last place of the largest length at hand.
 */

/**
 * A length (u) that is taken for 0: an edge as short as this has no direction, points as near as this coincide. Far below any
 * length in use, and far above 1e-154, under which the square of a length loses its digits.
 */
export const NEGLIGIBLE_LENGTH = 1e-140;

/** The same, squared. */
export const NEGLIGIBLE_SQUARED = NEGLIGIBLE_LENGTH * NEGLIGIBLE_LENGTH;

/**
 * How far outside an edge a point may lie and still count as part of an overlap whose middle is looked for, as a part of the
 * lengths at hand. Usual error: 1e-15. Only the contact point depends on it.
 */
export const CLIP_SLACK = 1e-12;

/**
 * A cast that meets something this little (a part of its own length) after its end may do so by rounding alone: then the end
 * position decides. Usual error: 1e-15.
 */
export const FRACTION_SLACK = 1e-9;

/**
 * Sine of the angle below which a path counts as parallel to an edge: where it would cross the edge is then lost in rounding.
 * Usual error: 1e-16.
 */
export const PARALLEL_SINE = 1e-14;

/**
 * What rounding does to the side of a ray on which a vertex is, as a part of the products that it is the difference of: the
 * differences of coordinates and the products each err by 2^−53 of themselves at most, four of them in all.
 */
export const SIDE_ROUNDING = 2 ** -51;
