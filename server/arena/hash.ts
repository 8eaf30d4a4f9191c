/**
 * A running hash of numbers: FNV-1a (Fowler, Noll and Vo), 32 bits, over the bytes of each number as a float64, so that the
 * least difference in any of them shows.
 */
export interface Hash {
  add(value: number): void;
  addText(text: string): void;
  /** Eight hexadecimal digits. */
  digest(): string;
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

export function createHash(): Hash {
  const view = new DataView(new ArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  let hash = OFFSET_BASIS;

  function add(value: number): void {
    view.setFloat64(0, value, true);
    for (let i = 0; i < view.byteLength; i++) hash = Math.imul(hash ^ view.getUint8(i), PRIME);
  }

  function addText(text: string): void {
    add(text.length);
    for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
  }

  return { add, addText, digest: () => (hash >>> 0).toString(16).padStart(8, "0") };
}
