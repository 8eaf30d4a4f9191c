/**
 * How the parallel subdivision packs cells and bodies into integers. A *column* (row) is a coordinate in cells, rounded
 * down; a cell's *colour* is the parities of its column and row, so that cells of one colour never adjoin. A *pass* is
 * the cells of one colour of one size class: they are PASSES_PER_CLASS × class + colour.
 *
 * A cell id is the pass, and below it the cell's place in the pass, which wraps around: cells far from each other may
 * share an id, which costs box tests and never a pair. Cells within NEAR_CELLS of each other never do, else a pair that
 * shares two cells might meet in a third.
 */

/** Most size classes. */
export const MAX_CLASSES = 6;
export const PASSES_PER_CLASS = 4;

/** Fewest and most bits for the place within a pass. With fewer, near cells might share an id. */
export const MIN_CELL_BITS = 8;
export const MAX_CELL_BITS = 19;

/** Cells of one colour that are nearer than this on each axis (counted in cells of that colour) have different ids. */
export const NEAR_CELLS = 3;

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Bits of the place within a pass that suit `bodies` bodies. */
export function fitCellBits(bodies: number): number {
  return Math.max(MIN_CELL_BITS, Math.min(MAX_CELL_BITS, 31 - Math.clz32(bodies)));
}

/**
 * Places from one row of a colour to the next. By the golden ratio, rows lie evenly spread among each other; a multiple
 * of 8 and 5 more, so that as it is, and with 1 added or taken away, it has few factors of 2: then cells along a
 * column, or either diagonal, find places of their own until a quarter of the grid is taken at least.
 */
export function rowStrideOf(cellBits: number): number {
  return (Math.floor(GOLDEN_RATIO * (1 << cellBits)) & ~7) | 5;
}

/** The column (or row) of a coordinate in u. At most 2^23 either way: see size-classes.ts. */
export function columnOf(coordinate: number, cellsPerUnit: number): number {
  return Math.floor(coordinate * cellsPerUnit) | 0;
}

/** The id of a cell; `rowStride` is rowStrideOf(cellBits). */
export function cellIdOf(sizeClass: number, column: number, row: number, cellBits: number, rowStride: number): number {
  const pass = sizeClass * PASSES_PER_CLASS + (column & 1) + 2 * (row & 1);
  const place = ((column >> 1) + Math.imul(row >> 1, rowStride)) & ((1 << cellBits) - 1);
  return (pass << cellBits) | place;
}

/**
 * A sort key is the cell id × 2, plus this for a body that is no member of the cell's class: guests come after members.
 */
export const KEY_GUEST = 1;
/** Bits of a key besides those of the place within a pass. */
export const KEY_BITS_ABOVE_PLACE = 6;

/** A body in a cell is a word: its slot (MAX_CAPACITY of them fit), and the bits below. */
export const WORD_SLOT = (1 << 20) - 1;
export const WORD_STILL = 1 << 20;
/** The cell is not of the column (of the row) in which the body is at home, that of the middle of its box. */
export const WORD_AWAY_X = 1 << 21;
export const WORD_AWAY_Y = 1 << 22;
/**
 * The control bits: in an odd column (row), the body is also in the column left or right of it (the row above or
 * below).
 */
export const WORD_LEFT = 1 << 23;
export const WORD_RIGHT = 1 << 24;
export const WORD_ABOVE = 1 << 25;
export const WORD_BELOW = 1 << 26;
