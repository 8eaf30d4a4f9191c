/**
 * Memory for the frames of a tick: pieces that are used again as soon as nobody reads them.
 *
 * Else a room of two hundred would allocate 60 MB a second, for which the garbage collector goes through the whole heap several
 * times a second. The memory is shared, so that another thread can read what is to be written.
 */

export const PIECE_BYTES = 128 * 1024;

export interface Piece {
  /** From 0 on. */
  readonly number: number;
  readonly bytes: Buffer<SharedArrayBuffer>;
  /** Where the next frame goes. */
  end: number;
  /** How many frames in it are still read. */
  readers: number;
}

/** Of all pieces. */
let count = 0;
let current: Piece | undefined;
/** Pieces that nobody reads. */
const free: Piece[] = [];

/**
 * Takes memory for so many bytes, PIECE_BYTES at most. To be given back with `releasePiece`.
 *
 * @returns the piece; the bytes are those before its `end`
 */
export function takeBytes(length: number): Piece {
  if (current === undefined || current.end + length > PIECE_BYTES) current = free.pop() ?? makePiece();
  current.end += length;
  current.readers++;
  return current;
}

/** To be called once for each `takeBytes`. */
export function releasePiece(piece: Piece): void {
  if (--piece.readers > 0) return;
  piece.end = 0;
  if (piece !== current) free.push(piece);
}

function makePiece(): Piece {
  const bytes = Buffer.from(new SharedArrayBuffer(PIECE_BYTES));
  return { number: count++, bytes, end: 0, readers: 0 };
}
