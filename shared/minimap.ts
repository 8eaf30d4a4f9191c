/** The bytes of a minimap: where the heaviest players are, coarsely. */

/** Most players on a minimap. */
export const MINIMAP_PLAYERS = 50;
/** Bytes for one player: number (two, the higher first), x, y, colour. */
export const MINIMAP_BYTES = 5;
/** The largest value of x and y, which stands for the world's right and lower edge. */
const STEPS = 255;

/** A player on the minimap. */
export interface MinimapDot {
  /** `Player.number`. */
  number: number;
  /** Of the world's side, from 0 to 1. */
  x: number;
  y: number;
  color: number;
}

/** Writes a dot as the one with this index. */
export function writeDot(bytes: Uint8Array, index: number, { number, x, y, color }: MinimapDot): void {
  const at = index * MINIMAP_BYTES;
  bytes[at] = number >> 8;
  bytes[at + 1] = number;
  bytes[at + 2] = toStep(x);
  bytes[at + 3] = toStep(y);
  bytes[at + 4] = color;
}

/** The dots of a minimap, heaviest first. Bytes behind the last whole dot are ignored. */
export function readDots(bytes: Uint8Array): MinimapDot[] {
  const dots: MinimapDot[] = [];
  for (let at = 0; at + MINIMAP_BYTES <= bytes.length; at += MINIMAP_BYTES) {
    const number = (bytes[at] << 8) | bytes[at + 1];
    dots.push({ number, x: bytes[at + 2] / STEPS, y: bytes[at + 3] / STEPS, color: bytes[at + 4] });
  }
  return dots;
}

function toStep(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * STEPS);
}
