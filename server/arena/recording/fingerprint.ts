import type { World } from "../world.ts";

/**
 * A quick hash of where all bodies are, to be taken in every tick: FNV-1a over 32-bit words instead of bytes, of the ids, centres
 * and radii of all slots. Slots that are free count too; what their last bodies left there is as determined as the rest.
 *
 * Cost: seven multiplications a slot.
 *
 * @returns a function that gives the fingerprint now, eight hexadecimal digits
 */
export function fingerprintOf(world: World): () => string {
  const { bodies } = world.space;
  const columns = [bodies.x, bodies.y, bodies.radius].map(
    (column) => new Uint32Array(column.buffer, column.byteOffset),
  );
  const ids = new Uint32Array(bodies.ids.buffer, bodies.ids.byteOffset);
  return () => {
    const { slotLimit } = bodies;
    let hash = addWords(OFFSET_BASIS, ids, slotLimit);
    for (const column of columns) hash = addWords(hash, column, 2 * slotLimit);
    return toHex(hash);
  };
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

function addWords(start: number, words: Uint32Array, count: number): number {
  let hash = start;
  for (let i = 0; i < count; i++) hash = Math.imul(hash ^ words[i], PRIME);
  // Multiplication carries upwards only: bring what the high bits know down, where the next words change it.
  return hash ^ (hash >>> 15);
}

/** A running hash of lines of text, so that a recording knows its own text. */
export interface TextHash {
  add(line: string): void;
  /** Eight hexadecimal digits. */
  digest(): string;
}

export function createTextHash(): TextHash {
  let hash = OFFSET_BASIS;
  return {
    add(line) {
      for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), PRIME);
      // The end of the line.
      hash = Math.imul(hash ^ 10, PRIME);
    },
    digest: () => toHex(hash),
  };
}

function toHex(hash: number): string {
  return (hash >>> 0).toString(16).padStart(8, "0");
}
